package io.github.freestep.physics.recording;

import io.github.freestep.physics.event.ConsumerRing;
import io.github.freestep.physics.event.Consumers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the journal for one recorder, which polls it. A recorder must not miss an entry, so its journal ends at the
 * first entry that does not fit. One thread at a time polls. Any thread may call the other methods.
 */
final class JournalReader extends ConsumerRing<JournalEntry, JournalReader.Handler> {
    /** Takes the entries, on the thread that polls. */
    interface Handler {
        /** Takes an entry, which is valid during the call. */
        void onEntry(JournalEntry entry);

        /** Takes the end of the journal, because entries did not fit. This is the last call. */
        void onMissed(long count, long sinceTick);
    }

    /** Null if the recorder wants no keyframes. */
    private final @Nullable KeyframeSaver keyframes;

    JournalReader(Consumers<JournalReader> journal, int capacity, @Nullable KeyframeSaver keyframes) {
        super(journal, JournalEntry::new, capacity, true);
        this.keyframes = keyframes;
    }

    boolean wantsKeyframe(long tick) {
        return keyframes != null && keyframes.isDue(tick);
    }

    /** Saves the world, and writes the result. For the physics thread, if this reader wants a keyframe. */
    void save(JournalEntry draft, long tick) {
        draft.kind = JournalEntry.Kind.KEYFRAME;
        draft.tick = tick;
        draft.subject = Objects.requireNonNull(keyframes).save(tick);
        write(draft, tick);
        draft.subject = null;
    }

    @Override
    protected void copy(JournalEntry from, JournalEntry to) {
        to.copy(from);
    }

    @Override
    protected void hand(JournalEntry entry, Handler handler) {
        handler.onEntry(entry);
        // Its place may stay as it is for hours, and a command may have a whole saved game.
        entry.subject = null;
    }

    @Override
    protected long tick(JournalEntry entry) {
        return entry.tick;
    }

    @Override
    protected void handMissed(long count, long sinceTick, Handler handler) {
        handler.onMissed(count, sinceTick);
    }
}
