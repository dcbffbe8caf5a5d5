package io.github.freestep.physics.own;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsException;
import org.junit.jupiter.api.Test;

/** The same rules with two small worlds, of which one is shown while the other one catches up. */
class TwinSceneTest extends OwnSceneTest {
    @Override
    boolean hasTwin() {
        return true;
    }

    /** Returns the most ticks that a frame steps. There is one tick in each frame. */
    private int mostSteps(int frames) {
        int most = 0;
        for (int i = 0; i < frames; i++) {
            int steps = server.steps;
            show(1);
            most = Math.max(most, server.steps - steps);
        }
        return most;
    }

    @Test
    void aFrameStepsTheTickAndFourOfThoseThatAreSteppedAgain() {
        server.own.axis(LineServer.AXIS, STEP);
        int sets = server.sets[0];
        assertEquals(1 + 4, mostSteps(100));
        assertTrue(server.sets[0] - sets >= 20, () -> (server.sets[0] - sets) + " times");
        // A body is elsewhere, and another one is gone.
        server.line.x[NEAR] += 0.5;
        server.isAlive[FAR] = false;
        assertEquals(1 + 4, mostSteps(50));
        // It takes longer to catch up than until the next state is due.
        server.jitter = tick -> 12;
        show(200);
        assertTrue(server.own.depthTicks() > 16, () -> server.own.depthTicks() + " ticks");
        assertEquals(1 + 4, mostSteps(100));
    }

    /** In a state of the server, the player is just before the body, and in the next one it is dead. */
    @Test
    void whatAWorldPushesThatDoesNotCatchUpRestsAgain() {
        // A world is set in one of four frames.
        for (int frames = 10; frames < 18; frames++) {
            server = open(builder -> builder.reach(0.1)).measured();
            server.own.axis(LineServer.AXIS, STEP);
            show(frames);
            server.line.x[0] = 1.9;
            show(1);
            server.isAlive[0] = false;
            server.line.x[0] = -5;
            server.own.axis(LineServer.AXIS, 0);
            show(50);
            server.isAlive[0] = true;
            for (int i = 0; i < 50; i++) {
                show(1);
                assertEquals(3, server.shown.x(NEAR), 1e-3, "after " + frames + " frames");
            }
        }
    }

    @Test
    void thePredictionEndsWhenEitherWorldFails() {
        for (boolean isFirst : new boolean[] {true, false}) {
            server = open(builder -> builder).measured();
            (isFirst ? server.world : server.twin).fails = true;
            refused("a step fails", PhysicsException.class, () -> show(20));
            String ended = "this prediction has ended: its status is FAILED";
            refused(ended, IllegalStateException.class, () -> server.own.axis(LineServer.AXIS, STEP));
            refused(ended, IllegalStateException.class, () -> show(1));
            assertTrue(server.world.isClosed, "the first one is closed");
            assertTrue(server.twin.isClosed, "the second one is closed");
            server.own.close();
        }
    }

    @Test
    void aFrameEndsAfter12MillisecondsOfSteps() {
        server.own.axis(LineServer.AXIS, STEP);
        show(20);
        server.isStarved = true;
        show(20);
        server.isStarved = false;
        server.stepNanos = 1_000_000;
        long before = server.clock.nanoTime();
        int ticks = server.own.advance();
        long took = server.clock.nanoTime() - before;
        // The longest tick does not count, and another one ends after the limit. Both worlds step a tick and 4 again.
        assertTrue(took > 12_000_000 && took <= 12_000_000 + 2 * 6_000_000, () -> took + " ns");
        assertTrue(ticks < 20, () -> ticks + " ticks");
        server.stepNanos = 0;
        double passed = (double) took / LineServer.TICK;
        assertEquals(20 + passed, ticks + server.own.advance(), 1);
        show(6);
        assertEquals(-LineServer.WAY - passed, server.behind(0), 1, "the others are stepped in the next frame");
    }
}
