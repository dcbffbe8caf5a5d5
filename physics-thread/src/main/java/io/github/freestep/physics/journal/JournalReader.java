package io.github.freestep.physics.journal;

import io.github.freestep.physics.ring.ConsumerRing;

/**
 * The journal for one recorder, which polls it and must miss no entry: at the first that does not fit, the journal ends.
 * One thread polls; any thread may ask and close.
 */
public final class JournalReader extends ConsumerRing<JournalEntry, JournalHandler> implements AutoCloseable {
    JournalReader(int capacity) {
        super(JournalEntry::new, capacity, true);
    }

    @Override
    protected void copy(JournalEntry from, JournalEntry to) {
        to.copy(from);
    }

    @Override
    protected void hand(JournalEntry entry, JournalHandler handler) {
        handler.onEntry(entry);
    }

    @Override
    protected void handMissed(long count, long sinceTick, JournalHandler handler) {
        handler.onMissed(count, sinceTick);
    }

    /** Leaves: the remaining entries are not handed out any more. A second call does nothing. */
    @Override
    public void close() {
        finish();
    }
}
