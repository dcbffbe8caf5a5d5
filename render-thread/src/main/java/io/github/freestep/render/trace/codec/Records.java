package io.github.freestep.render.trace.codec;

import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;

/**
 * Puts records into a ring: the part of the sampler's thread. The methods put nothing on their own: a frame with all
 * that belongs to it is published together, or {@link #lose lost}. Allocates nothing.
 */
public final class Records {
    /** Room for a snapshot, two windows of states, and a frame. */
    private static final int MOST = TraceEntry.MAX_VALUES + 32 * Records.STATE_NUMBERS;

    static final int STATE_NUMBERS = 10;

    private final LongRing ring;
    private final TimeAnchor anchor = new TimeAnchor();
    private long lost;

    /** Creates a writer of records. */
    public Records(LongRing ring) {
        this.ring = ring;
    }

    /** Whether the ring has room for all records of a frame. */
    public boolean hasRoom() {
        return ring.room() >= MOST;
    }

    /** Counts a frame that found no room. */
    public void lose() {
        lost++;
    }

    /** Hands over the number of lost frames, if there are any. The next frame must have a snapshot then. */
    public void lost() {
        if (lost > 0) {
            ring.put(TraceEntry.Kind.LOST.ordinal());
            ring.put(lost);
            ring.publish();
            lost = 0;
        }
    }

    /** Puts a state. */
    public void state(State state, boolean again) {
        state.anchor(anchor);
        ring.put((again ? TraceEntry.Kind.REPLACED : TraceEntry.Kind.STATE).ordinal());
        ring.put(state.tick());
        ring.put(state.predecessorTick());
        ring.put(state.simulationNanos());
        ring.put(state.startedNanos());
        ring.put(state.publishedNanos());
        ring.put(anchor.wallNanos());
        ring.put(anchor.simulationNanos());
        ring.put(anchor.scaleNumerator());
        ring.put(anchor.scaleDenominator());
    }

    /** Puts a snapshot. The states of the window must follow. */
    public void snapshot(long[] values, int count) {
        ring.put(TraceEntry.Kind.SNAPSHOT.ordinal());
        ring.put(count);
        for (int i = 0; i < count; i++) {
            ring.put(values[i]);
        }
    }

    /** Puts a frame, and hands over all records so far. */
    public void frame(long nanos, long shown, long current, double alpha, long delay, int flags) {
        ring.put(TraceEntry.Kind.FRAME.ordinal());
        ring.put(nanos);
        ring.put(shown);
        ring.put(current);
        ring.put(Double.doubleToRawLongBits(alpha));
        ring.put(delay);
        ring.put(flags);
        ring.publish();
    }
}
