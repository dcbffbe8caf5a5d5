package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteEvent;
import io.github.freestep.net.RemoteEvents;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.tools.Walkers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Events of a service come to the clients of its sender, and are handed out when the picture reaches them. */
@Execution(ExecutionMode.CONCURRENT)
class RemoteEventsTest {
    private static final int BODIES = 4;
    private static final byte[] KEY = new byte[16];

    private final int port = FreePorts.inARow(1);

    /** The server's ticks of the events, and the local tick of the newest event. */
    private final List<Long> heard = new ArrayList<>();

    private long newest = State.NO_TICK;
    private RemoteEvents events;

    /** A body is replaced every 10 ticks, and each new one hits the ground, at its tick along x. */
    private static final class Births extends Walkers {
        Births() {
            super(BODIES);
        }

        @Override
        public void step(Tick tick) {
            if (tick.number() % 10 == 0) {
                int slot = (int) (tick.number() / 10 % BODIES);
                tick.bodies().remove(slot);
                tick.bodies().spawn(slot);
                tick.events().contactBegin(slot, State.NO_SLOT, tick.number(), 2, 3, 0, 1, 0, 7);
                tick.events().contactEnd(slot, 0);
            }
        }
    }

    @Test
    void aRelayPassesEventsOn() {
        int relayPort = FreePorts.inARow(1);
        try (RemoteStates remote = RemoteStates.builder(StateLayout.of(BODIES))
                        .server("127.0.0.1", port)
                        .token(() -> token(1))
                        .start();
                StateSender relay = StateSender.builder(remote.states())
                        .port(relayPort)
                        .key(KEY)
                        .events(remote.events())
                        .start();
                RemoteStates player = RemoteStates.builder(StateLayout.of(BODIES))
                        .server("127.0.0.1", relayPort)
                        .token(() -> token(2))
                        .start();
                FrameSampler frames = FrameSampler.open(player.states())) {
            serveUntil(() -> hear(player, frames.sample()) >= 20);
            for (int i = 1; i < heard.size(); i++) {
                assertEquals(heard.get(0) + 10 * i, heard.get(i));
            }
            assertNull(relay.failure());
        }
    }

    private static byte[] token(long player) {
        return PlayerToken.issue(KEY, player, Duration.ofHours(1));
    }

    private void serveUntil(BooleanSupplier end) {
        try (PhysicsService physics = PhysicsService.builder(new Births()).start();
                EventReader all = physics.events().with().open();
                EventReader hits = physics.events().with(Kind.CONTACT_BEGIN).open(); // the kinds that clients get
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .key(KEY)
                        .events(hits)
                        .start()) {
            StateSender.Builder other = StateSender.builder(physics.states());
            assertThrows(IllegalArgumentException.class, () -> other.events(all), "kinds that receivers do not get");
            Await.until(end, sender::lastError);
            assertNull(sender.failure());
        }
    }

    /** Returns the number of events so far. */
    private int hear(RemoteStates remote, Frame frame) {
        events = remote.events();
        remote.events().poll(frame.reachedTick(), hit -> play(hit, frame)); // in each frame
        if (!heard.isEmpty()) {
            assertEquals(heard.get(heard.size() - 1), remote.serverTick(newest));
        }
        return heard.size();
    }

    private void play(RemoteEvent hit, Frame frame) {
        assertThrows(IllegalStateException.class, () -> events.poll(0, other -> {}), "the handler must not poll");
        assertEquals(RemoteEvent.Kind.CONTACT_BEGIN, hit.kind());
        assertEquals(3, hit.z());
        assertEquals(7, hit.impulse());
        assertEquals(State.NO_SLOT, hit.slotB());
        assertTrue(hit.tick() <= frame.reachedTick() && hit.tick() > newest);
        // The picture of a busy machine may show the next body already.
        if (frame.reachedTick() < hit.tick() + 10 * BODIES) {
            assertEquals(frame.life(hit.slotA()), hit.lifeA());
        }
        newest = hit.tick();
        heard.add((long) hit.x());
    }
}
