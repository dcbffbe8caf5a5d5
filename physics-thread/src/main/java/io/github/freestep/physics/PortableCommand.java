package io.github.freestep.physics;

import io.github.freestep.physics.recording.Recorder;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A command that declares how it is written, so that a replay can run it again. Immutable: it is written by the recorder's
 * thread, whenever that comes to it. A {@link CommandReader} makes it anew.
 *
 * <pre>{@code
 * record Remove(int body) implements PortableCommand<Void> {
 *     public Void run(Bodies bodies) {
 *         bodies.remove(body);
 *         return null;
 *     }
 *
 *     public int type() {
 *         return 1;
 *     }
 *
 *     public void write(DataOutput out) throws IOException {
 *         out.writeInt(body);
 *     }
 * }
 *
 * physics.submit(new Remove(3));                                             // and not bodies -> ...
 * Replay.open(file, World::new, (type, in) -> new Remove(in.readInt()));
 * }</pre>
 *
 * <p>A command that needs the world itself takes it in its constructor, from the caller in the run, and from the reader
 * in a replay.
 *
 * @param <T> what it gives back
 */
public interface PortableCommand<T> extends ValueCommand<T> {
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
     * @throws IOException if that fails: the recording then has a command that no replay can run, and names what
     *     was thrown in {@link Recorder#failure}
     */
    void write(DataOutput out) throws IOException;
}
