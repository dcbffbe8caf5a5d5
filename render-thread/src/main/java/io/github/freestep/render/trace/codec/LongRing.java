package io.github.freestep.render.trace.codec;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A ring of numbers from one thread to another. Wait-free, without allocation. The writer puts whole records and then
 * publishes them together; the reader sees a record as a whole or not at all.
 */
public final class LongRing {
    private static final int CAPACITY = 1 << 15;

    private final long[] numbers = new long[CAPACITY];
    private final AtomicLong head = new AtomicLong();
    private final AtomicLong tail = new AtomicLong();
    private long written;
    private long read;

    /** Writer: how many numbers fit. */
    public int room() {
        return CAPACITY - (int) (written - head.getAcquire());
    }

    /** Writer: puts a number. Check {@link #room} first. */
    public void put(long number) {
        numbers[(int) (written++ & CAPACITY - 1)] = number;
    }

    /** Writer: hands over all numbers so far. */
    public void publish() {
        tail.setRelease(written);
    }

    /** Reader: whether there is a number that was not taken. */
    boolean hasNext() {
        return read != tail.getAcquire();
    }

    /** Reader: takes a number. */
    long next() {
        return numbers[(int) (read++ & CAPACITY - 1)];
    }

    /** Reader: frees the room of all numbers taken. */
    void free() {
        head.setRelease(read);
    }
}
