package io.github.freestep.physics.own;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;

/** The user's small world, which can stand still for a tick. For one thread. */
final class SmallWorld extends WrappingSimulation {
    /** Whether steps do nothing. */
    boolean stands;

    /** Whether nothing reads the states, so that they are written only if a body has come. */
    boolean isHidden;

    /** The epochs that the bodies have, and those that they had when a state was last written. */
    private int[] epochs;

    private int[] writtenEpochs;

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
    public void setUp(PhysicsContext context) {
        epochs = Inside.of(context.bodies()).epochs;
        writtenEpochs = new int[epochs.length];
        super.setUp(context);
    }

    @Override
    public void step(Tick tick) {
        if (!stands) {
            super.step(tick);
        }
    }

    @Override
    public void write(StateWriter state) {
        // A state in which a new body has no position cannot be published.
        if (!isHidden || !Arrays.equals(epochs, writtenEpochs)) {
            super.write(state);
            System.arraycopy(epochs, 0, writtenEpochs, 0, epochs.length);
        }
    }
}
