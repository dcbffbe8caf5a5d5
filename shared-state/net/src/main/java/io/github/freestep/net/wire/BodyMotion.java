package io.github.freestep.net.wire;

import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * How the sender's bodies move: the last two values of each that came, and their times. Fills gaps from them. A body
 * that comes only in every n-th state is shown n states late, so that it is between two values. For one thread;
 * allocates nothing once made.
 */
final class BodyMotion {
    /**
     * The number of gaps between states over which a body continues without new values. Then it stays where it is. One
     * that comes only in every n-th state continues over 2 n gaps, if that is more.
     */
    static final int MOST_GUESSES = 10;

    /** The lateness of a body changes by at most this part of the time that passes, so no body jumps or goes back. */
    private static final int LATER_PART = 4;

    private final DecodedBodies decoded;

    /** The last values that came, as they were decoded. */
    final double[][] places;

    final float[][] last;

    /** The values before those; only of poses and linear channels, which continue in a gap. */
    private final double[][] priorPlaces;

    private final float[][] prior;

    /** The simulation time of the values. */
    private final long[] lastNanos;

    private final long[] priorNanos;

    /** Slots whose body has moved between its last two values. */
    private final long[] moving;

    /** Slots whose body rests until its next values come. */
    private final long[] resting;

    /** Slots whose local values are guesses. */
    final long[] guessed;

    /** Slots whose body comes in every {@code 1 << level}-th state only, or is late. */
    private final long[] rare;

    private final byte[] levels;

    /** By how much the body is shown later than others, at the simulation time that was published last. */
    private final long[] lateNanos;

    private long shownNanos;
    private final double[] pose;

    BodyMotion(StateLayout layout, DecodedBodies decoded) {
        this.decoded = decoded;
        int capacity = layout.capacity();
        last = new float[decoded.others.length][capacity];
        prior = new float[DecodedBodies.ORIENTATION + layout.linearChannels().size()][capacity];
        places = new double[decoded.places.length][capacity];
        priorPlaces = new double[places.length][capacity];
        lastNanos = new long[capacity];
        priorNanos = new long[capacity];
        moving = new long[Blocks.of(capacity)];
        resting = new long[moving.length];
        guessed = new long[moving.length];
        rare = new long[moving.length];
        levels = new byte[capacity];
        lateNanos = new long[capacity];
        pose = new double[places.length + prior.length];
    }

    /** Forgets all motion. All bodies come in every state until it is known that they do not. */
    void clear() {
        Arrays.fill(moving, 0);
        Arrays.fill(resting, 0);
        Arrays.fill(rare, 0);
        Arrays.fill(levels, (byte) 0);
        Arrays.fill(lateNanos, 0);
    }

    void leave(int slot) {
        RemoteBodies.set(moving, slot, false);
        RemoteBodies.set(resting, slot, false);
    }

    /** Notes that the bodies of slots do not move. */
    void stop(int block, long bits) {
        moving[block] &= ~bits;
    }

    /** Begins to take the values of a body that comes in every {@code 1 << level}-th state only. */
    void begin(int slot, int level, long stepNanos) {
        levels[slot] = (byte) level;
        settle(slot, stepNanos);
    }

    /**
     * Notes that the values of a body were taken.
     *
     * @param rests whether it stays there until its next values come
     */
    void end(int slot, boolean rests, long stepNanos) {
        settle(slot, stepNanos);
        RemoteBodies.set(resting, slot, rests);
        noteRare(slot);
    }

    /** The lateness of a resting body is not visible, so it may change at once. */
    private void settle(int slot, long stepNanos) {
        if (!RemoteBodies.has(moving, slot)) {
            lateNanos[slot] = wantedNanos(slot, stepNanos);
        }
    }

    private void noteRare(int slot) {
        RemoteBodies.set(rare, slot, levels[slot] > 0 || lateNanos[slot] > 0);
    }

    /** Whether the decoded values of a body are those that came last, and are of the same time. */
    boolean isSame(int slot, long simulationNanos) {
        boolean isSame = lastNanos[slot] == simulationNanos;
        for (int i = 0; i < places.length && isSame; i++) {
            isSame = decoded.places[i][slot] == places[i][slot];
        }
        for (int i = 0; i < last.length && isSame; i++) {
            isSame = decoded.others[i][slot] == last[i][slot];
        }
        return isSame;
    }

    /**
     * Takes the decoded values of a body.
     *
     * @param continues whether it continues its earlier motion
     * @return whether its local values are to be written
     */
    boolean take(int slot, long simulationNanos, boolean continues) {
        priorNanos[slot] = lastNanos[slot];
        lastNanos[slot] = simulationNanos;
        boolean moved = false;
        for (int i = 0; i < places.length; i++) {
            double next = decoded.places[i][slot];
            priorPlaces[i][slot] = places[i][slot];
            moved |= Double.compare(next, places[i][slot]) != 0;
            places[i][slot] = next;
        }
        boolean changed = !continues || RemoteBodies.has(guessed, slot);
        for (int i = 0; i < last.length; i++) {
            float next = decoded.others[i][slot];
            boolean differs = Float.compare(next, last[i][slot]) != 0;
            if (i < prior.length) {
                prior[i][slot] = last[i][slot];
                moved |= differs;
            }
            last[i][slot] = next;
            changed |= differs;
        }
        RemoteBodies.set(guessed, slot, false);
        RemoteBodies.set(moving, slot, moved && continues);
        return changed || moved;
    }

    /** The slots of a block whose values in this state differ from those that came last. */
    long gaps(int block, long covered) {
        return moving[block] & (rare[block] | ~covered & ~resting[block]);
    }

    /**
     * Chooses where the way to the next values of a body begins. One that is shown in time comes from its last values.
     * One that is shown late comes from where it is then, so it does not jump: its last values if it is there, a place
     * on the way to them, or one beyond them if values were lost.
     */
    void startWay(int slot, long simulationNanos, long stepNanos) {
        long late = nextLateNanos(slot, simulationNanos, stepNanos);
        if (late == 0 && lateNanos[slot] == 0) {
            boolean rested = RemoteBodies.has(resting, slot);
            lastNanos[slot] = rested ? Math.max(lastNanos[slot], simulationNanos - stepNanos) : lastNanos[slot];
            return;
        }
        long from = simulationNanos - late;
        if (RemoteBodies.has(moving, slot)) {
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

    private long wantedNanos(int slot, long stepNanos) {
        return levels[slot] == 0 ? 0 : stepNanos << levels[slot];
    }

    /** By how much a body is shown later than others at a time. */
    private long nextLateNanos(int slot, long simulationNanos, long stepNanos) {
        long most = Math.max(0, simulationNanos - shownNanos) / LATER_PART;
        long wanted = wantedNanos(slot, stepNanos) - lateNanos[slot];
        return lateNanos[slot] + Math.max(-most, Math.min(wanted, most));
    }

    /** Notes the simulation time of the state that was published. */
    void shown(long simulationNanos) {
        shownNanos = simulationNanos;
    }

    /**
     * Guesses the values of a slot: its body continues as it moved between the last two values. One that rests stops at
     * the last ones.
     *
     * @param stepNanos the simulation time between two states
     * @return false if there are no two values to guess from, or the time is not after them
     */
    boolean guess(int slot, long simulationNanos, long stepNanos, double[] into) {
        boolean wasLate = lateNanos[slot] > 0;
        lateNanos[slot] = nextLateNanos(slot, simulationNanos, stepNanos);
        noteRare(slot);
        long nanos = simulationNanos - lateNanos[slot];
        boolean isAfter = nanos > lastNanos[slot];
        if (lastNanos[slot] <= priorNanos[slot] || !isAfter && !wasLate && lateNanos[slot] == 0) {
            return false;
        }
        if (nanos >= lastNanos[slot] && RemoteBodies.has(resting, slot)) {
            RemoteBodies.set(moving, slot, false);
        }
        at(slot, nanos, stepNanos, into);
        RemoteBodies.set(guessed, slot, true);
        return true;
    }

    /** The values of a body that moves, at a time. */
    private void at(int slot, long nanos, long stepNanos, double[] into) {
        long span = lastNanos[slot] - priorNanos[slot];
        long ahead = nanos - lastNanos[slot];
        boolean stops = RemoteBodies.has(resting, slot);
        double most = stops ? 0 : (double) Math.max(MOST_GUESSES, 2 << levels[slot]) * stepNanos;
        double share = span <= 0 ? 0 : Math.max(-1, Math.min(ahead, most) / span);
        PoseExtrapolation.goOn(priorPlaces, places, prior, last, slot, share, into);
    }
}
