package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteEvent;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Events of a service come to the clients of its sender, and are handed out when the picture reaches them. */
@Execution(ExecutionMode.CONCURRENT)
class RemoteEventsTest {
    private static final int BODIES = 4;

    private final int port = FreePorts.inARow(1);

    /** A body is replaced every 10 ticks, and each new one reports its tick. */
    private static final class Births implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(BODIES);
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int slot = 0; slot < BODIES; slot++) {
                context.bodies().spawn(slot);
            }
        }

        @Override
        public void step(Tick tick) {
            if (tick.number() % 10 == 0) {
                int slot = (int) (tick.number() / 10 % BODIES);
                tick.bodies().remove(slot);
                tick.bodies().spawn(slot);
                tick.events().user(7, slot, State.NO_SLOT, 1, 2, 3, tick.number());
                tick.events().contactEnd(slot, 0);
            }
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < BODIES; slot++) {
                state.position(slot, slot, 0, 0);
            }
        }
    }

    @Test
    void eventsComeWhenTheyAreSeenAlsoAfterARestart() {
        try (RemoteStates remote =
                        RemoteStates.builder(StateLayout.of(BODIES)).port(port).start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            long[] lastTick = {State.NO_TICK};
            for (int run = 0; run < 2; run++) {
                List<Long> births = new ArrayList<>();
                try (PhysicsService physics =
                                PhysicsService.builder(new Births()).start();
                        EventReader userEvents =
                                physics.events().with(Kind.USER).open();
                        StateSender sender = StateSender.builder(physics.states())
                                .port(port)
                                .events(userEvents)
                                .start()) {
                    Await.until(
                            () -> {
                                Frame frame = frames.sample();
                                remote.events().poll(frame.reachedTick(), event -> {
                                    check(event, frame, remote);
                                    assertTrue(event.tick() > lastTick[0]);
                                    lastTick[0] = event.tick();
                                    births.add(event.data());
                                });
                                return births.size() >= 20;
                            },
                            sender::lastError);
                    assertNull(sender.failure());
                }
                for (int i = 1; i < births.size(); i++) {
                    assertEquals(births.get(0) + 10 * i, births.get(i));
                }
            }
            assertNull(remote.failure());
        }
    }

    private static void check(RemoteEvent event, Frame frame, RemoteStates remote) {
        assertEquals(RemoteEvent.Kind.USER, event.kind());
        assertEquals(7, event.code());
        assertEquals(event.data(), remote.serverTick(event.tick()));
        assertTrue(event.tick() <= frame.reachedTick());
        assertEquals(3, event.z());
        assertEquals(State.NO_SLOT, event.slotB());
        assertTrue(Float.isNaN(event.impulse()));
        // A frame that was late may show the next body already.
        if (frame.reachedTick() < event.tick() + 10 * BODIES) {
            assertEquals(frame.life(event.slotA()), event.lifeA());
        }
    }

    @Test
    void aSenderRefusesKindsThatReceiversDoNotGet() {
        try (PhysicsService physics = PhysicsService.builder(new Births()).start();
                EventReader all = physics.events().with().open()) {
            StateSender.Builder builder = StateSender.builder(physics.states());
            assertThrows(IllegalArgumentException.class, () -> builder.events(all));
        }
    }

    @Test
    void theHandlerMustNotPoll() {
        try (PhysicsService physics = PhysicsService.builder(new Births()).start();
                EventReader userEvents = physics.events().with(Kind.USER).open();
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .events(userEvents)
                        .start();
                RemoteStates remote =
                        RemoteStates.builder(StateLayout.of(BODIES)).port(port).start()) {
            Await.until(
                    () -> 0
                            < remote.events()
                                    .poll(
                                            Long.MAX_VALUE,
                                            event -> assertThrows(
                                                    IllegalStateException.class,
                                                    () -> remote.events().poll(0, other -> {}))),
                    sender::lastError);
        }
    }
}
