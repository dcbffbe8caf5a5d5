package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Quantiser;
import io.github.freestep.net.codec.BitEncoder;
import io.github.freestep.net.codec.Bits;
import io.github.freestep.net.codec.CoderModels;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
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
    /** Against the newest baseline, and against the one before it; the newest baseline, whole and against the other. */
    static final int NEWER = 0;

    static final int OLDER = 1;
    static final int BASELINE = 2;
    static final int CHANGE = 3;

    private static final int FORMS = 4;

    /**
     * The time between two baselines of a body. With half of it, 50 bodies in every one of 20 states per second and 150
     * in every fourth take as many bytes.
     */
    private static final long ROUND_NANOS = 1_000_000_000;

    private final BodyFields fields;
    private final Quantiser quantiser;
    private final Bits bits = new Bits();
    private final BodyCoder encoder;

    /** The same for all clients, so that it stays in the cache. */
    final ClientRecords records = new ClientRecords();

    private final int[][] now;
    private final int[][] newer;
    private final int[][] older;
    private final long[] versions;

    /** Takes the next content of a block, and has the former one after that. */
    private int[] former;

    /** By slot: how often its epoch or its bond has changed, and how many baselines it has had. */
    private final int[] changes;

    private final int[] counts;

    /** By block: a bit for each body that is as in its newest baseline. */
    private final long[] atBaseline;

    /** By form and slot: the place of its bits; 0 if they were not made yet for this state. */
    private final int[][] made;

    private State state;

    /** When the state is sent, in the time by which repeats are due. */
    long nowNanos;

    SharedBodies(StateLayout layout, PoseGrid grid) {
        fields = new BodyFields(layout);
        quantiser = new Quantiser(layout, grid);
        CoderModels models = BodyCoder.models(fields);
        encoder = new BodyCoder(layout, grid, new BitEncoder(models, BodyCoder.likelySizes(models), bits));
        int blocks = Blocks.of(layout.capacity());
        now = new int[blocks][];
        newer = new int[blocks][];
        older = new int[blocks][];
        versions = new long[blocks];
        former = new int[fields.block];
        changes = new int[layout.capacity()];
        counts = new int[layout.capacity()];
        atBaseline = new long[blocks];
        made = new int[FORMS][layout.capacity()];
    }

    /** Begins a state, or the same one again. */
    void begin(State next, long lastNanos, long timeNanos) {
        state = next;
        nowNanos = timeNanos;
        for (int[] each : made) {
            Arrays.fill(each, 0, state.slots(), 0);
        }
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
                int[] unused = former;
                former = now[block];
                now[block] = unused;
                quantiser.block(state, block, unused);
            }
            boolean isDue = isBetween(block, lastNanos, timeNanos);
            if (isNew || isDue) {
                renew(block, isNew, isDue);
            }
        }
    }

    /**
     * Whether the moment of a block in a round lies between two times. Each block has its own, so the traffic is even.
     */
    private boolean isBetween(int block, long fromNanos, long toNanos) {
        long moment = ROUND_NANOS * block / now.length;
        return Math.floorDiv(fromNanos - moment, ROUND_NANOS) != Math.floorDiv(toNanos - moment, ROUND_NANOS);
    }

    /**
     * Notes changes, and makes the content of bodies their newest baseline: of all that differ from it, or of those
     * without any. Compares all bodies here, once for all clients, because one after another they take a fraction of
     * the time.
     */
    private void renew(int block, boolean isNew, boolean all) {
        int end = Math.min((block + 1) * Blocks.SIZE, state.slots());
        atBaseline[block] = 0;
        for (int slot = block * Blocks.SIZE; slot < end; slot++) {
            int at = fields.at(slot);
            int to = at + fields.stride;
            boolean isSame = now[block][at + BodyFields.EPOCH] == former[at + BodyFields.EPOCH]
                    && now[block][at + BodyFields.BOND] == former[at + BodyFields.BOND];
            changes[slot] += isSame || !isNew ? 0 : 1;
            boolean isEqual = Arrays.equals(now[block], at, to, newer[block], at, to);
            if (state.isAlive(slot) && (counts[slot] == 0 || all && !isEqual)) {
                System.arraycopy(newer[block], at, older[block], at, fields.stride);
                System.arraycopy(now[block], at, newer[block], at, fields.stride);
                counts[slot]++;
                isEqual = true;
            }
            atBaseline[block] |= isEqual ? 1L << slot : 0;
        }
    }

    /** The number of the newest baseline of a body, from 1. */
    int count(int slot) {
        return counts[slot];
    }

    /** How often the epoch or the bond of a slot has changed; at least once if it has a body. */
    int changes(int slot) {
        return changes[slot];
    }

    /** Whether a body is as in its newest baseline. */
    boolean isAtBaseline(int slot) {
        return (atBaseline[slot / Blocks.SIZE] >>> slot & 1) != 0;
    }

    /** Adds the bits of a body to those of a datagram. */
    void copy(int slot, int form, Bits into) {
        if (made[form][slot] == 0) {
            made[form][slot] = encode(slot, form);
        }
        into.copy(bits, made[form][slot]);
    }

    private int encode(int slot, int form) {
        int block = slot / Blocks.SIZE;
        int part = bits.begin();
        encoder.begin();
        boolean isBaseline = form >= BASELINE;
        int[] from = form == NEWER ? newer[block] : form == BASELINE ? null : older[block];
        encoder.body(slot, isBaseline ? newer[block] : now[block], from, null, 0, 0);
        bits.end(part);
        return part;
    }
}
