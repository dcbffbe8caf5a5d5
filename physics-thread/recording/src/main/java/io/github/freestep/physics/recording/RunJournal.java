package io.github.freestep.physics.recording;

import io.github.freestep.physics.event.Consumers;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.physics.journal.Unrecorded;
import io.github.freestep.physics.recording.JournalEntry.Kind;
import io.github.freestep.time.TimeAnchor;
import org.jspecify.annotations.Nullable;

/**
 * Passes the log of a run to its recorders, in the order in which it happens. Any thread may join. The physics thread
 * writes, wait-free and without allocation. Each recorder has its own ring, like each consumer of events. Recorders
 * poll, and no thread wakes them.
 */
final class RunJournal implements RunLog {
    private final Consumers<JournalReader> readers = new Consumers<>(new JournalReader[0]);

    /** The entry being written. It is filled once and copied into each recorder's ring. */
    private final JournalEntry draft = new JournalEntry();

    private RunJournal() {}

    /** Returns the journal of a run, which all of its recorders share. */
    static RunJournal of(Journal<?> run) {
        return (RunJournal) run.log(RunJournal::new);
    }

    /**
     * Lets a recorder join. After the end of the run, the returned reader is closed already.
     *
     * @param capacity the number of entries that the recorder may be behind, a power of two
     * @param keyframes saves the world for this recorder; null for no keyframes
     * @return the reader; close it when the recording ends
     */
    JournalReader open(int capacity, @Nullable KeyframeSaver keyframes) {
        JournalReader reader = new JournalReader(readers, capacity, keyframes);
        readers.add(reader, () -> {});
        return reader;
    }

    @Override
    public boolean isRead() {
        return readers.rings().length > 0;
    }

    @Override
    public void end() {
        readers.close();
    }

    @Override
    public void axis(long tick, int axis, float value) {
        draft.code = axis;
        draft.value = value;
        write(Kind.AXIS, tick);
    }

    @Override
    public void input(long tick, boolean isAction, int code, float value, double fraction) {
        draft.isAction = isAction;
        draft.code = code;
        draft.value = value;
        draft.fraction = fraction;
        write(Kind.INPUT, tick);
    }

    @Override
    public void player(long tick, int player, boolean joins) {
        draft.isAction = joins;
        draft.code = player;
        write(Kind.PLAYER, tick);
    }

    @Override
    public void command(long tick, Object command) {
        if (!(command instanceof Unrecorded)) {
            draft.subject = command;
            write(Kind.COMMAND, tick);
        }
    }

    @Override
    public void time(long tick, TimeAnchor anchor) {
        draft.anchor.set(anchor);
        write(Kind.TIME, tick);
    }

    @Override
    public void fault(long tick, Throwable failure) {
        draft.subject = failure;
        write(Kind.FAULT, tick);
    }

    @Override
    public void hash(long tick, long hash) {
        draft.hash = hash;
        write(Kind.HASH, tick);
    }

    @Override
    public void tick(long tick) {
        write(Kind.TICK, tick);
    }

    @Override
    public boolean isDue(long tick) {
        for (JournalReader reader : readers.rings()) {
            if (reader.wantsKeyframe(tick)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void save(long tick) {
        for (JournalReader reader : readers.rings()) {
            if (reader.wantsKeyframe(tick)) {
                reader.save(draft, tick);
            }
        }
    }

    private void write(Kind kind, long tick) {
        draft.kind = kind;
        draft.tick = tick;
        for (JournalReader reader : readers.rings()) {
            reader.write(draft, tick);
        }
        draft.subject = null;
    }
}
