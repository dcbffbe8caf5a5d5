package io.github.freestep.physics.saves;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.input.InputValues;
import io.github.freestep.physics.saves.content.Envelope;
import io.github.freestep.physics.saves.content.LivingBodies;
import io.github.freestep.physics.saves.content.RunRestorer;
import io.github.freestep.physics.saves.content.SavedContent;
import io.github.freestep.physics.saves.content.SavedParts;
import io.github.freestep.state.Bodies;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Saves and restores the world of a run: the running simulation, the value of each input axis, and which bodies are
 * alive and attached to which. Stateless. What has a context is for the thread that runs a command, because no step may
 * change the world meanwhile; the rest is for any thread.
 *
 * <pre>{@code
 * byte[] saved = physics.read(Saves::saved).join();
 * Saves.load(physics, saved); // back to where it was saved
 * PhysicsService later = Saves.startAt(PhysicsService.builder(new Boxes()), saved).start();
 * }</pre>
 */
public final class Saves {
    private static final Envelope GAME = new Envelope(
            0x4653_4756, 1, "saved game", "pass the bytes that Saves.saved has returned", "use another copy");

    private static final int HEAD = Envelope.BYTES + Long.BYTES;

    /** Of a save in a command that is read, which anybody may have written. */
    private static final int MOST_BYTES = 1 << 23;

    private Saves() {}

    /** Loads a saved game, which its checksum has found whole. */
    private record Load(byte[] saved) implements PortableCommand {
        /** Far from the numbers that games choose. */
        static final int TYPE = 0x10AD_0001;

        @Override
        public void run(PhysicsContext c) throws IOException {
            restoreAll(c, saved);
            Bodies bodies = c.bodies();
            // The adapters of engines have done so.
            boolean isEngine = Inside.of(bodies).isFilled();
            for (int slot = 0; !isEngine && slot < bodies.slots(); slot++) {
                if (bodies.isAlive(slot)) {
                    bodies.teleport(slot);
                }
            }
        }

        @Override
        public int type() {
            return TYPE;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(saved.length);
            out.write(saved);
        }

        static PortableCommand read(DataInput in) throws IOException {
            int length = in.readInt();
            if (length < HEAD || length > MOST_BYTES) {
                throw GAME.damaged("it must have " + HEAD + " to " + MOST_BYTES + " bytes, had " + length);
            }
            byte[] saved = new byte[length];
            in.readFully(saved);
            GAME.requireWhole(saved);
            return new Load(saved);
        }
    }

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
     * Names what a world saves from here on, so that the report of a desync names it, too: "score is 13 in the world of
     * player 1". Call it in {@link SavableSimulation#save}, and where a scene saves itself or a body. It changes no
     * byte of a save, and does nothing unless the values are compared.
     *
     * @param out as passed to {@code save}
     * @param name the name, such as that of a field; if a body is saved, the report names that body as well
     */
    public static void part(DataOutput out, String name) {
        Objects.requireNonNull(name, "name must not be null; pass that of a field");
        if (out instanceof SavedParts.Names names) {
            names.part(name);
        }
    }

    /**
     * Returns the tick and all that {@link #save} writes, as the bytes of a saved game, with a checksum. Call it by
     * {@code physics.read(Saves::saved)}.
     *
     * @param context the context of a command
     * @return what {@link #load(Physics, byte[])} and {@link #startAt} take
     * @throws IOException if the simulation cannot write
     * @throws IllegalArgumentException if the simulation is not a {@link SavableSimulation}
     */
    public static byte[] saved(PhysicsContext context) throws IOException {
        Objects.requireNonNull(context, "context must not be null; pass that of the command");
        SavedContent.Out bytes = new SavedContent.Out();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(new byte[Envelope.BYTES]);
        out.writeLong(context.tick());
        save(context, out);
        byte[] saved = Arrays.copyOf(bytes.array(), bytes.length());
        GAME.seal(saved, saved.length);
        return saved;
    }

    /**
     * Loads a saved game into a running world: a quick load, the next level, or a reset. Ticks, times and rate
     * continue, while the world, its bodies and the axes become those of the save, and no frame shows a body on the
     * way. Recordings, rings and capsules continue, because they keep the save, up to 8 MB of it, although a ring of a
     * world that does not restore exactly has room for 2 MB in all. In a match, submit {@link #load(byte[])} to the
     * session.
     *
     * @param physics the service or stepper
     * @param saved what {@link #saved} has returned for a simulation that was set up in the same way; not copied, so do
     *     not change it
     * @return a future that completes once the save is loaded; it fails if the simulation cannot read it, as it may
     *     after half of the save of another simulation, so then load another
     * @throws IllegalArgumentException if the save is damaged, which changes nothing
     */
    public static CompletableFuture<Void> load(Physics physics, byte[] saved) {
        Objects.requireNonNull(physics, "physics must not be null; pass a service or a stepper");
        return physics.submit(load(saved));
    }

    /**
     * Returns the command that loads a saved game, for a match that reads {@link #commands}, which takes up to 32 KB.
     *
     * @param saved as for {@link #load(Physics, byte[])}
     * @return a command with a written form, which recordings and replays can read
     * @throws IllegalArgumentException if the save is damaged
     */
    public static PortableCommand load(byte[] saved) {
        return new Load(requireWhole(saved));
    }

    /**
     * Lets a reader of commands read those of {@link #load(byte[])}, too. Replays call it, so you need not. Pass the
     * returned reader to the {@code commands} of a match if any player may replace the world of all.
     *
     * @param game reads all other commands
     * @return a reader of both
     */
    public static CommandReader commands(CommandReader game) {
        Objects.requireNonNull(game, "game must not be null; pass CommandReader.NONE if there are no other commands");
        return (type, in) -> type == Load.TYPE ? Load.read(in) : game.read(type, in);
    }

    private static byte[] requireWhole(byte[] saved) {
        Objects.requireNonNull(saved, "saved must not be null; pass what Saves.saved has returned");
        try {
            GAME.requireWhole(saved);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return saved;
    }

    /** Restores a saved game, of which nothing may be left, because it is then one of another simulation. */
    private static void restoreAll(PhysicsContext context, byte[] saved) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved, HEAD, saved.length - HEAD));
        SavableSimulation world = context.world(SavableSimulation.class);
        RunRestorer.World whole = all -> {
            world.restore(all);
            if (in.available() > 0) {
                throw new IOException("the save has " + in.available() + " bytes more than this simulation reads; load"
                        + " what it has saved");
            }
        };
        new RunRestorer().restore(context, whole, in);
    }

    /**
     * Restores what {@link #save} has written, in the command of {@link PhysicsBuilder#startAt}; in a run, call {@link
     * #load(Physics, byte[])} instead. Each axis has the saved value until it is polled or pushed. If this throws, axes
     * are as before. So are bodies and attachments, unless the adapter of an engine has failed halfway, as it says in
     * its own {@code restore}.
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
     * @throws IllegalArgumentException if the save is damaged
     */
    public static PhysicsBuilder startAt(PhysicsBuilder builder, byte[] saved) {
        Objects.requireNonNull(builder, "builder must not be null; pass PhysicsService.builder(world)");
        long tick = ByteBuffer.wrap(requireWhole(saved)).getLong(Envelope.BYTES);
        // A stream for each run, because a builder may make several.
        return builder.startAt(tick, context -> restoreAll(context, saved));
    }
}
