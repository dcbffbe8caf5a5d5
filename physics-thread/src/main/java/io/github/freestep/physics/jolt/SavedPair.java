package io.github.freestep.physics.jolt;

import io.github.freestep.internal.SavedNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What Jolt's own contacts do not say about a pair: whether it has begun, is dormant, and which body is a sensor. */
record SavedPair(long key, int flags, float depth) {
    private static final int BEGUN = 1;
    private static final int DORMANT = 2;
    private static final int SENSOR = 4;
    private static final int FIRST_SENSOR = 8;

    SavedPair(Pair pair) {
        this(
                pair.key,
                (pair.hasBegun ? BEGUN : 0)
                        | (pair.isDormant ? DORMANT : 0)
                        | (pair.isSensor ? SENSOR : 0)
                        | (pair.isFirstSensor ? FIRST_SENSOR : 0),
                pair.depth);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(key);
        out.writeByte(flags);
        out.writeFloat(depth);
    }

    static SavedPair read(DataInput in) throws IOException {
        return new SavedPair(in.readLong(), in.readUnsignedByte(), SavedNumbers.readFiniteFloat(in));
    }

    boolean isDormant() {
        return (flags & DORMANT) != 0;
    }

    void restore(Pair pair) {
        pair.hasBegun = (flags & BEGUN) != 0;
        pair.isDormant = isDormant();
        pair.isSensor = (flags & SENSOR) != 0;
        pair.isFirstSensor = (flags & FIRST_SENSOR) != 0;
        pair.depth = depth;
    }
}
