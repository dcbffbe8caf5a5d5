package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refusedWith;

import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** An option that would have no effect is refused where it meets the other one, and both are named. */
class StepperOptionsTest {
    private final Falling world = new Falling();

    @Test
    void aStepperRefusesEachOptionOfThreads() {
        Map<String, UnaryOperator<PhysicsBuilder>> options = Map.of(
                "group", builder -> builder.group(new ServiceThreads(null) {}),
                "spinBudgetPerMille", builder -> builder.spinBudgetPerMille(0),
                "realTime", builder -> builder.realTime(50),
                "cpu", builder -> builder.cpu(0),
                "closeTimeout", builder -> builder.closeTimeout(Duration.ofSeconds(1)),
                "watchdog", builder -> builder.watchdog(Duration.ofSeconds(1)));
        options.forEach((name, option) -> refusedWith(
                "inline() must not be combined with options for threads, because a stepper has none, was combined"
                        + " with " + name + "; leave them out, or use start()",
                IllegalArgumentException.class,
                () -> option.apply(PhysicsService.builder(world)).inline()));
        PhysicsService.builder(world).inline().close();
    }
}
