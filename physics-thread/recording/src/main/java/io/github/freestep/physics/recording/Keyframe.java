package io.github.freestep.physics.recording;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.journal.LivingBodies;
import io.github.freestep.state.Bodies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A point where a replay can resume: the saved world after a tick, and the position of the next tick in the file. One
 * from a file may have the hash of the recorded state.
 */
record Keyframe(
        long tick,
        RecordingReader.Mark mark,
        float[] axisValues,
        LivingBodies living,
        byte[] world,
        boolean hashed,
        long hash) {
    static Keyframe of(SavableSimulation world, Bodies bodies, long tick, RecordingReader.Mark mark, float[] levels)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        world.save(new DataOutputStream(bytes));
        return new Keyframe(tick, mark, levels.clone(), LivingBodies.of(bodies), bytes.toByteArray(), false, 0);
    }

    /** Restores the keyframe into a world that was set up in the same way. */
    void restore(SavableSimulation into, Bodies bodies) throws IOException {
        living.restore(bodies);
        into.restore(new DataInputStream(new ByteArrayInputStream(world)));
        living.attach(bodies);
    }
}
