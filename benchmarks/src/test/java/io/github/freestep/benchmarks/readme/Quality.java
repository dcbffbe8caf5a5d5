package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.EventSubscription;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent.Kind;

/** Lowers the detail of a world that is too heavy. */
final class Quality {
    private Quality() {}

    static EventSubscription lowersDetail(Physics physics) {
        return physics.events().with(Kind.SUSTAINED_SCALE).subscribe("quality", event -> {
            if (event.sustainedScale() < 0.95) { // the picture runs at less than 95 % of its speed
                physics.submit(c -> c.world(Crowd.class).lowerDetail());
            }
        });
    }
}
