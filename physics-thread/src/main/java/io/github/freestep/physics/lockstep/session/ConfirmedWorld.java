package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.state.Bodies;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** A saved world after a tick whose input is known, and the axes of all players in that tick. Reused. */
final class ConfirmedWorld {
    /** Lets {@link WorldCodec} read the bytes without a copy. */
    private static final class Bytes extends ByteArrayOutputStream {
        byte[] array() {
            return buf;
        }
    }

    private final Bytes bytes = new Bytes();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final int capacity;
    private final float[] levels;
    private long tick = -1;

    /** Whether the reader has not taken it yet. Written by whoever holds it. */
    boolean isNew;

    ConfirmedWorld(int axes, int capacity) {
        levels = new float[axes];
        this.capacity = capacity;
    }

    void save(long atTick, float[] axes, SavableSimulation world, Bodies bodies) throws IOException {
        bytes.reset();
        WorldCodec.write(world, bodies, out);
        System.arraycopy(axes, 0, levels, 0, axes.length);
        tick = atTick;
    }

    long tick() {
        return tick;
    }

    float[] levels() {
        return levels;
    }

    int length() {
        return bytes.size();
    }

    /** Restores the world of another run. For the thread that steps it. */
    void restore(PhysicsContext context) throws IOException {
        WorldCodec.restore(
                bytes.array(), bytes.size(), capacity, context.world(SavableSimulation.class), context.bodies());
    }
}
