package io.github.freestep.physics;

import java.io.DataInput;
import java.io.IOException;

/** Makes commands anew from what {@link PortableCommand}s have written. Called by the thread that replays. */
@FunctionalInterface
public interface CommandReader {
    /** For recordings without commands. */
    CommandReader NONE = (type, in) -> {
        throw new IOException("there is no reader for a command of type " + type + "; open the replay with one");
    };

    /**
     * Reads a command. The command finds the world to run in by {@link PhysicsContext#world}.
     *
     * @param type the {@link PortableCommand#type} that the command was written with
     * @param in the command's bytes, and then the end
     * @return the command to run
     * @throws IOException if the command can't be read
     */
    Command read(int type, DataInput in) throws IOException;
}
