package io.github.freestep.tools.record;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.recording.RecordingHeader;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.PortableCommand;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a simulation from its name or from the header of a recording, and reads the commands of built-in scenes. */
record RecordedWorld(String name, int bodies, long seed) implements Supplier<Simulation>, CommandReader {
    private static final Pattern SETTINGS = Pattern.compile("bodies=(\\d{1,8})");

    static RecordedWorld of(RecordingHeader header) {
        Matcher settings = SETTINGS.matcher(header.settings());
        if (!settings.matches()) {
            throw new IllegalArgumentException("the settings of the recording's simulation " + header.simulation()
                    + " must be \"bodies=N\", were \"" + header.settings()
                    + "\"; replay it with Replay.open in the program that recorded it");
        }
        int bodies = Integer.parseInt(settings.group(1));
        requireCapacity(header, bodies);
        return new RecordedWorld(header.simulation(), bodies, header.seed());
    }

    /** Checks the number of bodies of an untrusted file against its states, before a world is made. */
    private static void requireCapacity(RecordingHeader header, int bodies) {
        String name = header.simulation();
        int capacity = header.layout().capacity();
        if (Simulations.isScene(name) && bodies != capacity) {
            throw new IllegalArgumentException("the recording's settings have " + bodies + " bodies of " + name
                    + ", but its states have room for " + capacity);
        }
    }

    String settings() {
        return "bodies=" + bodies;
    }

    @Override
    public Simulation get() {
        return Simulations.of(name, bodies, seed);
    }

    /** Whether it is a built-in scene, which {@link Burst} needs. */
    boolean isScene() {
        return Simulations.isScene(name);
    }

    @Override
    public Command read(int type, DataInput in) throws IOException {
        if (type != Burst.TYPE || !isScene()) {
            throw new IOException("command of simulation " + name + " must be of type " + Burst.TYPE
                    + " of a built-in scene, was type " + type);
        }
        return new Burst(in.readLong());
    }

    /** Spawns, removes and teleports bodies. */
    record Burst(long number) implements PortableCommand {
        static final int TYPE = 1;

        @Override
        public void run(PhysicsContext context) {
            Simulations.burst(context, number);
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
