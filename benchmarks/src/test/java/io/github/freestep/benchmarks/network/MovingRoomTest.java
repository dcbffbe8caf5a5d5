package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.rooms.HandedOver;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.tools.Walkers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A room is handed over, and its receivers ask where it is. */
@Execution(ExecutionMode.CONCURRENT)
class MovingRoomTest {
    private static final StateLayout LAYOUT = StateLayout.of(200);
    private static final byte[] KEY = new byte[32];
    private static final long TICK_NANOS = 10_000_000;

    /** Each receiver is another player. */
    private int players;

    private final int port = FreePorts.inARow(2);
    private final AtomicReference<InetSocketAddress> place =
            new AtomicReference<>(new InetSocketAddress("127.0.0.1", port));
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    /**
     * All bodies move evenly, a new body 1 comes every 7 ticks, and actions must come once, in order of their values.
     */
    private static final class World extends Walkers implements SavableSimulation {
        private long tick;
        private int inputs;
        private float last;
        private int errors;

        World() {
            super(LAYOUT.capacity());
        }

        @Override
        public void step(Tick now) {
            tick = now.number();
            x = tick * 0.01;
            for (int i = 0; i < now.input().size(); i++) {
                inputs++;
                errors += now.input().value(i) > last ? 0 : 1;
                last = now.input().value(i);
            }
            if (tick % 7 == 0) {
                now.bodies().remove(1);
                now.bodies().spawn(1);
                now.events().user(1, 1, 1, 0, 0, 0, tick);
            }
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(tick);
            out.writeInt(inputs);
            out.writeFloat(last);
            out.writeInt(errors);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            tick = in.readLong();
            inputs = in.readInt();
            last = in.readFloat();
            errors = in.readInt();
        }
    }

    /** A player: shows frames, hears events, and sends numbered actions. */
    private static final class Player implements AutoCloseable {
        private final RemoteStates remote;
        private final FrameSampler frames;
        private long shownNanos;
        private long shownTick;
        private long heardTick;
        private int sent;

        Player(RemoteStates.Builder builder) {
            remote = builder.start();
            frames = FrameSampler.open(remote.states());
        }

        /** Plays a frame. Returns the tick that it shows; 0 before the first. */
        long play() {
            Frame frame = frames.sample();
            if (!frame.hasState()) {
                return 0;
            }
            long tick = frame.reachedTick();
            assertTrue(frame.simulationNanos() >= shownNanos && tick >= shownTick, "backward");
            assertEquals(tick, remote.serverTick(tick));
            assertEquals(frame.simulationNanos(), remote.serverNanos(tick, frame.simulationNanos()));
            // A life begins at each multiple of 7, and lives are odd.
            assertEquals(1 + 2 * (tick / 7), frame.life(1));
            remote.events().poll(tick, event -> {
                assertEquals(event.data(), event.tick());
                heardTick = event.tick();
            });
            if (remote.input().action(1, sent + 1)) {
                sent++;
            }
            shownNanos = frame.simulationNanos();
            shownTick = tick;
            return tick;
        }

        void playUntil(BooleanSupplier end) {
            Await.until(
                    () -> {
                        play();
                        return end.getAsBoolean();
                    },
                    () -> remote.status() + " " + remote.lastError() + " " + remote.failure());
        }

        @Override
        public void close() {
            frames.close();
            remote.close();
        }
    }

    /** Receives from where the room is. */
    private RemoteStates.Builder receiver(boolean keyed) {
        RemoteStates.Builder builder = RemoteStates.builder(LAYOUT).server(place::get);
        byte[] token = PlayerToken.issue(KEY, ++players, Duration.ofHours(1));
        return keyed ? builder.token(() -> token) : builder;
    }

    private static StateSender send(PhysicsService room, EventReader events, int port, boolean keyed) {
        StateSender.Builder builder = StateSender.builder(room.states())
                .port(port)
                .input(room.input())
                .events(events);
        return (keyed ? builder.key(KEY) : builder).start();
    }

    /** Before the end of its block. A second call of close does nothing. */
    private static void end(StateSender sender) {
        sender.close();
    }

    private static EventReader events(PhysicsService room) {
        return room.events().with(Kind.USER).open();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void receiversFindTheRoomAgainWithItsTicksAndLives(boolean keyed) throws Exception {
        World world = new World();
        try (Player player = new Player(receiver(keyed));
                PhysicsService before = PhysicsService.builder(new World()).start();
                EventReader eventsBefore = events(before);
                StateSender former = send(before, eventsBefore, port, keyed)) {
            player.playUntil(() -> player.sent > 20 && player.heardTick > 0);
            Future<HandedOver> leaving =
                    pool.submit(() -> HandedOver.handOver(before).join());
            player.playUntil(leaving::isDone);
            HandedOver all = HandedOver.of(leaving.get().toBytes());
            // A busy machine may stall it for another reason first.
            player.playUntil(() -> String.valueOf(player.remote.stallReason()).contains("moves"));
            assertNull(player.remote.failure(), "a client's loop goes on");
            assertNull(former.failure());
            try (PhysicsService room = PhysicsService.builder(world).from(all).start();
                    EventReader events = events(room);
                    StateSender sender = send(room, events, port + 1, keyed)) {
                place.set(new InetSocketAddress("127.0.0.1", port + 1));
                Future<?> closing = pool.submit(() -> end(former));
                player.playUntil(() -> closing.isDone() && !sender.clients().isEmpty());
                int sent = player.sent;
                player.playUntil(() -> player.shownTick > all.tick() + 100 && player.sent > sent + 20);
                Await.until(() -> player.remote.input().unacknowledged() == 0, sender::lastError);
                long arrived = player.sent
                        - player.remote.input().lost()
                        - player.remote.input().refusedByServer();
                // What the former server took just before its end counts as lost, but was handed over.
                long most = arrived + player.remote.input().lost();
                Await.until(() -> room.call(c -> world.inputs).join() >= arrived, sender::lastError);
                assertTrue(room.call(c -> world.inputs).join() <= most);
                assertEquals(0, room.call(c -> world.errors).join());
                assertEquals(
                        player.remote.input().client(), sender.clients().get(0).number());
                assertNull(sender.failure());
                assertNull(former.failure());
            }
        }
    }

    /** The server starts again from a save. A receiver may have shown later ticks, which are lost. */
    @Test
    void ticksOfARestartFromASaveAreThoseOfTheServer() {
        long saved;
        long former;
        long shown;
        try (RemoteStates remote = receiver(true).start();
                StateReader reader = remote.states().reader()) {
            try (PhysicsService before = PhysicsService.builder(new World()).start();
                    EventReader events = events(before);
                    StateSender sender = send(before, events, port, true)) {
                Await.until(() -> !sender.clients().isEmpty(), remote::lastError);
                saved = before.call(PhysicsContext::tick).join();
                Await.until(() -> reader.acquire() && reader.state(0).tick() > saved + 50, remote::lastError);
                former = reader.state(0).tick();
                shown = remote.serverTick(former);
                assertEquals(shown * TICK_NANOS, remote.serverNanos(former, shown * TICK_NANOS));
            }
            try (PhysicsService again = PhysicsService.builder(new World())
                            .startAt(saved, c -> {})
                            .start();
                    EventReader events = events(again);
                    StateSender sender = send(again, events, port, true)) {
                Await.until(() -> remote.serverNanos(former, shown * TICK_NANOS) == State.NO_TICK, sender::lastError);
                Await.until(
                        () -> reader.acquire()
                                && remote.serverTick(reader.state(0).tick()) > saved,
                        sender::lastError);
                State now = reader.state(0);
                long tick = remote.serverTick(now.tick());
                assertEquals(tick * TICK_NANOS, remote.serverNanos(now.tick(), now.simulationNanos()));
                assertTrue(now.simulationNanos() > tick * TICK_NANOS, "the received times never decrease");
            }
        }
    }
}
