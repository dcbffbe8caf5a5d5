package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The swarm of which only a share of the bodies moves, and the others are not written. */
class RestingSwarmTest {
    private static final long TICK_NANOS = 10_000_000;
    private static final int BODIES = 500;

    private final Scene scene = scene("resting swarm", BODIES, 3);
    private final InlineStepper stepper =
            PhysicsService.builder(scene).clock(new VirtualClock(0)).inline();
    private final StateReader window = stepper.states().reader();

    /** Makes a scene by name; "resting swarm" has a share of moving bodies that the seed determines. */
    static Scene scene(String name, int bodies, long seed) {
        return name.equals("resting swarm")
                ? Scenes.swarm(bodies, 0.05 + seed % 5 * 0.2, Seeds.of(seed), StepCost.NONE)
                : Scenes.of(name, bodies, Seeds.of(seed), StepCost.NONE);
    }

    private State tick() {
        stepper.advance(TICK_NANOS);
        window.acquire();
        assertNull(scene.flaw(window.state(0)));
        return window.state(0);
    }

    @Test
    void aBodyThatRestsIsNotWritten() {
        float[] before = tick().stepped(0).clone();
        State state = tick();
        int skipped = 0;
        for (int body = 0; body < BODIES; body++) {
            skipped += state.stepped(0)[body] == before[body] ? 1 : 0;
        }
        // Bodies rest in groups, so that the number varies much with the seed.
        assertTrue(skipped > 0 && skipped < BODIES, skipped + " were skipped");
    }

    @Test
    void anyFloatOfABodyThatRestsIsChecked() {
        State state = tick();
        int body = 0;
        while (!state.isAlive(body) || state.stepped(0)[body] == state.tick()) {
            body++;
        }
        for (float[] values : Arrays.copyOf(values(state), 8)) { // without the stepped channels
            float right = values[body];
            values[body] += 0.002f;
            String flaw = scene.flaw(state);
            assertTrue(flaw.contains("body " + body + ": ") && flaw.contains("at rest"), flaw);
            values[body] = right;
        }
        state.stepped(0)[body]++;
        assertTrue(scene.flaw(state).contains("tick was"));
    }

    /** Which is what a slot holds that was not copied forward. */
    @Test
    void aBodyThatStillShowsItsEarlierLifeIsFound() {
        int found = 0;
        for (int i = 0; i < 2_000; i++) {
            float[][] before = PictureRig.copy(values(tick()));
            State state = tick();
            float[][] now = values(state);
            float[][] right = PictureRig.copy(now);
            for (int body = 0; body < BODIES; body++) {
                if (state.isAlive(body) && before[9][body] >= 0 && right[9][body] != before[9][body]) {
                    PictureRig.paste(before, now, body, body + 1);
                    assertNotNull(scene.flaw(state));
                    PictureRig.paste(right, now, body, body + 1);
                    found++;
                }
            }
        }
        assertTrue(found > 100, "only " + found);
    }

    /** Returns all arrays of a state: position, orientation and channels. */
    static float[][] values(State state) {
        return new float[][] {
            state.x(),
            state.y(),
            state.z(),
            state.qx(),
            state.qy(),
            state.qz(),
            state.qw(),
            state.linear(0),
            state.stepped(0),
            state.stepped(1)
        };
    }

    /** Each check takes the next part of the bodies, so that a wrong one is found in the course of a few checks. */
    @Test
    void ofManyBodiesAPartIsCheckedInTurn() {
        int bodies = 200_000;
        Scene large = Scenes.swarm(bodies, 0.01, Seeds.of(1), StepCost.NONE);
        InlineStepper steps =
                PhysicsService.builder(large).clock(new VirtualClock(0)).inline();
        StateReader states = steps.states().reader();
        steps.advance(TICK_NANOS);
        states.acquire();
        State state = states.state(0);
        state.x()[150_000] = Float.NaN;
        int checks = (bodies - 1) / large.checkedBodies() + 1;
        int flaws = 0;
        for (int i = 0; i < 3 * checks; i++) {
            flaws += large.flaw(state) == null ? 0 : 1;
        }
        assertTrue(checks > 1);
        assertEquals(3, flaws);
    }
}
