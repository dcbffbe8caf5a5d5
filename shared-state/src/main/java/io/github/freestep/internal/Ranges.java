package io.github.freestep.internal;

/** Checks ranges and values. Stateless; allocates nothing unless one is wrong; not for users. */
public final class Ranges {
    private Ranges() {}

    /**
     * Refuses a setting that is out of range.
     *
     * @param name the name of the setting
     * @param unit what the message says after the greatest value; may be empty
     * @return the value
     * @throws IllegalArgumentException unless {@code least <= value <= most}
     */
    public static int require(int least, int most, int value, String name, String unit) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be between " + least + " and " + most
                    + (unit.isEmpty() ? "" : " " + unit) + ", was " + value);
        }
        return value;
    }

    /**
     * Refuses an index that is not below a count.
     *
     * @param name the name of the index
     * @param counted what returns the count
     * @return the index
     * @throws IndexOutOfBoundsException unless {@code 0 <= index < count}
     */
    public static int index(int index, int count, String name, String counted) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException(
                    name + " must be from 0 and below " + counted + ", which is " + count + ", was " + index);
        }
        return index;
    }

    /**
     * Refuses a value of an input that no device should have.
     *
     * @throws IllegalArgumentException if it is NaN or infinite
     */
    public static void requireFinite(float value) {
        if (!Float.isFinite(value)) {
            throw new IllegalArgumentException(
                    "value must be finite, was " + value + "; filter it where the device is read");
        }
    }

    /**
     * Refuses a range that is not within the slots of all arrays, before a loop has written anything.
     *
     * @param from the first slot
     * @param to one beyond the last slot
     * @param limit the number of slots
     * @param remedy what the limit is, or what to do; ends the message
     * @throws IllegalArgumentException unless {@code 0 <= from <= to <= limit}
     */
    public static void requireSlots(int from, int to, int limit, String remedy) {
        if (from < 0 || to < from || to > limit) {
            throw new IllegalArgumentException(
                    "the range of slots must be within 0 to " + limit + ", was " + from + " to " + to + "; " + remedy);
        }
    }
}
