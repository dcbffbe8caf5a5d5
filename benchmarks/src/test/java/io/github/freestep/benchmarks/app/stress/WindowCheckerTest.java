package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the windows of a stepper on the thread of the test. */
class WindowCheckerTest {
    private static final long TICK_NANOS = 10_000_000;

    private final Scene scene = Scenes.of("swarm", 10, Seeds.of(1), StepCost.NONE);
    private final InlineStepper stepper = PhysicsService.builder(scene).inline();
    private final Violations violations = new Violations(1, new RunClock());
    private final WindowChecker raw = new WindowChecker(stepper.states(), scene, violations, PlantedFlaw.NONE);
    private final StateReader window = stepper.states().reader();

    @Test
    void findsALinkToAnotherTick() throws Exception {
        tick();
        tick();
        follow(window.state(1), 77);
        raw.check(window);
        assertEquals(1, violations.count(Promise.WINDOW));
    }

    @Test
    void findsAWindowThatGoesBack() throws Exception {
        tick();
        tick();
        raw.check(window);
        set("state.StateContent", "tick", window.state(0), 1);
        follow(window.state(0), window.state(1).tick());
        raw.check(window);
        assertEquals(1, violations.count(Promise.WINDOW));
    }

    /** A jump shows only between states that follow each other. */
    @Test
    void checksEachStateThatIsNewInTheOrderOfTicks() {
        List<Long> ticks = new ArrayList<>();
        OwnChecks checks = new OwnChecks(scene.layout(), state -> ticks.add(state.tick()));
        WindowChecker each = new WindowChecker(stepper.states(), checks, violations, PlantedFlaw.NONE);
        tick();
        tick();
        each.check(window);
        assertEquals(List.of(0L, 1L, 2L), ticks);
        tick();
        each.check(window);
        assertEquals(List.of(0L, 1L, 2L, 3L), ticks);
    }

    private void tick() {
        stepper.advance(TICK_NANOS);
        window.acquire();
    }

    private static void follow(State state, long tick) throws ReflectiveOperationException {
        set("state.content.HasStateInside", "predecessorTick", state, tick);
    }

    /** Changes a state as no publisher would. */
    private static void set(String owner, String field, State state, long value) throws ReflectiveOperationException {
        Field hidden = Class.forName("io.github.freestep." + owner).getDeclaredField(field);
        hidden.setAccessible(true);
        hidden.setLong(state, value);
    }
}
