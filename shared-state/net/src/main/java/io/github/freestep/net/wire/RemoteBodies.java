package io.github.freestep.net.wire;

import io.github.freestep.internal.Attachments;
import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.Epochs;
import io.github.freestep.net.body.Bond;
import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/**
 * The sender's bodies as far as they are known: for each slot the last two values that came, and when. Fills gaps from
 * them. For one thread; allocates nothing once made.
 *
 * <p>Sets of slots are bits, one word for each block of {@link Blocks#SIZE} slots.
 */
final class RemoteBodies {
    static final int SHIFT = Integer.numberOfTrailingZeros(Blocks.SIZE);

    /**
     * The number of gaps between states over which a body goes on without new values. Then it stays where it is. One
     * that comes only in every n-th state goes on over 2 n gaps, if that is more.
     */
    private static final int MOST_GUESSES = 10;

    /** The lateness of a body changes by at most this part of the time that passes, so no body jumps or goes back. */
    private static final int LATER_PART = 4;

    /**
     * A body that did not come for this many seconds with states is not there. The sender repeats each body several
     * times in this time, so only a damaged piece can have brought it.
     */
    private static final int MOST_AGE = 100;

    private static final long SECOND_NANOS = 1_000_000_000;

    /** The sender's epochs. */
    private final int[] epochs;

    /** The bonds of attached bodies, see {@link Bond}. */
    private final int[] bonds;

    /** The last values that came, as {@link PieceDecoder} has them. */
    final double[][] places;

    final float[][] last;

    /** The values before those; only of poses and linear channels, which go on in a gap. */
    private final double[][] priorPlaces;

    private final float[][] prior;

    /** The simulation time of the values. */
    private final long[] lastNanos;

    private final long[] priorNanos;

    /** Slots whose values have come at least once. */
    private final long[] known;

    /** Slots whose values have come in the newest state. */
    private final long[] covered;

    /** Slots whose values must be written to the next local state. */
    private final long[] changed;

    /** Slots whose body has moved between its last two values. */
    private final long[] moving;

    /** Slots whose body is attached. */
    private final long[] attached;

    private boolean hadBonds;

    /** Slots whose body is not shown, because the one that it is attached to is missing. They are attached, too. */
    private final long[] hidden;

    /** Slots whose local values are guesses. */
    private final long[] guessed;

    /** For each block whose slots are known, the number of the baseline that it equals; 0 if it equals none. */
    private final long[] applied;

    /** Whether pieces are for this client, so that bodies come at different rates, and resting ones do not come. */
    private boolean isOfClient;

    /** Slots whose body rests until its next values come. Only of a client. */
    private final long[] resting;

    /** Slots whose body comes in every {@code 1 << level}-th state only, or is late. Only of a client. */
    private final long[] rare;

    private final byte[] levels;

    /** By how much the body is shown later than others, at the simulation time that was published last. */
    private final long[] lateNanos;

    private long shownNanos;

    /** The seconds since the body came. */
    private final byte[] ages;

    private long agedNanos;
    private final double[] pose;

    private int slots;

    private final PieceDecoder decoder;

    RemoteBodies(StateLayout layout, PieceDecoder decoder) {
        this.decoder = decoder;
        int capacity = layout.capacity();
        epochs = new int[capacity];
        bonds = new int[capacity];
        last = new float[decoder.others.length][capacity];
        prior = new float[DecodedBodies.ORIENTATION + layout.linearChannels().size()][capacity];
        places = new double[decoder.places.length][capacity];
        priorPlaces = new double[places.length][capacity];
        lastNanos = new long[capacity];
        priorNanos = new long[capacity];
        int blocks = Blocks.of(capacity);
        known = new long[blocks];
        covered = new long[blocks];
        changed = new long[blocks];
        moving = new long[blocks];
        attached = new long[blocks];
        guessed = new long[blocks];
        applied = new long[blocks];
        resting = new long[blocks];
        rare = new long[blocks];
        levels = new byte[capacity];
        hidden = new long[blocks];
        lateNanos = new long[capacity];
        ages = new byte[capacity];
        pose = new double[places.length + prior.length];
    }

    /** The bits of the slots of a block that are in a range. */
    static long bits(int block, int from, int to) {
        int first = Math.max(0, from - (block << SHIFT));
        int end = Math.min(Blocks.SIZE, to - (block << SHIFT));
        return first >= end ? 0 : -1L >>> Blocks.SIZE - (end - first) << first;
    }

    /**
     * Makes all values unknown until they come again, because they are old or of another run. Every value that comes is
     * then written to the next local state.
     */
    void forget() {
        if (isOfClient) {
            // The sender knows what has come, and does not repeat it.
            writeAll();
        } else {
            forgetAll();
        }
    }

    private void writeAll() {
        for (int block = 0; block < changed.length; block++) {
            changed[block] = bits(block, 0, epochs.length);
        }
    }

    /** Begins a run of a sender, of which no piece for this client has come. */
    void beginRun() {
        isOfClient = false;
        Arrays.fill(resting, 0);
        Arrays.fill(rare, 0);
        Arrays.fill(levels, (byte) 0);
        Arrays.fill(lateNanos, 0);
        forgetAll();
    }

    private void forgetAll() {
        Arrays.fill(known, 0);
        Arrays.fill(moving, 0);
        Arrays.fill(changed, 0);
        Arrays.fill(attached, 0);
        Arrays.fill(bonds, Bond.NONE);
        Arrays.fill(hidden, 0);
    }

    /** Begins another state, in which nothing has come yet. */
    void begin(int slotsInUse) {
        if (slotsInUse < slots && !isOfClient) {
            end(slotsInUse);
        }
        // The sender does not repeat what a client has, so one damaged number must not end it.
        slots = isOfClient ? Math.max(slots, slotsInUse) : slotsInUse;
        Arrays.fill(covered, 0, Blocks.of(slots), 0);
    }

    /**
     * Ends the bodies from a slot on. In one run, a sender never uses fewer slots than before. So another run has
     * begun, or a damaged piece was believed, of whose bodies nothing comes any more.
     */
    private void end(int from) {
        for (int slot = from; slot < slots; slot++) {
            leave(slot);
        }
    }

    /** Notes that all bodies come in pieces for this client from now on. So those that do not come are not there. */
    void beginClient() {
        beginRun();
        isOfClient = true;
        Arrays.fill(epochs, Epochs.NEVER);
        Arrays.fill(applied, 0);
        writeAll();
    }

    /**
     * Takes the values of a body from a piece for this client. It may be one of a state that will not be shown.
     *
     * @param level the body comes in every {@code 1 << level}-th state
     * @param rests whether it stays there until its next values come
     * @param stepNanos the simulation time between two states
     */
    void take(int slot, long simulationNanos, int level, boolean rests, long stepNanos) {
        int block = slot >> SHIFT;
        long bit = 1L << slot;
        levels[slot] = (byte) level;
        ages[slot] = 0;
        if ((moving[block] & bit) == 0) {
            // The lateness of a resting body is not visible, so it may change at once.
            lateNanos[slot] = lateNanos(level, stepNanos);
        }
        if (isSameAgain(slot, simulationNanos)) {
            covered[block] |= bit;
        } else {
            startWay(slot, simulationNanos, stepNanos);
            take(block, slot, slot + 1, simulationNanos);
        }
        if ((moving[block] & bit) == 0) {
            lateNanos[slot] = lateNanos(level, stepNanos);
        }
        resting[block] = rests ? resting[block] | bit : resting[block] & ~bit;
        rare[block] = level > 0 || lateNanos[slot] > 0 ? rare[block] | bit : rare[block] & ~bit;
    }

    /** Whether the decoded values of a body are those that came last, also of the same time. */
    private boolean isSameAgain(int slot, long simulationNanos) {
        boolean isSame = (known[slot >> SHIFT] >>> slot & 1) != 0
                && lastNanos[slot] == simulationNanos
                && epochs[slot] == decoder.epochs[slot]
                && bonds[slot] == decoder.bonds[slot];
        for (int i = 0; i < places.length; i++) {
            isSame &= decoder.places[i][slot] == places[i][slot];
        }
        for (int i = 0; i < last.length; i++) {
            isSame &= decoder.others[i][slot] == last[i][slot];
        }
        return isSame;
    }

    /**
     * Chooses where the way to the next values of a body begins. One that is shown in time comes from its last values.
     * One that is shown late comes from where it is then, so it does not jump: its last values if it is there, a place
     * on the way to them, or one beyond them if values were lost.
     */
    private void startWay(int slot, long simulationNanos, long stepNanos) {
        int block = slot >> SHIFT;
        long bit = 1L << slot;
        long late = nextLateNanos(slot, simulationNanos, stepNanos);
        if (late == 0 && lateNanos[slot] == 0) {
            boolean rested = (resting[block] & bit) != 0;
            lastNanos[slot] = rested ? Math.max(lastNanos[slot], simulationNanos - stepNanos) : lastNanos[slot];
            return;
        }
        long from = simulationNanos - late;
        if ((moving[block] & bit) != 0) {
            from = Math.max(shownNanos - lateNanos[slot], Math.min(lastNanos[slot], from));
            moveTo(slot, from, stepNanos);
        }
        lastNanos[slot] = from;
    }

    /** Makes the values at a time the last ones. */
    private void moveTo(int slot, long nanos, long stepNanos) {
        if (nanos != lastNanos[slot]) {
            at(slot, nanos, stepNanos, pose);
            for (int i = 0; i < places.length; i++) {
                places[i][slot] = pose[i];
            }
            for (int i = 0; i < prior.length; i++) {
                last[i][slot] = (float) pose[places.length + i];
            }
        }
    }

    private static long lateNanos(int level, long stepNanos) {
        return level == 0 ? 0 : stepNanos << level;
    }

    /** By how much a body is shown later than others at a time. */
    private long nextLateNanos(int slot, long simulationNanos, long stepNanos) {
        long most = Math.max(0, simulationNanos - shownNanos) / LATER_PART;
        long wanted = lateNanos(levels[slot], stepNanos) - lateNanos[slot];
        return lateNanos[slot] + Math.max(-most, Math.min(wanted, most));
    }

    /** Notes the simulation time of the state that was published. */
    void shown(long simulationNanos) {
        shownNanos = simulationNanos;
    }

    /** Removes the bodies that have not come for long, once per second. */
    void age(long stampNanos) {
        if (isOfClient && Math.abs(stampNanos - agedNanos) >= SECOND_NANOS) {
            agedNanos = stampNanos;
            for (int slot = 0; slot < slots; slot++) {
                if (Epochs.isAlive(epochs[slot]) && ++ages[slot] > MOST_AGE) {
                    leave(slot);
                }
            }
        }
    }

    /** Takes the values of the piece that was decoded last. */
    void take(int from, int to, long simulationNanos) {
        for (int block = from >> SHIFT; block < Blocks.of(to); block++) {
            int first = Math.max(from, block << SHIFT);
            int end = Math.min(to, block + 1 << SHIFT);
            long baseline = decoder.baseline(block);
            if (baseline == PieceDecoder.CODED) {
                applied[block] = 0;
                take(block, first, end, simulationNanos);
            } else if (baseline != PieceDecoder.UNKNOWN) {
                takeBaseline(block, baseline, first, end, simulationNanos);
            }
        }
    }

    private void takeBaseline(int block, long number, int first, int end, long simulationNanos) {
        long bits = bits(block, first, end);
        if (applied[block] == number && (known[block] & bits) == bits) {
            covered[block] |= bits;
        } else {
            boolean whole = first == block << SHIFT && end == Math.min(slots, block + 1 << SHIFT);
            applied[block] = whole ? number : 0;
            decoder.fill(block);
            take(block, first, end, simulationNanos);
        }
        // A body that equals its baseline rests.
        moving[block] &= ~bits;
    }

    private void take(int block, int first, int end, long simulationNanos) {
        long bits = bits(block, first, end);
        covered[block] |= bits;
        long reborn = differing(decoder.epochs, epochs, first, end);
        long moves = differing(decoder.bonds, bonds, first, end);
        // New bodies, and bodies with a new parent, do not continue the old motion.
        long continued = known[block] & bits & ~reborn & ~moves;
        known[block] |= bits;
        System.arraycopy(decoder.epochs, first, epochs, first, end - first);
        if (moves != 0) {
            rebind(block, moves);
        }
        System.arraycopy(lastNanos, first, priorNanos, first, end - first);
        Arrays.fill(lastNanos, first, end, simulationNanos);
        long moved = 0;
        for (int i = 0; i < places.length; i++) {
            System.arraycopy(places[i], first, priorPlaces[i], first, end - first);
            moved |= differing(decoder.places[i], places[i], first, end);
            System.arraycopy(decoder.places[i], first, places[i], first, end - first);
        }
        changed[block] |= moved;
        for (int i = 0; i < last.length; i++) {
            float[] values = decoder.others[i];
            boolean goesOn = i < prior.length;
            if (goesOn) {
                System.arraycopy(last[i], first, prior[i], first, end - first);
            }
            long differing = differing(values, last[i], first, end);
            System.arraycopy(values, first, last[i], first, end - first);
            changed[block] |= differing;
            moved |= goesOn ? differing : 0;
        }
        changed[block] |= bits & (~continued | guessed[block]);
        guessed[block] &= ~bits;
        moving[block] = moving[block] & ~bits | moved & continued;
    }

    private void rebind(int block, long moves) {
        for (long left = moves; left != 0; left &= left - 1) {
            int slot = (block << SHIFT) + Long.numberOfTrailingZeros(left);
            long bit = left & -left;
            bonds[slot] = decoder.bonds[slot];
            attached[block] = bonds[slot] == Bond.NONE ? attached[block] & ~bit : attached[block] | bit;
        }
        hidden[block] &= ~moves;
    }

    private static long differing(int[] one, int[] other, int first, int end) {
        long result = 0;
        int at = Arrays.mismatch(one, first, end, other, first, end);
        for (int slot = first + at; at >= 0 && slot < end; slot++) {
            result |= one[slot] == other[slot] ? 0 : 1L << slot;
        }
        return result;
    }

    private static long differing(double[] one, double[] other, int first, int end) {
        long result = 0;
        int at = Arrays.mismatch(one, first, end, other, first, end);
        for (int slot = first + at; at >= 0 && slot < end; slot++) {
            boolean same = Double.doubleToRawLongBits(one[slot]) == Double.doubleToRawLongBits(other[slot]);
            result |= same ? 0 : 1L << slot;
        }
        return result;
    }

    private static long differing(float[] one, float[] other, int first, int end) {
        long result = 0;
        int at = Arrays.mismatch(one, first, end, other, first, end);
        for (int slot = first + at; at >= 0 && slot < end; slot++) {
            boolean same = Float.floatToRawIntBits(one[slot]) == Float.floatToRawIntBits(other[slot]);
            result |= same ? 0 : 1L << slot;
        }
        return result;
    }

    /** Whether all slots in use have come since the last {@link #forget}. */
    boolean isWhole() {
        return has(known);
    }

    /** Whether all slots in use have come in the newest state. */
    boolean isCovered() {
        return has(covered);
    }

    private boolean has(long[] set) {
        for (int block = 0; block < Blocks.of(slots); block++) {
            long used = bits(block, 0, slots);
            if ((set[block] & used) != used) {
                return false;
            }
        }
        return true;
    }

    int slots() {
        return slots;
    }

    /** Whether any value differs from the local one. */
    boolean hasChanged() {
        for (int block = 0; block < Blocks.of(slots); block++) {
            if (changed[block] != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether each attached body that is shown has a live, known parent and no chain is too long. If pieces are
     * missing, a body may be attached to a parent that has not arrived. Shows the hidden bodies whose parents have
     * come.
     *
     * @param hides whether to hide the others, and those that are attached to them, until their parents are there. They
     *     are not forgotten, because the sender may not repeat them
     */
    boolean haveParents(boolean hides) {
        boolean all = true;
        for (int block = 0; block < Blocks.of(slots); block++) {
            long orphans = orphans(block);
            long before = hidden[block];
            hidden[block] = hides ? orphans : before & orphans;
            changed[block] |= before ^ hidden[block];
            all &= hidden[block] == orphans;
        }
        return all;
    }

    private long orphans(int block) {
        long orphans = 0;
        for (long left = attached[block] & bits(block, 0, slots); left != 0; left &= left - 1) {
            boolean isOrphan = !hasParents((block << SHIFT) + Long.numberOfTrailingZeros(left));
            orphans |= isOrphan ? left & -left : 0;
        }
        return orphans;
    }

    /** Removes a body, which is unknown until it comes again. */
    void leave(int slot) {
        int block = slot >> SHIFT;
        long bit = 1L << slot;
        known[block] &= ~bit;
        resting[block] &= ~bit;
        attached[block] &= ~bit;
        hidden[block] &= ~bit;
        epochs[slot] = Epochs.NEVER;
        bonds[slot] = Bond.NONE;
        moving[block] &= ~bit;
        changed[block] |= bit;
        // So that values that equal a baseline are taken again.
        applied[block] = 0;
    }

    private boolean hasParents(int slot) {
        int depth = 0;
        for (int at = slot; bonds[at] != Bond.NONE; at = Bond.parent(bonds[at])) {
            int parent = Bond.parent(bonds[at]);
            if (++depth > Attachments.MAX_DEPTH
                    || parent >= slots
                    || (known[parent >> SHIFT] >>> parent & 1) == 0
                    || !Bond.isTo(bonds[at], epochs[parent])) {
                return false;
            }
        }
        return true;
    }

    /** The sender's epoch of a body that is shown. */
    int epoch(int slot) {
        return isHidden(slot) ? Epochs.NEVER : epochs[slot];
    }

    /** The {@link Bond} of a body that is shown. */
    int bond(int slot) {
        return isHidden(slot) ? Bond.NONE : bonds[slot];
    }

    private boolean isHidden(int slot) {
        return (hidden[slot >> SHIFT] >>> slot & 1) != 0;
    }

    /** Whether any body is attached, or was when this was last called. */
    boolean hadBonds() {
        boolean result = hadBonds;
        hadBonds = false;
        for (long each : attached) {
            hadBonds |= each != 0;
        }
        return result || hadBonds;
    }

    /** The slots of a block whose body is attached, or has changed since the last local state. */
    long bound(int block) {
        return attached[block] | changed[block];
    }

    /** The slots of a block whose values differ from the local ones. */
    long changed(int block) {
        return changed[block];
    }

    /** Notes that the values of a slot must be written to the next local state. */
    void change(int slot) {
        changed[slot >> SHIFT] |= 1L << slot;
    }

    /** As {@link #changed}, once each. */
    long takeChanged(int block) {
        long result = changed[block];
        changed[block] = 0;
        return result;
    }

    /** The slots of a block whose values in this state are others than those that came last. */
    long gaps(int block) {
        return moving[block] & (rare[block] | ~covered[block] & ~resting[block]) & bits(block, 0, slots);
    }

    /**
     * Guesses the values of a slot: its body goes on as it moved between the last two values. One that comes only in
     * every n-th state is shown n states late, so that it is between two values, and one that rests stops there.
     *
     * @param stepNanos the simulation time between two states
     * @return false if there are no two values to guess from, or the time is not after them
     */
    boolean guess(int slot, long simulationNanos, long stepNanos, double[] into) {
        int block = slot >> SHIFT;
        long bit = 1L << slot;
        boolean wasLate = lateNanos[slot] > 0;
        lateNanos[slot] = nextLateNanos(slot, simulationNanos, stepNanos);
        if (levels[slot] == 0 && lateNanos[slot] == 0) {
            rare[block] &= ~bit;
        }
        long nanos = simulationNanos - lateNanos[slot];
        boolean isAfter = nanos > lastNanos[slot];
        if (lastNanos[slot] <= priorNanos[slot] || !isAfter && !wasLate && lateNanos[slot] == 0) {
            return false;
        }
        if (nanos >= lastNanos[slot] && (resting[block] & bit) != 0) {
            moving[block] &= ~bit;
        }
        at(slot, nanos, stepNanos, into);
        guessed[block] |= bit;
        return true;
    }

    /** The values of a body that moves, at a time. */
    private void at(int slot, long nanos, long stepNanos, double[] into) {
        long span = lastNanos[slot] - priorNanos[slot];
        long ahead = nanos - lastNanos[slot];
        boolean stops = (resting[slot >> SHIFT] >>> slot & 1) != 0;
        double most = stops ? 0 : (double) Math.max(MOST_GUESSES, 2 << levels[slot]) * stepNanos;
        double share = span <= 0 ? 0 : Math.max(-1, Math.min(ahead, most) / span);
        PoseExtrapolation.goOn(priorPlaces, places, prior, last, slot, share, into);
    }
}
