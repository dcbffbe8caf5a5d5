package io.github.freestep.physics;

import io.github.freestep.physics.recording.Recorder;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A command that can be written down, so that a replay can run it again. It must be immutable, because the recorder's
 * thread writes it some time after it was submitted. A {@link CommandReader} makes it anew from what was written.
 *
 * <pre>{@code
 * record Kick(int body) implements PortableCommand {
 *     public void run(PhysicsContext c) {
 *         c.world(Pinball.class).kick(body);
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
 * physics.submit(new Kick(3));                                               // and not c -> ...
 * Replay.open(file, Pinball::new, (type, in) -> new Kick(in.readInt()));
 * }</pre>
 *
 * <p>A command must find its world by {@link PhysicsContext#world}, not in a field: a replay runs it in another one.
 */
public interface PortableCommand extends Command {
    /**
     * The number by which a {@link CommandReader} knows this kind of command.
     *
     * @return the same number for all commands that are read in the same way
     */
    int type();

    /**
     * Writes everything that the command's effect depends on.
     *
     * @param out takes at most 32,768 bytes
     * @throws IOException if that fails: the recording then has a command that no replay can run, and names what
     *     was thrown in {@link Recorder#failure}
     */
    void write(DataOutput out) throws IOException;
}
