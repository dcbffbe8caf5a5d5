package io.github.freestep.internal;

/** Checks ranges of slots. Stateless; allocates nothing unless a range is wrong; not for users. */
public final class Ranges {
    private Ranges() {}

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
