package io.github.freestep.physics.saves;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import java.io.DataInput;
import java.io.IOException;

/**
 * Recreates {@link PortableCommand}s from a recording. The replaying thread calls it. See the example of {@link
 * PortableCommand}.
 */
@FunctionalInterface
public interface CommandReader {
    /** A reader for recordings without commands. It throws if there is one. */
    CommandReader NONE = (type, in) -> {
        throw new IOException("a replay with commands must have a command reader, command type was " + type
                + "; pass one when you open the replay");
    };

    /**
     * Reads a command. When it runs, the command gets its world from {@link PhysicsContext#world}.
     *
     * @param type the {@link PortableCommand#type} of the written command
     * @param in the bytes of the command, then the end of the stream
     * @return the command to run
     * @throws IOException if the command cannot be read
     */
    Command read(int type, DataInput in) throws IOException;
}
