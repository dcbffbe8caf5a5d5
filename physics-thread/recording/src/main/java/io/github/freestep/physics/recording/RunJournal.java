package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.event.Consumers;
import io.github.freestep.physics.input.InputEvent;
import io.github.freestep.physics.input.InputValues;
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

    /** The values of the axes at the end of the newest tick. */
    private final float[] levels;

    private RunJournal(int axes) {
        levels = new float[axes];
    }

    /** Returns the journal of a run, which all of its recorders share. */
    static RunJournal of(Journal<PhysicsContext> run) {
        int axes = Inside.of(run.context()).input().axes();
        return (RunJournal) run.log(() -> new RunJournal(axes));
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

    /**
     * Writes the input of a tick, but a polled axis only if it has changed, because in most ticks none has. Compares
     * bits, because a simulation may distinguish -0 from 0. After a restore, the values of the tick before prove
     * nothing, because a poll may have set an axis back.
     */
    @Override
    public void input(long tick, InputValues input) {
        if (!isRead()) {
            return;
        }
        boolean wasRestored = input.takeRestored();
        for (int axis = 0; axis < levels.length; axis++) {
            float before = input.axisAtStart(axis);
            if (wasRestored || Float.floatToRawIntBits(before) != Float.floatToRawIntBits(levels[axis])) {
                axis(tick, axis, before);
            }
            levels[axis] = input.axis(axis);
        }
        for (int rest = input.joined | input.left; rest != 0; rest &= rest - 1) {
            int player = Integer.numberOfTrailingZeros(rest);
            if ((input.left >>> player & 1) != 0) {
                player(tick, player, false);
            }
            if ((input.joined >>> player & 1) != 0) {
                player(tick, player, true);
            }
        }
        for (int i = 0; i < input.size; i++) {
            input(tick, input.event(i));
        }
    }

    private void axis(long tick, int axis, float value) {
        draft.code = axis;
        draft.value = value;
        write(Kind.AXIS, tick);
    }

    private void player(long tick, int player, boolean joins) {
        draft.isAction = joins;
        draft.code = player;
        write(Kind.PLAYER, tick);
    }

    private void input(long tick, InputEvent event) {
        draft.isAction = event.action;
        draft.code = event.code;
        draft.value = event.value;
        draft.fraction = event.fraction;
        write(Kind.INPUT, tick);
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
