package io.github.freestep.physics.prediction;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.WrappingSimulation;

/** The user's small world, which can stand still for a tick. For one thread. */
final class SmallWorld extends WrappingSimulation {
    /** Whether steps do nothing. */
    boolean stands;

    SmallWorld(OwnWorld world) {
        super(world);
    }

    /** Shows the bodies at their next places at once. */
    static void teleport(PhysicsContext context) {
        for (int slot = 0; slot < context.bodies().slots(); slot++) {
            if (context.bodies().isAlive(slot)) {
                context.bodies().teleport(slot);
            }
        }
    }

    @Override
    public void step(Tick tick) {
        if (!stands) {
            super.step(tick);
        }
    }
}
