package io.github.freestep.physics.saves;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.input.InputValues;
import io.github.freestep.physics.saves.content.LivingBodies;
import io.github.freestep.physics.saves.content.RunRestorer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Saves and restores the world of a run: the running simulation, the value of each input axis, and which bodies are
 * alive and attached to which. Stateless. For the thread that runs a command, because no step may change the world
 * meanwhile.
 *
 * <pre>{@code
 * byte[] saved = physics.read(Saves::saved).join();
 * PhysicsService later = Saves.startAt(PhysicsService.builder(new Boxes()), saved).start();
 * }</pre>
 */
public final class Saves {
    private Saves() {}

    /**
     * Saves the world of a run.
     *
     * @param context the context of a command
     * @param out takes what {@link #restore} reads
     * @throws IOException if writing fails
     * @throws IllegalArgumentException if the simulation is not a {@link SavableSimulation}
     */
    public static void save(PhysicsContext context, DataOutput out) throws IOException {
        Objects.requireNonNull(context, "context must not be null; pass that of the command");
        Objects.requireNonNull(out, "out must not be null; pass what takes the save");
        InputValues input = Inside.of(context).input();
        out.writeInt(input.axes());
        for (int axis = 0; axis < input.axes(); axis++) {
            out.writeFloat(input.axis(axis));
        }
        if (!Inside.of(context.bodies()).isFilled()) {
            LivingBodies.write(context.bodies(), out);
        }
        context.world(SavableSimulation.class).save(out);
    }

    /**
     * Returns the tick and all that {@link #save} writes, as the bytes of a saved game. Call it by {@code
     * physics.read(Saves::saved)}.
     *
     * @param context the context of a command
     * @return what {@link #startAt} begins with
     * @throws IOException if the simulation cannot write
     * @throws IllegalArgumentException if the simulation is not a {@link SavableSimulation}
     */
    public static byte[] saved(PhysicsContext context) throws IOException {
        Objects.requireNonNull(context, "context must not be null; pass that of the command");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(context.tick());
        save(context, out);
        return bytes.toByteArray();
    }

    /**
     * Restores what {@link #save} has written, in a command or in that of {@link PhysicsBuilder#startAt}. Each axis has
     * the saved value until it is polled or pushed. If time runs, frames blend from the poses before to those after,
     * unless the world is that of an engine, or you call {@link io.github.freestep.state.Bodies#teleport} for each
     * body. If this throws, axes are as before. So are bodies and attachments, unless the adapter of an engine has
     * failed halfway, as it says in its own {@code restore}.
     *
     * @param context the context of a command
     * @param in the save of a run with as many axes, and with a simulation that was set up in the same way
     * @throws IOException if the save cannot be read, or has another number of axes
     * @throws IllegalArgumentException if the simulation is not a {@link SavableSimulation}
     */
    public static void restore(PhysicsContext context, DataInput in) throws IOException {
        Objects.requireNonNull(context, "context must not be null; pass that of the command");
        Objects.requireNonNull(in, "in must not be null; pass what save has written");
        new RunRestorer().restore(context, context.world(SavableSimulation.class)::restore, in);
    }

    /**
     * Begins a run where a world was saved. A {@code Recorder} refuses such a run. A {@code RecordingRing} keeps it if
     * the simulation restores exactly.
     *
     * @param builder builds the run
     * @param saved what {@link #saved} has returned; not copied
     * @return the builder
     * @throws IllegalArgumentException if there is no tick in {@code saved}; other damage ends the run with a failure
     */
    public static PhysicsBuilder startAt(PhysicsBuilder builder, byte[] saved) {
        Objects.requireNonNull(builder, "builder must not be null; pass PhysicsService.builder(world)");
        Objects.requireNonNull(saved, "saved must not be null; pass what Saves.saved has returned");
        if (saved.length < Long.BYTES) {
            throw new IllegalArgumentException("saved must be the bytes that Saves.saved has returned, were "
                    + saved.length + " bytes; use another copy");
        }
        // A stream for each run, because a builder may make several.
        return builder.startAt(
                ByteBuffer.wrap(saved).getLong(),
                context -> restore(
                        context,
                        new DataInputStream(new ByteArrayInputStream(saved, Long.BYTES, saved.length - Long.BYTES))));
    }
}
