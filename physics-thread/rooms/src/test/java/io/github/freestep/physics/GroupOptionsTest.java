package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refusedWith;

import io.github.freestep.physics.rooms.PhysicsGroup;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class GroupOptionsTest {
    @Test
    void aServiceInAGroupRefusesWhatConcernsItsThread() {
        Map<String, UnaryOperator<PhysicsBuilder>> options = Map.of(
                "spinBudgetPerMille", builder -> builder.spinBudgetPerMille(5),
                "realTime", builder -> builder.realTime(50),
                "cpu", builder -> builder.cpu(0));
        try (PhysicsGroup group = PhysicsGroup.open(1)) {
            options.forEach((name, option) -> {
                PhysicsBuilder builder =
                        option.apply(PhysicsService.builder(new Falling()).group(group));
                String message = name + " must not be set together with group, because the services of a group share"
                        + " threads; leave " + name + " out, or give the service a thread of its own";
                refusedWith(message, IllegalArgumentException.class, builder::build);
            });
        }
    }
}
