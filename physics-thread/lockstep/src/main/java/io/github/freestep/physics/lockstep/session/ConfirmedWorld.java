package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.saves.content.RunRestorer;
import io.github.freestep.physics.saves.content.SavedContent;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A saved world after a tick whose input is known, with the axes of all players in that tick. As a command, restores
 * the world of another run. Reused: allocates only if a world needs more room than those before it.
 */
final class ConfirmedWorld implements Command {
    private final SavedContent.Out bytes = new SavedContent.Out();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final SavedContent.In from = new SavedContent.In();
    private final DataInputStream in = new DataInputStream(from);
    private final RunRestorer restorer = new RunRestorer();

    /** The world that is restored, in a field, because a reference to its method would be garbage in each tick. */
    private @Nullable SavableSimulation world;

    private final RunRestorer.World restoring =
            saved -> Objects.requireNonNull(world).restore(saved);
    final float[] levels;
    long tick = -1;

    /** Whether the prediction has not taken it yet. Only the thread that holds this object writes it. */
    boolean isNew;

    ConfirmedWorld(int axes) {
        levels = new float[axes];
    }

    void save(long atTick, float[] axes, PhysicsContext run) throws IOException {
        bytes.clear();
        Saves.save(run, out);
        System.arraycopy(axes, 0, levels, 0, axes.length);
        tick = atTick;
    }

    @Override
    public void run(PhysicsContext context) throws IOException {
        from.begin(bytes.array(), bytes.length());
        world = context.world(SavableSimulation.class);
        restorer.restore(context, restoring, in);
    }
}
