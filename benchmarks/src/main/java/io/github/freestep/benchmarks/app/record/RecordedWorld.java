package io.github.freestep.benchmarks.app.record;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.Simulations;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.recording.RecordingHeader;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a simulation by its name, and again by what a recording says of it. Reads the commands of its scenes. */
final class RecordedWorld implements Supplier<Simulation>, CommandReader {
    private static final Pattern SETTINGS = Pattern.compile("bodies=(\\d{1,8})");

    private final String name;
    private final int bodies;
    private final long seed;

    RecordedWorld(String name, int bodies, long seed) {
        this.name = name;
        this.bodies = bodies;
        this.seed = seed;
    }

    static RecordedWorld of(RecordingHeader header) {
        Matcher settings = SETTINGS.matcher(header.settings());
        if (!settings.matches()) {
            throw new IllegalArgumentException("the recording's simulation, " + header.simulation()
                    + ", was set up by \"" + header.settings()
                    + "\", which nobody here understands; replay it where it was recorded, with Replay.open");
        }
        int bodies = Integer.parseInt(settings.group(1));
        requireCapacity(header, bodies);
        return new RecordedWorld(header.simulation(), bodies, header.seed());
    }

    /** The number is the file's, and so is what a world of it takes: it has to be that of the states. */
    private static void requireCapacity(RecordingHeader header, int bodies) {
        String name = header.simulation();
        int capacity = header.layout().capacity();
        if (Scenes.names().contains(name) && Scenes.capacity(name, bodies) != capacity) {
            throw new IllegalArgumentException("the recording's settings say " + bodies
                    + " bodies, for which states of " + name + " have room for " + Scenes.capacity(name, bodies)
                    + ", but they have room for " + capacity);
        }
    }

    String settings() {
        return "bodies=" + bodies;
    }

    @Override
    public Simulation get() {
        return Simulations.of(name, bodies, seed);
    }

    /** Spawns, removals and teleports; null if the simulation is not a built-in scene, and so has none. */
    Burst burst(long number) {
        return isScene() ? new Burst(number) : null;
    }

    private boolean isScene() {
        return Scenes.names().contains(name);
    }

    @Override
    public Command read(int type, DataInput in) throws IOException {
        if (type != Burst.TYPE || !isScene()) {
            throw new IOException("simulation " + name + " must have no command of type " + type);
        }
        return new Burst(in.readLong());
    }

    record Burst(long number) implements PortableCommand {
        static final int TYPE = 1;

        @Override
        public void run(PhysicsContext context) {
            context.world(Scene.class).burst(context.bodies(), number);
        }

        @Override
        public int type() {
            return TYPE;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeLong(number);
        }
    }
}
