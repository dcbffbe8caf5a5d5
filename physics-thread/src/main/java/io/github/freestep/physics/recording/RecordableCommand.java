package io.github.freestep.physics.recording;

import io.github.freestep.physics.Command;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A command that declares how it is written, so that a replay can run it again. Immutable: it is written by the recorder's
 * thread, whenever that comes to it. A {@link CommandReader} makes it anew.
 *
 * @param <T> what it gives back
 */
public interface RecordableCommand<T> extends Command<T> {
    /**
     * Which command it is.
     *
     * @return the same number for all that are read in the same way
     */
    int type();

    /**
     * Writes all that it does depends on.
     *
     * @param out takes at most 32,768 bytes
     * @throws IOException if that fails: the recording then has a command that no replay can run, and names what was thrown in
     *     {@link Recorder#problem}
     */
    void write(DataOutput out) throws IOException;
}
