package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refusedWith;

import io.github.freestep.physics.rooms.PhysicsGroup;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class GroupOptionsTest {
    private final Falling world = new Falling();

    @Test
    void aServiceInAGroupRefusesWhatConcernsItsThread() {
        String shared = " must not be set together with group, because the services of a group share a thread; ";
        Map<String, UnaryOperator<PhysicsBuilder>> options = Map.of(
                "spinBudgetPerMille" + shared + "set it with PhysicsGroup.builder().spinBudgetPerMille(...)",
                builder -> builder.spinBudgetPerMille(5),
                "realTime" + shared + "set it with PhysicsGroup.builder().realTime(...)",
                builder -> builder.realTime(50),
                "cpu" + shared + "leave cpu out",
                builder -> builder.cpu(0));
        try (PhysicsGroup group = PhysicsGroup.open(1)) {
            options.forEach((message, option) -> {
                PhysicsBuilder builder =
                        option.apply(PhysicsService.builder(world).group(group));
                refusedWith(message, IllegalArgumentException.class, builder::build);
            });
        }
    }
}
