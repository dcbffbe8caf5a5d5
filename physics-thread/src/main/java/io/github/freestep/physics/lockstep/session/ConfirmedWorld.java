package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.journal.LivingBodies;
import io.github.freestep.state.Bodies;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;

/**
 * A saved world after a tick whose input is known, with the axes of all players in that tick. As a command, restores
 * the world of another run. Reused: allocates only if a world needs more room than those before it.
 */
final class ConfirmedWorld implements Command {
    private static final int[] NONE = {};

    private static final class Bytes extends ByteArrayOutputStream {
        byte at(int index) {
            return buf[index];
        }

        void copy(int from, byte[] to, int offset, int length) {
            System.arraycopy(buf, from, to, offset, length);
        }
    }

    /** Reads the bytes again for each restore. */
    private final class FromBytes extends InputStream {
        private int next;

        @Override
        public int read() {
            return next < bytes.size() ? bytes.at(next++) & 0xFF : -1;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            int count = Math.min(length, bytes.size() - next);
            bytes.copy(next, to, offset, count);
            next += count;
            return count == 0 && length > 0 ? -1 : count;
        }
    }

    private final Bytes bytes = new Bytes();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final FromBytes from = new FromBytes();
    private final DataInputStream in = new DataInputStream(from);
    private final float[] levels;
    private LivingBodies living = new LivingBodies(new BitSet(), NONE, NONE);
    private long tick = -1;

    /** Whether the prediction has not taken it yet. Only the thread that holds this object writes it. */
    boolean isNew;

    ConfirmedWorld(int axes) {
        levels = new float[axes];
    }

    void save(long atTick, float[] axes, SavableSimulation world, Bodies bodies) throws IOException {
        bytes.reset();
        living = living.again(bodies);
        world.save(out);
        System.arraycopy(axes, 0, levels, 0, axes.length);
        tick = atTick;
    }

    long tick() {
        return tick;
    }

    float[] levels() {
        return levels;
    }

    @Override
    public void run(PhysicsContext context) throws IOException {
        from.next = 0;
        living.restore(context.bodies());
        context.world(SavableSimulation.class).restore(in);
        living.attach(context.bodies());
    }
}
