package io.github.freestep.physics.saves.content;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.input.InputValues;
import io.github.freestep.state.Bodies;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;

/**
 * Restores what {@code Saves.save} has written. Reused: allocates only for a world with more slots or axes than all
 * before. For the physics thread.
 */
public final class RunRestorer {
    /** Restores a world from what it has saved. */
    public interface World {
        /**
         * Restores the world.
         *
         * @param in what the world has saved
         * @throws IOException if the world cannot be read
         */
        void restore(DataInput in) throws IOException;
    }

    private final LivingBodies living = new LivingBodies();
    private final LivingBodies before = new LivingBodies();
    private float[] axes = {};

    /**
     * Restores a save. If this throws, axes are as before, and so are bodies that no adapter of an engine restores.
     *
     * @param context the context of a command
     * @param world the running simulation
     * @param in what {@code Saves.save} has written
     * @throws IOException if the save cannot be read, or has another number of axes
     */
    public void restore(PhysicsContext context, World world, DataInput in) throws IOException {
        InputValues input = Inside.of(context).input();
        try {
            readAxes(in, input.axes());
            // Adapters of engines save and restore their bodies themselves.
            if (Inside.of(context.bodies()).isFilled()) {
                world.restore(in);
            } else {
                restoreLives(context.bodies(), world, in);
            }
        } catch (EOFException e) {
            throw new IOException("the saved world is damaged: it ends in the middle of a value; use another copy", e);
        }
        input.restore(axes);
    }

    private void readAxes(DataInput in, int own) throws IOException {
        int saved = in.readInt();
        if (saved != own) {
            throw new IOException("the save has " + saved + " axes, and this run " + own
                    + "; pass what Saves.save has written, and set axes as in the saved run");
        }
        axes = axes.length == own ? axes : new float[own];
        for (int axis = 0; axis < own; axis++) {
            float value = in.readFloat();
            if (!Float.isFinite(value)) {
                throw new IOException("a value of the input must be finite, was " + value);
            }
            axes[axis] = value;
        }
    }

    private void restoreLives(Bodies bodies, World world, DataInput in) throws IOException {
        living.read(in, Inside.of(bodies).epochs.length);
        before.note(bodies);
        try {
            living.restore(bodies);
            world.restore(in);
            living.attach(bodies);
        } catch (Throwable t) {
            before.restore(bodies);
            before.attach(bodies);
            throw t;
        }
    }
}
