package io.github.freestep.physics.input;

import java.util.Arrays;

/**
 * An input that waits for its tick or belongs to one. {@link WaitingInput} and {@code TickInput} exchange and reuse
 * such objects.
 */
public final class InputEvent implements Comparable<InputEvent> {
    /** The number of inputs for which a service has memory from the start, unless its bound is lower. */
    static final int FEW = 4;

    public boolean action;

    /** The code of an action, or the number of an axis. */
    public int code;

    public float value;

    /** Nanoseconds since the service's origin. Readings of the clock may wrap, so they cannot be ordered. */
    public long sinceOriginNanos;

    public long sequence;
    public double fraction;

    /** Returns an array of {@link #FEW} inputs, or of as many as the bound if that is lower. */
    static InputEvent[] few(int bound) {
        return grow(new InputEvent[0], bound);
    }

    /** Returns an array twice as long, but not longer than the bound, with the same inputs and new ones after them. */
    static InputEvent[] grow(InputEvent[] events, int bound) {
        InputEvent[] more = Arrays.copyOf(events, (int) Math.min(bound, Math.max(FEW, 2L * events.length)));
        for (int i = events.length; i < more.length; i++) {
            more[i] = new InputEvent();
        }
        return more;
    }

    /** Orders inputs by time, then by sequence number. */
    @Override
    public int compareTo(InputEvent other) {
        int byTime = Long.compare(sinceOriginNanos, other.sinceOriginNanos);
        return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
}
