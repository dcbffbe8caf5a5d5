package io.github.freestep.physics.own;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.state.StateWriter;

/** The user's small world, which can stand still for a tick. For one thread. */
final class SmallWorld extends WrappingSimulation {
    /** Whether steps do nothing. */
    boolean stands;

    /** Whether the states have the bodies as they were when they were last written, because they are not read. */
    boolean isHidden;

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

    @Override
    public void write(StateWriter state) {
        if (!isHidden) {
            super.write(state);
        }
    }
}
