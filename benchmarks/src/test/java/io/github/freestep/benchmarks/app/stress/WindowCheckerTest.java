package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without its thread, beside a stepper. */
class WindowCheckerTest {
    private static final long TICK_NANOS = 10_000_000;

    private final Scene scene = Scenes.of("swarm", 10, 1, StepCost.NONE);
    private final InlineStepper stepper = PhysicsService.builder(scene).inline();
    private final Violations violations = new Violations(1, new RunClock());
    private final WindowChecker raw = new WindowChecker(stepper.states(), scene, violations, Plant.NONE);
    private final StateReader window = stepper.states().reader();

    @Test
    void windowsAsTheyShouldBeBreakNothing() {
        for (int i = 0; i < 20; i++) {
            tick();
            raw.check(window);
        }
        assertEquals(List.of(), violations.kept());
        assertEquals(20, raw.windows());
        assertEquals(20, raw.states());
    }

    @Test
    void aLinkThatNamesAnotherTickIsFound() {
        tick();
        tick();
        follow(window.state(1), 77);
        raw.check(window);
        assertEquals(1, violations.count(Promise.WINDOW));
    }

    @Test
    void aWindowThatGoesBackIsFound() {
        tick();
        tick();
        raw.check(window);
        rename(window.state(0), 1);
        follow(window.state(0), window.state(1).tick());
        raw.check(window);
        assertEquals(1, violations.count(Promise.WINDOW));
    }

    @Test
    void aValueThatIsOffIsFound() {
        tick();
        window.state(0).y()[4] += 1;
        raw.check(window);
        assertEquals(1, violations.count(Promise.STATE));
    }

    /** A state of any age, and each was whole when it was looked at first. */
    @Test
    void aStateThatIsOverwrittenWhileItIsHeldIsFound() {
        for (int i = 0; i < 4; i++) {
            tick();
        }
        raw.check(window);
        raw.checkAgain(window);
        assertEquals(0, violations.total());
        for (int age = 0; age < 4; age++) {
            window.state(age).y()[4] += 1;
            raw.checkAgain(window);
            window.state(age).y()[4] -= 1;
            assertEquals(age + 1, violations.count(Promise.STATE));
        }
    }

    private void tick() {
        stepper.advance(TICK_NANOS);
        window.acquire();
    }

    /** Does to a state what no publisher ever would. */
    private static void follow(State state, long tick) {
        Internals.call(Internals.setter("state.State", "predecessorTick"), state, tick);
    }

    private static void rename(State state, long tick) {
        Internals.call(Internals.setter("state.State", "tick"), state, tick);
    }
}
