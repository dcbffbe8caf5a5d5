package io.github.freestep.physics.journal;

/** Takes the entries of a journal, one at a time, in the order in which they were written. */
public interface JournalHandler {
    /**
     * Takes an entry.
     *
     * @param entry valid during this call only
     */
    void onEntry(JournalEntry entry);

    /**
     * Takes note that entries are missing: the last call.
     *
     * @param count the number of missed entries
     * @param sinceTick the tick of the first of them
     */
    void onMissed(long count, long sinceTick);
}
