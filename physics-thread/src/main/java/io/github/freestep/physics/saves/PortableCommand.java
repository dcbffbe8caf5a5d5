package io.github.freestep.physics.saves;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A command that a recording can store, so that a replay can run it again. It must be immutable, because the recorder's
 * thread writes it some time after it was submitted. A {@link CommandReader} recreates it from the recording.
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
 * physics.submit(new Kick(3)); // instead of a lambda
 * Replay.open(file, Pinball::new, (type, in) -> new Kick(in.readInt()));
 * }</pre>
 *
 * <p>A command must get its world from {@link PhysicsContext#world}, not from a field, because a replay runs it in
 * another world.
 */
public interface PortableCommand extends Command {
    /**
     * Returns the number by which a {@link CommandReader} recognises this kind of command. {@link Saves#load(byte[])}
     * has taken 0x10AD0001.
     *
     * @return the same number for all commands that are read in the same way
     */
    int type();

    /**
     * Writes everything that the command's effect depends on.
     *
     * @param out takes at most 8 MB, or 32,768 bytes in a match
     * @throws IOException if writing fails; no replay can then run this command, and {@code Recorder.failure()}
     *     returns the exception
     */
    void write(DataOutput out) throws IOException;
}
