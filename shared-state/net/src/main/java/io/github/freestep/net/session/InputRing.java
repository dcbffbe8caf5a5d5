package io.github.freestep.net.session;

import java.nio.ByteBuffer;

/**
 * Inputs between the thread that makes them and the thread that sends them: one of each. Lock-free, allocates nothing.
 * An input keeps its place until the server has acknowledged it.
 */
final class InputRing {
    static final int CAPACITY = 256;

    private final boolean[] isAction = new boolean[CAPACITY];
    private final int[] codes = new int[CAPACITY];
    private final float[] values = new float[CAPACITY];
    private final long[] times = new long[CAPACITY];

    /** The number of inputs ever added. Written by the adding thread only. */
    private volatile long added;

    /** The number of inputs ever removed. Written by the sending thread only. */
    private volatile long removed;

    /** Adds an input, or returns false if the ring is full. For the adding thread. */
    boolean add(boolean action, int code, float value, long nanos) {
        long place = added;
        if (place - removed >= CAPACITY) {
            return false;
        }
        int index = index(place);
        isAction[index] = action;
        codes[index] = code;
        values[index] = value;
        times[index] = nanos;
        added = place + 1;
        return true;
    }

    long added() {
        return added;
    }

    long removed() {
        return removed;
    }

    /** Removes all inputs before the given place. For the sending thread. */
    void removeUntil(long place) {
        removed = place;
    }

    /** Writes the input at a place that is in the ring. For the sending thread. */
    void write(long place, ByteBuffer to, long offsetNanos) {
        int index = index(place);
        ClientHeader.input(to, isAction[index], codes[index], values[index], times[index] + offsetNanos);
    }

    private static int index(long place) {
        return (int) place & (CAPACITY - 1);
    }
}
