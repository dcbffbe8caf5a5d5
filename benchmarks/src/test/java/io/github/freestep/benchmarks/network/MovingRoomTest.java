package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.RemoteStates.Status;
import io.github.freestep.net.SenderClient;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.HandedOver;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
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

/** A room is handed over, and its receivers follow it to another sender. */
@Execution(ExecutionMode.CONCURRENT)
class MovingRoomTest {
    private static final StateLayout LAYOUT = StateLayout.of(200);
    private static final byte[] KEY = new byte[32];

    private final int port = FreePorts.inARow(2);
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    /** Body 0 moves evenly, a new body 1 comes every 7 ticks, and actions must come in the order of their values. */
    private static final class Walkers implements SavableSimulation {
        private long tick;
        private int inputs;
        private int errors;

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int body = 0; body < LAYOUT.capacity(); body++) {
                context.bodies().spawn(body);
            }
        }

        @Override
        public void step(Tick now) {
            tick = now.number();
            for (int i = 0; i < now.input().size(); i++) {
                inputs++;
                errors += now.input().value(i) == inputs ? 0 : 1;
            }
            if (tick % 7 == 0) {
                now.bodies().remove(1);
                now.bodies().spawn(1);
                now.events().user(1, 1, 1, 0, 0, 0, tick);
            }
        }

        @Override
        public void write(StateWriter state) {
            for (int body = 0; body < LAYOUT.capacity(); body++) {
                state.position(body, body == 0 ? tick * 0.01 : body, 0, 0);
            }
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(tick);
            out.writeInt(inputs);
            out.writeInt(errors);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            tick = in.readLong();
            inputs = in.readInt();
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
            // A life begins at each multiple of 7, and lives are odd.
            assertEquals(1 + 2 * (tick / 7), frame.life(1));
            remote.events().poll(tick, event -> {
                assertEquals(heardTick == 0 ? event.data() : heardTick + 7, event.data());
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

    private static RemoteStates.Builder receiver(int port, boolean keyed) {
        RemoteStates.Builder builder = RemoteStates.builder(LAYOUT).port(port);
        return keyed ? builder.key(KEY) : builder;
    }

    private static StateSender send(PhysicsService room, EventReader events, int port, boolean keyed) {
        StateSender.Builder builder = StateSender.builder(room.states())
                .port(port)
                .input(room.input())
                .events(events);
        return (keyed ? builder.key(KEY) : builder).start();
    }

    private static EventReader events(PhysicsService room) {
        return room.events().with(Kind.USER).open();
    }

    static HandedOver leave(PhysicsService room) { // on the machine that the room leaves
        room.pause().join(); // from here on, the picture stands still
        return room.handOver().join(); // if this fails, the room goes on: resume it
    }

    static void move(StateSender sender, String host, int port) { // there too, once a sender runs at the other place
        sender.moveTo(host, port);
        sender.close(); // the receivers leave; takes about 0.5 s at most
    }

    static void goOn(PhysicsService room, StateSender sender, int receivers) throws InterruptedException {
        for (int i = 0; i < 200 && showing(sender) < receivers; i++) { // on the machine where the room goes on
            Thread.sleep(10); // for two seconds at most, because some may never come
        }
        room.resume().join();
    }

    static long showing(StateSender sender) {
        return sender.clients().stream().filter(SenderClient::showsStates).count();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void receiversFollowWithTicksLivesInputAndEvents(boolean keyed) throws Exception {
        Walkers world = new Walkers();
        try (Player player = new Player(receiver(port, keyed));
                PhysicsService before = PhysicsService.builder(new Walkers()).start();
                EventReader eventsBefore = events(before);
                StateSender former = send(before, eventsBefore, port, keyed)) {
            player.playUntil(() -> player.sent > 20 && player.heardTick > 0 && showing(former) == 1);
            Future<HandedOver> leaving = pool.submit(() -> leave(before));
            player.playUntil(leaving::isDone);
            HandedOver all = HandedOver.of(leaving.get().toBytes());
            try (PhysicsService room = PhysicsService.builder(world).from(all).start();
                    EventReader events = events(room);
                    StateSender sender = send(room, events, port + 1, keyed)) {
                Future<?> moving = pool.submit(() -> {
                    move(former, "localhost", port + 1);
                    goOn(room, sender, 1);
                    return null;
                });
                player.playUntil(moving::isDone);
                moving.get();
                int sent = player.sent;
                player.playUntil(() -> player.shownTick > all.tick() + 100 && player.sent > sent + 20);
                Await.until(() -> player.remote.input().unacknowledged() == 0, sender::lastError);
                Await.until(() -> room.call(c -> world.inputs).join() == player.sent, sender::lastError);
                assertEquals(0, room.call(c -> world.errors).join());
                assertEquals(
                        player.remote.input().client(), sender.clients().get(0).number());
                assertNull(sender.failure());
                assertNull(former.failure());
            }
            assertEquals(0, player.remote.input().lost() + player.remote.input().refusedByServer());
            assertEquals(0, player.remote.events().missed());
        }
    }

    /** The former sender runs on, so the receiver looks there too. It goes to the next sender once there is one. */
    @Test
    void aReceiverThatFindsNoSenderSaysWhereItLooksAndGoesOnLooking() {
        try (Player player = new Player(receiver(port, true));
                PhysicsService before = PhysicsService.builder(new Walkers()).start();
                EventReader eventsBefore = events(before);
                StateSender former = send(before, eventsBefore, port, true)) {
            player.playUntil(() -> player.shownTick > 0);
            HandedOver all = leave(before);
            former.moveTo("127.0.0.1", port + 1);
            String there = "no sender answers at 127.0.0.1:" + (port + 1);
            player.playUntil(() -> player.remote.lastError() != null
                    && player.remote.lastError().getMessage().startsWith(there));
            goesOn(player, all, port + 1);
        }
    }

    /** The other machine has ended after it had confirmed, so the room goes on here from the same bytes. */
    @Test
    void aReceiverComesBackIfTheRoomGoesOnWhereItWas() {
        try (Player player = new Player(receiver(port, true));
                PhysicsService before = PhysicsService.builder(new Walkers()).start();
                EventReader eventsBefore = events(before);
                StateSender former = send(before, eventsBefore, port, true)) {
            player.playUntil(() -> player.shownTick > 0);
            HandedOver all = leave(before);
            move(former, "127.0.0.1", port + 1);
            goesOn(player, all, port);
        }
    }

    private static void goesOn(Player player, HandedOver all, int port) {
        try (PhysicsService room =
                        PhysicsService.builder(new Walkers()).from(all).start();
                EventReader events = events(room);
                StateSender sender = send(room, events, port, true)) {
            player.playUntil(() -> showing(sender) == 1);
            room.resume().join();
            player.playUntil(() ->
                    player.shownTick > all.tick() + 100 && player.remote.input().isConnected());
            assertEquals(Status.CONNECTED, player.remote.status());
            assertNull(sender.failure());
        }
    }

    static long lost(RemoteStates remote, long shown) { // shown: the newest serverTick of the frames before the restart
        return Math.max(0, shown - remote.serverStartTick());
    }

    /** The server starts again from a save. A receiver that has shown later ticks can compute how many are lost. */
    @Test
    void aRestartFromASaveSaysHowManyTicksAreLost() {
        long saved;
        long shown;
        try (RemoteStates remote = receiver(port, true).start();
                StateReader reader = remote.states().reader()) {
            try (PhysicsService before = PhysicsService.builder(new Walkers()).start();
                    EventReader events = events(before);
                    StateSender sender = send(before, events, port, true)) {
                Await.until(() -> showing(sender) == 1, remote::lastError);
                saved = before.call(PhysicsContext::tick).join();
                Await.until(() -> reader.acquire() && reader.state(0).tick() > saved + 50, remote::lastError);
                shown = remote.serverTick(reader.state(0).tick());
                assertEquals(0, remote.serverStartTick());
            }
            try (PhysicsService again = PhysicsService.builder(new Walkers())
                            .startAt(saved, c -> {})
                            .start();
                    EventReader events = events(again);
                    StateSender sender = send(again, events, port, true);
                    RemoteStates other = receiver(port, true).start()) {
                Await.until(() -> remote.serverStartTick() == saved, sender::lastError);
                assertEquals(shown - saved, lost(remote, shown));
                Await.until(() -> other.receivedStates() > 0, other::lastError);
                assertEquals(shown - saved, lost(other, shown), "also if the player has started a new receiver");
                assertEquals(0, lost(other, saved - 1), "nothing that was shown is lost");
            }
        }
    }

    /** The sender's own thread moves the room. The receivers hear of it, before that thread ends. */
    @Test
    void aSinkCanMoveItsReceivers() throws Exception {
        AtomicReference<StateSender> former = new AtomicReference<>();
        CompletableFuture<HandedOver> moved = new CompletableFuture<>();
        try (Player player = new Player(receiver(port, true));
                PhysicsService before = PhysicsService.builder(new Walkers()).start();
                StateSender sender = StateSender.builder(before.states())
                        .port(port)
                        .key(KEY)
                        .input(new Actions(() -> {
                            if (former.get() != null && !moved.isDone()) {
                                moved.complete(leave(before));
                                move(former.get(), "127.0.0.1", port + 1);
                            }
                        }))
                        .start()) {
            player.playUntil(() -> player.shownTick > 0);
            former.set(sender);
            player.playUntil(moved::isDone);
            goesOn(player, moved.get(), port + 1);
            assertNull(sender.failure());
        }
    }

    /** Runs something for each action. */
    private record Actions(Runnable onAction) implements InputSink {
        @Override
        public int axes() {
            return 0;
        }

        @Override
        public boolean axis(int axis, float value, long nanos) {
            return false;
        }

        @Override
        public boolean action(int code, float value, long nanos) {
            onAction.run();
            return true;
        }
    }
}
