package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.journal.LivingBodies;
import io.github.freestep.state.Bodies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** Saves and restores everything that later ticks depend on, except their frames. Stateless. */
final class WorldCodec {
    private WorldCodec() {}

    /** Saves a world between two ticks. For the physics thread. */
    static byte[] save(SavableSimulation world, Bodies bodies) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        LivingBodies.write(bodies, out);
        world.save(out);
        return bytes.toByteArray();
    }

    /** Restores a world that was set up in the same way. For the physics thread. */
    static void restore(byte[] saved, int capacity, SavableSimulation into, Bodies bodies) throws IOException {
        try {
            ByteBuffer from = ByteBuffer.wrap(saved);
            LivingBodies living = LivingBodies.read(from, capacity);
            living.restore(bodies);
            into.restore(new DataInputStream(new ByteArrayInputStream(saved, from.position(), from.remaining())));
            living.attach(bodies);
        } catch (BufferUnderflowException e) {
            throw new IOException("the saved world ends in the middle of a field, after " + saved.length + " bytes", e);
        }
    }
}
