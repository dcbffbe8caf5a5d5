package io.github.freestep.physics.journal;

import io.github.freestep.physics.ring.ConsumerRing;
import io.github.freestep.physics.ring.Consumers;
import org.jspecify.annotations.Nullable;

/**
 * Reads the journal for one recorder, which polls it. A recorder must not miss an entry, so its journal ends at the
 * first entry that does not fit. One thread at a time polls. Any thread may call the other methods.
 */
public final class JournalReader extends ConsumerRing<JournalEntry, JournalHandler> {
    /** Null if the recorder wants no keyframes. */
    private final @Nullable KeyframeSource keyframes;

    JournalReader(Consumers<JournalReader> journal, int capacity, @Nullable KeyframeSource keyframes) {
        super(journal, JournalEntry::new, capacity, true, () -> {});
        this.keyframes = keyframes;
    }

    boolean wantsKeyframe(long tick) {
        return keyframes != null && keyframes.isDue(tick);
    }

    @Nullable Object save(long tick) {
        return keyframes.save(tick);
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
    protected long tick(JournalEntry entry) {
        return entry.tick;
    }

    @Override
    protected void handMissed(long count, long sinceTick, JournalHandler handler) {
        handler.onMissed(count, sinceTick);
    }
}
