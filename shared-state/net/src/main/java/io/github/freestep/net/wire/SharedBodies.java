package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.StateInside;
import io.github.freestep.net.body.BodyCodec;
import io.github.freestep.net.body.BodyEncoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Quantiser;
import io.github.freestep.net.codec.BitEncoder;
import io.github.freestep.net.codec.Bits;
import io.github.freestep.net.codec.CoderModels;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/**
 * The bodies of a state as bits that every client can be sent, whatever other bodies it is sent: each body is encoded
 * at most once for each form, when the first client needs it. For one thread. Allocates only for blocks of slots that
 * come into use, and for more bits than ever before.
 *
 * <p>Every body has its two newest baselines, which are the same for all clients. They are counted, and a client has
 * one of them or none.
 */
final class SharedBodies {
    /** Against the newest baseline, against the one before it, and the newest baseline itself. */
    static final int NEWER = 0;

    static final int OLDER = 1;
    static final int BASELINE = 2;

    private static final int FORMS = 3;

    /**
     * The time between two baselines of a body. With half of it, a body that comes in every fourth of 20 states per
     * second takes a quarter more bytes, because baselines take most of them.
     */
    private static final long ROUND_NANOS = 1_000_000_000;

    private final BodyFields fields;
    private final Quantiser quantiser;
    private final BaselineSchedule schedule;
    private final Bits bits = new Bits();
    private final BodyEncoder encoder;

    private final int[][] now;
    private final int[][] newer;
    private final int[][] older;
    private final long[] versions;

    /** By slot: how many baselines it has had. */
    private final int[] counts;

    /** By form and slot: where its bits begin, how many there are, and for which call they were made. */
    private final int[][] firsts;

    private final int[][] lengths;
    private final long[][] made;

    /** By slot: for which call it was compared with its newest baseline, and the result. */
    private final long[] compared;

    private final boolean[] equal;
    private long call;
    private State state;

    SharedBodies(StateLayout layout, PoseGrid grid) {
        fields = new BodyFields(layout);
        quantiser = new Quantiser(layout, grid);
        CoderModels models = BodyCodec.models(fields);
        encoder = new BodyEncoder(layout, grid, new BitEncoder(models, BodyCodec.likelySizes(models), bits));
        int blocks = Blocks.of(layout.capacity());
        schedule = new BaselineSchedule(blocks);
        now = new int[blocks][];
        newer = new int[blocks][];
        older = new int[blocks][];
        versions = new long[blocks];
        counts = new int[layout.capacity()];
        compared = new long[layout.capacity()];
        equal = new boolean[layout.capacity()];
        firsts = new int[FORMS][layout.capacity()];
        lengths = new int[FORMS][layout.capacity()];
        made = new long[FORMS][layout.capacity()];
    }

    /** Begins a state, or the same one again. */
    void begin(State next, long lastNanos, long stampNanos) {
        state = next;
        call++;
        bits.clear();
        quantiser.open(state);
        int used = Blocks.of(state.slots());
        for (int block = 0; block < used; block++) {
            if (now[block] == null) {
                now[block] = new int[fields.block];
                newer[block] = new int[fields.block];
                older[block] = new int[fields.block];
                versions[block] = -1;
            }
            boolean isNew = versions[block] != StateInside.version(state, block);
            if (isNew) {
                versions[block] = StateInside.version(state, block);
                quantiser.block(state, block, now[block]);
            }
            boolean isDue = schedule.isBetween(block, ROUND_NANOS, lastNanos, stampNanos);
            if (isNew || isDue) {
                renew(block, isDue);
            }
        }
    }

    /** Makes the content of bodies their newest baseline: of all that differ from it, or of those without any. */
    private void renew(int block, boolean all) {
        int end = Math.min((block + 1) * Blocks.SIZE, state.slots());
        for (int slot = block * Blocks.SIZE; slot < end; slot++) {
            if (state.isAlive(slot) && (counts[slot] == 0 || all && !equals(slot))) {
                int at = fields.at(slot);
                System.arraycopy(newer[block], at, older[block], at, fields.stride);
                System.arraycopy(now[block], at, newer[block], at, fields.stride);
                counts[slot]++;
            }
        }
    }

    /** The number of the newest baseline of a body, from 1. */
    int count(int slot) {
        return counts[slot];
    }

    /** The epoch of a body. */
    int epoch(int slot) {
        return now[slot / Blocks.SIZE][fields.at(slot) + BodyFields.EPOCH];
    }

    /** The bond of a live body. */
    int bond(int slot) {
        return now[slot / Blocks.SIZE][fields.at(slot) + BodyFields.BOND];
    }

    /** Whether a body is as in its newest baseline. Compares once for all clients. */
    boolean isAtBaseline(int slot) {
        if (compared[slot] != call) {
            compared[slot] = call;
            equal[slot] = equals(slot);
        }
        return equal[slot];
    }

    private boolean equals(int slot) {
        int block = slot / Blocks.SIZE;
        int at = fields.at(slot);
        return Arrays.equals(now[block], at, at + fields.stride, newer[block], at, at + fields.stride);
    }

    /** Adds the bits of a body to those of a datagram. */
    void copy(int slot, int form, Bits into) {
        if (made[form][slot] != call) {
            made[form][slot] = call;
            encode(slot, form);
        }
        into.copy(bits, firsts[form][slot], lengths[form][slot]);
    }

    private void encode(int slot, int form) {
        int block = slot / Blocks.SIZE;
        bits.align();
        int first = bits.size();
        encoder.begin();
        if (form == BASELINE) {
            encoder.encode(state, slot, newer[block], null);
        } else {
            encoder.encode(state, slot, now[block], form == NEWER ? newer[block] : older[block]);
        }
        firsts[form][slot] = first;
        lengths[form][slot] = bits.size() - first;
    }
}
