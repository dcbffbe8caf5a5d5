package io.github.freestep.physics.journal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the events of a world have reported so far: who touches whom, and who sleeps. It belongs to the events and not
 * to the world, so a saved world does not have it. A service that is handed over takes it along. For the physics
 * thread.
 */
public interface ReportedEvents {
    /**
     * Writes what was reported.
     *
     * @param out takes what {@link #read} reads
     * @throws IOException if writing fails
     */
    void write(DataOutput out) throws IOException;

    /**
     * Reads what was reported elsewhere. Call it after the world was restored, before its first step.
     *
     * @param in the bytes, which may be forged
     * @throws IOException if the bytes end too early, or are not of such a world
     */
    void read(DataInput in) throws IOException;
}
