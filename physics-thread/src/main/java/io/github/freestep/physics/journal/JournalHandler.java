package io.github.freestep.physics.journal;

/** Handles the entries of a journal, one at a time, in the order in which they were written. */
public interface JournalHandler {
    /**
     * Handles an entry.
     *
     * @param entry the entry; reused, so it is valid only during this call
     */
    void onEntry(JournalEntry entry);

    /**
     * Handles the end of a journal that has missed entries. This is the last call.
     *
     * @param count the number of missed entries
     * @param sinceTick the tick of the first of them
     */
    void onMissed(long count, long sinceTick);
}
