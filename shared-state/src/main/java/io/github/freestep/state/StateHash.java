package io.github.freestep.state;

import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * Computes hashes that show whether two states are the same to the last bit. Remembers the hash of each
 * block, and computes only those of blocks that have changed since. For the publishing thread; allocates nothing.
 *
 * <p>A hash depends on which bodies are alive, and on every value of every live body. It does not depend on the values
 * that dead bodies leave in their slots, because these are accidental. Nor does it depend on epochs, because an epoch
 * says how often a body was teleported and not where it is. A quaternion and its negation have the same hash, because
 * they are the same orientation. Which of the two is stored depends on the previous written state, and two runs may
 * write different ticks.
 *
 * <p>Each body has a hash of its own, computed from its slot and its values. The sum of these is the hash of the state.
 * So a processor works on several bodies at a time. Rejected: a single hash through all bodies, because each
 * multiplication would wait for the one before.
 */
final class StateHash {
    private static final long BODY = 0x9E3779B97F4A7C15L;
    private static final long ODD = 0xD6E8FEB86659FD93L;
    private static final int MAGNITUDE = 0x7FFFFFFF;

    /** For each block, the version whose hash is in {@link #hashes}. */
    private final long[] versions;

    /** For each block, the sum of the hashes of its bodies. */
    private final long[] hashes;

    /** The sum of {@link #hashes}, which is the hash of the state. */
    private long sum;

    StateHash(StateLayout layout) {
        versions = new long[Blocks.of(layout.capacity())];
        hashes = new long[versions.length];
    }

    long of(State state) {
        int end = versions.length;
        int block = 0;
        for (int next = 0; next >= 0; block++) {
            next = Arrays.mismatch(versions, block, end, state.versions, block, end);
            if (next >= 0) {
                block += next;
                long hash = block(state, block * Blocks.SIZE);
                sum += hash - hashes[block];
                hashes[block] = hash;
                versions[block] = state.versions[block];
            }
        }
        return sum;
    }

    private static long block(State state, int first) {
        long sum = 0;
        int end = Math.min(first + Blocks.SIZE, state.slots);
        for (int body = first; body < end; body++) {
            if (state.isAlive(body)) {
                long hash = channels(state, body, pose(state, body));
                int parent = state.parent(body);
                sum += parent == State.NO_PARENT ? hash : mix(hash, parent);
            }
        }
        return sum;
    }

    private static long pose(State state, int body) {
        int x = Float.floatToRawIntBits(state.qx[body]);
        int y = Float.floatToRawIntBits(state.qy[body]);
        int z = Float.floatToRawIntBits(state.qz[body]);
        int w = Float.floatToRawIntBits(state.qw[body]);
        // The magnitudes, and which signs differ: neither changes when all four are negated.
        int signs = (x ^ y) >>> 31 | (y ^ z) >>> 31 << 1 | (z ^ w) >>> 31 << 2;
        long hash = (body + 1) * BODY;
        if (state.doubles == null) {
            hash = mix(hash, pair(Float.floatToRawIntBits(state.x[body]), Float.floatToRawIntBits(state.y[body])));
            hash = mix(hash, pair(Float.floatToRawIntBits(state.z[body]), signs));
        } else {
            hash = mix(hash, Double.doubleToRawLongBits(state.doubles.x[body]));
            hash = mix(hash, Double.doubleToRawLongBits(state.doubles.y[body]));
            hash = mix(hash, Double.doubleToRawLongBits(state.doubles.z[body]));
            hash = mix(hash, signs);
        }
        hash = mix(hash, pair(x & MAGNITUDE, y & MAGNITUDE));
        return mix(hash, pair(z & MAGNITUDE, w & MAGNITUDE));
    }

    private static long channels(State state, int body, long hash) {
        for (int i = StateContent.POSE; i < state.values.length; i++) {
            hash = mix(hash, Float.floatToRawIntBits(state.values[i][body]));
        }
        return hash;
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | low & 0xFFFFFFFFL;
    }

    /**
     * Mixes a value into a hash. For a given hash this is one to one, so states that differ in only one value
     * never collide.
     */
    private static long mix(long hash, long value) {
        long product = (hash ^ value) * ODD;
        return product ^ product >>> 32;
    }
}
