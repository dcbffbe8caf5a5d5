package io.github.freestep.physics.clock;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Time that one thread steers, and any number of threads read: the time of a source, and a deviation that grows at a
 * rate. No reading is before one that was complete when it began, whichever threads read. Allocates nothing.
 *
 * <p>A change of the rate is a record with the point from which the old rate counts, the deviation there, both rates,
 * and the <em>bend</em>: the time of the source at which the new rate replaces the old one.
 *
 * <ul>
 *   <li><b>The bend is not before any reading at the old rate.</b> The thread that steers may be stopped between
 *       reading the time and publishing the record, and meanwhile others continue at the old rate. With a bend at the
 *       time that it had read, their readings could be ahead of those that follow. So a record is published without a
 *       bend, and the first thread that sees it sets the bend to the present, by one exchange. A thread that has used
 *       the old rate has read the source before the record was published, hence before the bend.
 *   <li><b>A reader that was stopped while records were replaced</b> may have read the source before the old rate of
 *       the newest record counts. It then takes the point from which that rate counts. This point lies between the
 *       beginning and the end of its call, so the reading is just as valid.
 *   <li><b>No reader waits for the thread that steers</b>, wherever that is stopped, as it would for a sequence lock.
 *       Records are places of a ring, all their fields are volatile, and the number of the newest is written last. Only
 *       a reader that is itself stopped for about {@value #RECORDS} changes while it reads a record begins again. A new
 *       object for each change would need the same bend, and be garbage 1,000 times a second.
 *   <li><b>A rate holds for 100 ms</b>, so time runs at the rate of the source if the thread that steers ends.
 * </ul>
 */
final class SteeredTime {
    /** A reader that is stopped for this many changes must begin again. A power of two. */
    static final int RECORDS = 64;

    /** A rate holds for this long. */
    static final long HOLD_NANOS = 100_000_000;

    /** As long as a line of the processor's cache. */
    private static final int FIELDS = 8;

    /** From where the old rate counts, as a time of the source. Usually the bend of the record before. */
    private static final int FROM = 0;

    /** The deviation there. */
    private static final int DEVIATION = 1;

    private static final int OLD_RATE = 2;

    /** When the new rate replaces the old one, as a time of the source; until a thread sets it, {@code ~number}. */
    private static final int BEND = 3;

    private static final int NEW_RATE = 4;

    private final NanoClock source;
    private final long originNanos;
    private final AtomicLongArray records = new AtomicLongArray(RECORDS * FIELDS);

    /** The number of the newest record. Written after its fields. */
    private volatile long newest;

    SteeredTime(NanoClock source) {
        this.source = source;
        originNanos = source.nanoTime();
    }

    /** Returns the steered time. It equals that of the source until the first call of {@link #steer}. */
    long nanoTime() {
        // The time comes before the record, so no thread reads beyond the bend of a record that is not published yet.
        return read(elapsed(), true);
    }

    /** Returns the steered time of a time of the source, as if the newest rates had held since then or hold until. */
    long timeOf(long nanos) {
        return read(nanos - originNanos, false);
    }

    /**
     * Changes the rate, from now on and for {@link #HOLD_NANOS}. For one thread at a time.
     *
     * @param rate by how many nanoseconds the time deviates per second, above -10^9
     */
    void steer(long rate) {
        long number = newest;
        int before = place(number);
        long bend = bend(number);
        int at = place(number + 1);
        records.set(at + FROM, bend);
        records.set(at + DEVIATION, deviation(before, bend));
        records.set(at + OLD_RATE, records.get(before + NEW_RATE));
        records.set(at + BEND, ~(number + 1));
        records.set(at + NEW_RATE, rate);
        newest = number + 1;
        bend(number + 1);
    }

    private long read(long elapsed, boolean isPresent) {
        long number;
        long steered;
        do {
            number = newest;
            int at = place(number);
            long bend = bend(number);
            long time = isPresent ? Math.max(elapsed, records.get(at + FROM)) : elapsed;
            long after = grown(records.get(at + NEW_RATE), Math.max(0, time - bend));
            steered = time + deviation(at, Math.min(time, bend)) + after;
            // The place of the record after the newest may be half written already.
        } while (newest - number >= RECORDS - 1);
        return originNanos + steered;
    }

    /** Returns the deviation at a time that is not after the bend. */
    private long deviation(int at, long time) {
        return records.get(at + DEVIATION) + grown(records.get(at + OLD_RATE), time - records.get(at + FROM));
    }

    private static long grown(long rate, long nanos) {
        return Math.floorDiv(rate * Math.max(-HOLD_NANOS, Math.min(nanos, HOLD_NANOS)), 1_000_000_000L);
    }

    /** Returns the bend of a record, which is set to the present if it is still missing. */
    private long bend(long number) {
        int field = place(number) + BEND;
        long bend = records.get(field);
        if (bend < 0) {
            // Fails if another thread was first, or if the place has a newer record.
            records.compareAndSet(field, ~number, elapsed());
            bend = records.get(field);
        }
        return bend;
    }

    private static int place(long number) {
        return (int) (number & RECORDS - 1) * FIELDS;
    }

    private long elapsed() {
        return source.nanoTime() - originNanos;
    }
}
