package io.github.freestep.internal.time;

import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes and reads the anchors of a timeline, and refuses times that no timeline has. Stateless. */
final class SavedAnchor {
    /** Half the range of a long, so that sums and differences of two such times do not overflow. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 2;

    private SavedAnchor() {}

    /** Writes an anchor, with its wall time relative to now. */
    static void write(TimeAnchor anchor, DataOutput out, long nowNanos) throws IOException {
        out.writeLong(nowNanos - anchor.wallNanos());
        out.writeLong(anchor.simulationNanos());
        out.writeLong(anchor.scaleNumerator());
        out.writeLong(anchor.scaleDenominator());
    }

    /** Reads an anchor that was written, relative to another now. */
    static void read(TimeAnchor into, DataInput in, long nowNanos) throws IOException {
        long agoNanos = requireSpan(in.readLong());
        long simulationNanos = requireSpan(in.readLong());
        long numerator = in.readLong();
        into.set(
                nowNanos - agoNanos,
                simulationNanos,
                numerator == 0 ? 0 : requireScale(numerator),
                requireScale(in.readLong()));
    }

    static long requireSpan(long nanos) throws IOException {
        return require(nanos, 0, LONGEST_NANOS);
    }

    static long requireScale(long part) throws IOException {
        return require(part, 1, Ratio.LIMIT);
    }

    static void requireOrder(long earlierNanos, long laterNanos) throws IOException {
        require(laterNanos, earlierNanos, LONGEST_NANOS);
    }

    private static long require(long value, long least, long most) throws IOException {
        if (value < least || value > most) {
            throw new IOException(
                    "a number of a saved timeline must be between " + least + " and " + most + ", was " + value);
        }
        return value;
    }
}
