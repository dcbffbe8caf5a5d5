package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.saves.SavableSimulation;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Adds what the world saves to the hashes of its states. The physics thread hashes the world just before it steps the
 * next tick, so each hash is one tick late. The session's thread calls the other methods. Lock-free.
 */
final class WorldHashes {
    /** Takes the hash of a tick. */
    interface Handler {
        void hash(long tick, long hash);
    }

    private record StateHash(long tick, long hash) {}

    /** As many as the events that may wait. */
    private static final int KEPT = 4_096;

    private static final long ODD = 0xD6E8FEB86659FD93L;

    private final int every;
    private final AtomicLongArray ticks = new AtomicLongArray(KEPT);
    private final AtomicLongArray hashes = new AtomicLongArray(KEPT);
    private final ArrayDeque<StateHash> states = new ArrayDeque<>();

    // For the physics thread.
    private final CRC32C low = new CRC32C();
    private final CRC32 high = new CRC32();
    private final DataOutputStream out = new DataOutputStream(
            new CheckedOutputStream(new CheckedOutputStream(OutputStream.nullOutputStream(), high), low));

    WorldHashes(int every) {
        this.every = every;
    }

    /** Hashes a world after a tick. For the physics thread. */
    void add(long tick, SavableSimulation world) {
        low.reset();
        high.reset();
        try {
            out.writeLong(tick);
            world.save(out);
        } catch (IOException e) {
            throw new UncheckedIOException("the world could not be saved to be compared", e);
        }
        int index = index(tick);
        hashes.set(index, high.getValue() << 32 | low.getValue());
        ticks.set(index, tick);
    }

    private int index(long tick) {
        return (int) (tick / every % KEPT);
    }

    /**
     * Adds the hash of a state, after those of earlier ticks. Ignores it if the tick is not compared, because its world
     * is not hashed. The first tick of a run that begins with a saved world can be such a tick.
     */
    void state(long tick, long hash) {
        if (tick % every == 0) {
            states.add(new StateHash(tick, hash));
        }
    }

    /** Passes on the hashes of the ticks whose world was hashed too. */
    void poll(Handler to) {
        for (StateHash state = states.peek(); state != null; state = states.peek()) {
            int index = index(state.tick);
            long hashed = ticks.get(index);
            if (hashed < state.tick) {
                return;
            }
            states.remove();
            long world = hashes.get(index);
            // Both are overwritten if this thread is late by as many hashes as are kept.
            if (hashed == state.tick && ticks.get(index) == hashed) {
                long product = (state.hash ^ world) * ODD;
                to.hash(state.tick, product ^ product >>> 32);
            }
        }
    }
}
