package io.github.freestep.physics;

import java.io.DataInput;
import java.io.IOException;

/** Makes commands anew that {@link PortableCommand}s have written. Called by the thread that replays. */
@FunctionalInterface
public interface CommandReader {
    /** For recordings without commands. */
    CommandReader NONE = (type, in) -> {
        throw new IOException("there is no reader for a command of type " + type + "; open the replay with one");
    };

    /**
     * Reads a command.
     *
     * @param type as the command was written with
     * @param in its bytes, and then the end
     * @return to be run
     * @throws IOException if it can't be read
     */
    ValueCommand<?> read(int type, DataInput in) throws IOException;
}
