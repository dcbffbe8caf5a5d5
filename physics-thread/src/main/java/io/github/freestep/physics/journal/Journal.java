package io.github.freestep.physics.journal;

import io.github.freestep.physics.journal.JournalEntry.Kind;
import io.github.freestep.physics.ring.Consumers;
import io.github.freestep.time.TimeAnchor;
import java.util.function.Function;

/**
 * Records what enters a simulation and what comes out, in one order, for recorders. Any thread may join; the physics
 * thread writes: wait-free, without allocation. Without a recorder an entry costs a look at the length of an array.
 *
 * <p>Each recorder has a ring of its own, as each consumer of events has. Recorders are not woken: they poll.
 */
public final class Journal {
    /**
     * Set by the {@code Events} of a run, which have the journal, and no public method for it. They are an object here,
     * so that this package does not need theirs, which needs this one.
     */
    private static volatile Function<Object, Journal> access;

    private final Consumers<JournalReader> readers = new Consumers<>(new JournalReader[0]);

    /** Written once for each entry, and copied into each recorder's ring. */
    private final JournalEntry draft = new JournalEntry();

    /** Makes a journal without recorders. */
    public Journal() {}

    /**
     * Lets this package find the journal of a run.
     *
     * @param journal of the given events
     */
    public static void setAccess(Function<Object, Journal> journal) {
        access = journal;
    }

    /**
     * Finds the journal of the run that events belong to.
     *
     * @param events of a service or a stepper
     * @return always the same for the same events
     */
    public static Journal of(Object events) {
        return access.apply(events);
    }

    /**
     * Joins. After the end of the run the reader is closed already.
     *
     * @param capacity the number of entries that the recorder may be behind, a power of two
     * @return to be closed
     */
    public JournalReader open(int capacity) {
        JournalReader reader = new JournalReader(capacity);
        readers.add(reader, () -> {});
        return reader;
    }

    /**
     * Whether there is a recorder: what none wants need not be computed.
     *
     * @return false if entries are written for no one
     */
    public boolean isRead() {
        return readers.rings().length > 0;
    }

    /** Ends the journal for all recorders, at the end of the run. */
    public void close() {
        readers.close();
    }

    /**
     * Writes that a polled axis has another value from the beginning of a tick on.
     *
     * @param tick the number of the tick
     * @param axis the number of the axis
     * @param value the new value
     */
    public void axis(long tick, int axis, float value) {
        if (isRead()) {
            draft.code = axis;
            draft.value = value;
            write(Kind.AXIS, tick);
        }
    }

    /**
     * Writes an input of a tick.
     *
     * @param tick the number of the tick
     * @param isAction whether it is an action, or the change of an axis
     * @param code the code of the action, or the number of the axis
     * @param value that came with it
     * @param fraction the time within the tick, from 0 to 1
     */
    public void input(long tick, boolean isAction, int code, float value, double fraction) {
        if (isRead()) {
            draft.isAction = isAction;
            draft.code = code;
            draft.value = value;
            draft.fraction = fraction;
            write(Kind.INPUT, tick);
        }
    }

    /**
     * Writes that a command is about to run.
     *
     * @param tick the last finished tick
     * @param command as it was submitted
     */
    public void command(long tick, Object command) {
        if (isRead()) {
            draft.subject = command;
            write(Kind.COMMAND, tick);
        }
    }

    /**
     * Writes that a new anchor of time is in force.
     *
     * @param tick the last finished tick
     * @param anchor from now on
     */
    public void time(long tick, TimeAnchor anchor) {
        if (isRead()) {
            draft.anchor.set(anchor);
            write(Kind.TIME, tick);
        }
    }

    /**
     * Writes a fault.
     *
     * @param tick the tick whose step failed, or the last finished one if the fault was raised between ticks
     * @param failure as it was reported
     */
    public void fault(long tick, Throwable failure) {
        if (isRead()) {
            draft.subject = failure;
            write(Kind.FAULT, tick);
        }
    }

    /**
     * Writes the hash of a tick's state.
     *
     * @param tick the number of the tick
     * @param hash of its state
     */
    public void hash(long tick, long hash) {
        if (isRead()) {
            draft.hash = hash;
            write(Kind.HASH, tick);
        }
    }

    /**
     * Writes that a tick has ended.
     *
     * @param tick the number of the tick
     */
    public void tick(long tick) {
        if (isRead()) {
            write(Kind.TICK, tick);
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
