package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.BodyValues;
import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.BitDecoder;
import io.github.freestep.net.codec.CoderModels;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * Decodes the pieces for this client, keeps its baselines, and notes what to acknowledge. For one thread. Its memory is
 * bounded by the layout. Allocates only for blocks that come into use, and for a new run.
 */
final class ClientPieces {
    private static final byte NONE = -1;

    /** After this many old pieces in a row, one with higher numbers must have been damaged, and was believed. */
    private static final int MOST_OLD = 32;

    /**
     * A body that has not come for this many seconds of states does not exist at the sender. The sender repeats each
     * body several times in this time, so only a damaged piece can have brought it.
     */
    private static final int MOST_AGE = 100;

    private static final long SECOND_NANOS = 1_000_000_000;

    private final StateLayout layout;
    private final BodyFields fields;
    private final ReceivedBlocks run;
    private final DecodedBodies decoded;
    private final CoderModels models;
    private final BitDecoder in;

    /** Decodes bodies with the grid of the run; null before that is known. */
    private BodyCoder bodies;

    private BodyValues values;

    /** By block: the two newest baselines of its bodies. */
    private final int[][] newer;

    private final int[][] older;

    /** By slot: the lowest bit of the baseline's number. */
    private final byte[] newerBits;

    private final byte[] olderBits;

    /** By slot: the seconds since the body came. */
    private final byte[] ages;

    private long agedNanos;

    /** The baseline of a record. */
    private final int[] baseline;

    /** The body of a record. */
    private final int[] body;

    /** The number of the first piece since the sender knows what this client has; 0 before the first. */
    long first;

    /** That of the first piece of the newest state. */
    private long newestState;

    /** The number of old pieces in a row. */
    private int old;

    private final DecodedPieces pieces;

    /**
     * Begins with nothing.
     *
     * @param run knows the grid of the run
     * @param pieces notes what was decoded
     * @param decoded gets the values of the bodies in a piece
     */
    ClientPieces(StateLayout layout, ReceivedBlocks run, DecodedPieces pieces, DecodedBodies decoded) {
        this.layout = layout;
        this.run = run;
        this.pieces = pieces;
        this.decoded = decoded;
        fields = new BodyFields(layout);
        models = BodyCoder.models(fields);
        in = new BitDecoder(models, BodyCoder.likelySizes(models));
        int blocks = Blocks.of(layout.capacity());
        newer = new int[blocks][];
        older = new int[blocks][];
        newerBits = new byte[layout.capacity()];
        olderBits = new byte[layout.capacity()];
        ages = new byte[layout.capacity()];
        baseline = new int[fields.block];
        body = new int[fields.block];
        beginRun();
    }

    /** Forgets everything. */
    void beginRun() {
        bodies = null;
        begin(0);
    }

    private void begin(long number) {
        Arrays.fill(newerBits, NONE);
        Arrays.fill(olderBits, NONE);
        first = number;
        newestState = 0;
        old = 0;
        pieces.clear();
    }

    /**
     * Decodes a piece, and acknowledges it. One that is older than what was decoded has no effect. Never throws because
     * of what is in it. The caller has read the header from the same bytes and has compared its run.
     *
     * @param remote takes the bodies, if all of them are valid
     * @return false if the content is invalid
     */
    boolean decode(byte[] bytes, int length, PieceHeader header, RemoteBodies remote, long stepNanos) {
        if (header.slots > layout.capacity() || !hasDecoder()) {
            return false;
        }
        if (header.first == first && pieces.has(header.number)) {
            return true;
        }
        long state = header.number - header.piece;
        // One that is far behind follows one whose number was damaged.
        long behind = newestState - state;
        boolean isOld = header.first == first && behind > 0 && behind <= ClientBodies.ACKNOWLEDGED;
        if ((isOld || header.first < first) && ++old <= MOST_OLD) {
            return true;
        }
        if (!read(bytes, length, header, null, 0)) {
            return false;
        }
        if (header.first != first) {
            // The sender has forgotten what this client has. So what it does not send is not there.
            begin(header.first);
            remote.vacate();
        }
        old = 0;
        newestState = state;
        // The second time with an effect, because a piece is used only if all of it is valid.
        read(bytes, length, header, remote, stepNanos);
        pieces.add(header.number);
        return true;
    }

    /** Removes the bodies that have not come for long, once per second. */
    void age(RemoteBodies remote, long stampNanos) {
        if (Math.abs(stampNanos - agedNanos) >= SECOND_NANOS) {
            agedNanos = stampNanos;
            for (int slot = 0; slot < remote.slots; slot++) {
                if (RemoteBodies.has(remote.known, slot) && ++ages[slot] > MOST_AGE) {
                    remote.leave(slot);
                }
            }
        }
    }

    private boolean hasDecoder() {
        PoseGrid grid = run.grid();
        if (grid != null && (bodies == null || !values.grid.equals(grid))) {
            beginRun();
            bodies = new BodyCoder(layout, grid, in);
            values = new BodyValues(layout, grid);
        }
        return bodies != null;
    }

    private boolean read(byte[] bytes, int length, PieceHeader header, RemoteBodies into, long stepNanos) {
        in.open(bytes, header.contentOffset, length);
        int shift = in.read(ClientRecords.SHIFT_BITS);
        long slot = -1;
        for (int i = 0; i < header.records; i++) {
            slot += 1 + distance(shift);
            if (slot >= header.slots || in.isBeyond()) {
                return false;
            }
            int kind = in.read(ClientRecords.KIND_BITS);
            if (kind == ClientRecords.GONE) {
                if (into != null) {
                    into.leave((int) slot);
                }
            } else if (!body((int) slot, kind, header, into, stepNanos)) {
                return false;
            }
        }
        return in.read(ClientRecords.END_BITS) == ClientRecords.END && in.isAtEnd();
    }

    private long distance(int shift) {
        int unary = 0;
        while (unary < ClientRecords.MOST_UNARY && in.read(1) != 0) {
            unary++;
        }
        return unary == ClientRecords.MOST_UNARY
                ? in.read(ClientRecords.SLOT_BITS) & 0xFFFF_FFFFL
                : ((long) unary << shift) + in.read(shift);
    }

    private boolean body(int slot, int kind, PieceHeader header, RemoteBodies into, long stepNanos) {
        int level = in.read(1) == 0 ? 0 : in.read(ClientRecords.LEVEL_BITS);
        byte bit = (byte) in.read(1);
        boolean hasBaseline = kind != ClientRecords.HAS;
        boolean isFresh = kind == ClientRecords.FRESH;
        int[] known = isFresh ? null : find(slot, (byte) (hasBaseline ? bit ^ 1 : bit), header);
        if (!isFresh && known == null) {
            return false;
        }
        if (hasBaseline) {
            bodies.begin();
            if (!bodies.body(slot, baseline, known, null, 0, 0)) {
                return false;
            }
        }
        bodies.begin();
        int[] from = hasBaseline ? baseline : known;
        if (!bodies.body(slot, body, from, null, 0, 0)) {
            return false;
        }
        if (into != null) {
            ages[slot] = 0;
            values.copy(slot, body, decoded);
            // A body with a renewed baseline has moved since its older one.
            int at = fields.at(slot);
            boolean isSame = Arrays.equals(body, at, at + fields.stride, from, at, at + fields.stride);
            boolean rests = isSame && (isFresh || !hasBaseline);
            into.take(slot, header.simulationNanos, level, rests, stepNanos);
            if (hasBaseline) {
                store(slot, bit);
            }
        }
        return true;
    }

    private int[] find(int slot, byte bit, PieceHeader header) {
        int block = slot / Blocks.SIZE;
        if (header.first != first) {
            return null;
        }
        return newerBits[slot] == bit ? newer[block] : olderBits[slot] == bit ? older[block] : null;
    }

    /** Stores the baseline of a record, unless it has come before. */
    private void store(int slot, byte bit) {
        int block = slot / Blocks.SIZE;
        int at = fields.at(slot);
        int end = at + fields.stride;
        if (newer[block] == null) {
            newer[block] = new int[fields.block];
            older[block] = new int[fields.block];
        }
        if (newerBits[slot] != bit || !Arrays.equals(newer[block], at, end, baseline, at, end)) {
            System.arraycopy(newer[block], at, older[block], at, fields.stride);
            olderBits[slot] = newerBits[slot];
            System.arraycopy(baseline, at, newer[block], at, fields.stride);
            newerBits[slot] = bit;
        }
    }
}
