package io.github.freestep.physics.rooms;

import io.github.freestep.internal.time.Archive;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the numbers of a run that moves, or reads them. All times are relative to now, so that another clock can have
 * other readings.
 *
 * @param in null to write
 * @param out null to read
 */
record MovedNumbers(@Nullable DataInput in, @Nullable DataOutput out, long nowNanos) implements Archive {
    @Override
    public boolean isLoading() {
        return in != null;
    }

    @Override
    public long number(int bytes, long value, long least, long most) {
        long passed = value;
        try {
            if (in != null) {
                passed = bytes == 1 ? in.readByte() : bytes == Integer.BYTES ? in.readInt() : in.readLong();
            } else {
                DataOutput to = Objects.requireNonNull(out);
                switch (bytes) {
                    case 1 -> to.writeByte((int) value);
                    case Integer.BYTES -> to.writeInt((int) value);
                    default -> to.writeLong(value);
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        if (passed < least || passed > most) {
            throw new IllegalArgumentException(
                    "a number must be between " + least + " and " + most + ", was " + passed);
        }
        return passed;
    }

    private static IllegalArgumentException unreadable(IOException e) {
        return new IllegalArgumentException(
                e instanceof EOFException ? "it ends in the middle of a value" : e.getMessage(), e);
    }

    /** Reads a text, which the writer has written without this class. */
    String text() {
        try {
            return Objects.requireNonNull(in).readUTF();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }
}
