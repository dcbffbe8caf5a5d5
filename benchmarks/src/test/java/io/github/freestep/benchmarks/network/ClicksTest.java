package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A click on a body of a remote frame, sent to the server with the body's slot and life. */
@Execution(ExecutionMode.CONCURRENT)
class ClicksTest {
    private static final int BODIES = 20;

    private final int port = FreePorts.inARow(1);

    /** Each action replaces the body in the slot of its code, if that still has the life of its value. */
    private static final class Targets implements Simulation {
        private int refused;
        private int hits;

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
            for (int i = 0; i < tick.input().size(); i++) {
                int slot = tick.input().code(i);
                int life = (int) tick.input().value(i);
                boolean isSlot = slot >= 0 && slot < tick.bodies().slots(); // a client may send any number
                if (isSlot && tick.bodies().isSameLife(slot, life)) {
                    hit(tick.bodies(), slot);
                } else {
                    refused++; // the body has gone since, or the slot has another one
                }
            }
        }

        private void hit(Bodies bodies, int slot) {
            hits++;
            bodies.remove(slot);
            bodies.spawn(slot);
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < BODIES; slot++) {
                state.position(slot, slot, 0, 0);
            }
        }
    }

    @Test
    void theServerAcceptsExactlyTheClicksThatWereRightAlsoAfterARestart() {
        try (RemoteStates remote =
                        RemoteStates.builder(StateLayout.of(BODIES)).port(port).start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            for (int run = 0; run < 2; run++) {
                Targets targets = new Targets();
                try (PhysicsService physics = PhysicsService.builder(targets).start();
                        StateSender sender = sender(physics)) {
                    // The first frames after a restart show the former run, whose bodies have the same lives.
                    Await.until(() -> connects(frames.sample(), remote), sender::lastError);
                    assertEquals(0, hits(physics, targets), "a click on a body of the former run");
                    assertTrue(remote.input().action(3, 1));
                    // The second one names a body that the first one has removed.
                    assertTrue(remote.input().action(3, 1));
                    awaitShown(remote, frames, 3, 3);
                    assertTrue(remote.input().action(BODIES, 1));
                    click(remote, frames.sample(), 3);
                    awaitShown(remote, frames, 3, 5);
                    assertEquals(2, hits(physics, targets));
                    assertEquals(2, targets.refused);
                    assertNull(sender.failure());
                }
            }
        }
    }

    /** Clicks for as long as a frame shows the former run. */
    private static boolean connects(Frame frame, RemoteStates remote) {
        if (frame.hasState() && remote.serverTick(frame.reachedTick()) == State.NO_TICK) {
            click(remote, frame, 3);
        }
        return remote.input().isConnected() && shows(frame, remote, 3, 1);
    }

    private StateSender sender(PhysicsService physics) {
        return StateSender.builder(physics.states())
                .port(port)
                .input(physics.input())
                .start();
    }

    private static void click(RemoteStates remote, Frame frame, int slot) {
        remote.input().action(slot, frame.life(slot)); // a life fits into a float
    }

    /** Reads it on the physics thread. */
    private static int hits(PhysicsService physics, Targets targets) {
        return physics.call(context -> targets.hits).join();
    }

    private static boolean shows(Frame frame, RemoteStates remote, int slot, int life) {
        return frame.hasState()
                && remote.serverTick(frame.reachedTick()) != State.NO_TICK
                && frame.isAlive(slot)
                && frame.life(slot) == life;
    }

    private static void awaitShown(RemoteStates remote, FrameSampler frames, int slot, int life) {
        Await.until(() -> shows(frames.sample(), remote, slot, life), remote::status);
    }
}
