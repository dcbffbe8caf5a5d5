package io.github.freestep.physics.recording;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.state.Bodies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.BitSet;

/** A point where a replay can resume: the saved world after a tick, and the position of the next tick in the file. */
record Keyframe(long tick, RecordingReader.Mark mark, float[] axisValues, BitSet alive, byte[] world) {
    static Keyframe of(SavableSimulation world, Bodies bodies, long tick, RecordingReader.Mark mark, float[] levels)
            throws IOException {
        BitSet alive = new BitSet();
        for (int body = 0; body < bodies.slots(); body++) {
            alive.set(body, bodies.isAlive(body));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        world.save(new DataOutputStream(bytes));
        return new Keyframe(tick, mark, levels.clone(), alive, bytes.toByteArray());
    }

    /** Restores the keyframe into a world that was just set up. */
    void restore(SavableSimulation into, Bodies bodies) throws IOException {
        for (int body = 0; body < Math.max(bodies.slots(), alive.length()); body++) {
            if (alive.get(body) && !bodies.isAlive(body)) {
                bodies.spawn(body);
            } else if (!alive.get(body) && bodies.isAlive(body)) {
                bodies.remove(body);
            }
        }
        into.restore(new DataInputStream(new ByteArrayInputStream(world)));
    }
}
