package io.github.freestep.physics.journal;

import io.github.freestep.time.TimeAnchor;

/**
 * One entry of the journal: a place in a recorder's ring, valid while it is handed out. The kind decides which of the other
 * fields mean something.
 */
public final class JournalEntry {
    /** What an entry is about. */
    public enum Kind {
        /** A polled axis has another value from the beginning of this tick on. */
        AXIS,
        /** A tick got an input: an action, or a pushed change of an axis. */
        INPUT,
        /** A command is about to run, after this tick. */
        COMMAND,
        /** Time was controlled or dropped: a new anchor is in force, as of the state of this tick. */
        TIME,
        /** A fault was reported. */
        FAULT,
        /** The hash of this tick's state is known. */
        HASH,
        /** A tick has ended. */
        TICK
    }

    Kind kind;
    long tick;
    boolean isAction;
    int code;
    float value;
    double fraction;
    long hash;
    Object subject;
    final TimeAnchor anchor = new TimeAnchor();

    JournalEntry() {}

    void copy(JournalEntry other) {
        kind = other.kind;
        tick = other.tick;
        isAction = other.isAction;
        code = other.code;
        value = other.value;
        fraction = other.fraction;
        hash = other.hash;
        subject = other.subject;
        if (kind == Kind.TIME) {
            anchor.set(other.anchor);
        }
    }

    /**
     * What it is about.
     *
     * @return decides which of the other values are defined
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The number of the tick that it belongs to.
     *
     * @return counted from zero
     */
    public long tick() {
        return tick;
    }

    /**
     * INPUT: whether it is an action, or the change of an axis.
     *
     * @return true for an action
     */
    public boolean isAction() {
        return isAction;
    }

    /**
     * AXIS, INPUT: the number of the axis, or the code of the action.
     *
     * @return as it was pushed or polled
     */
    public int code() {
        return code;
    }

    /**
     * AXIS, INPUT: the value, in the unit that the device reports.
     *
     * @return a finite number
     */
    public float value() {
        return value;
    }

    /**
     * INPUT: the time within the tick, as a fraction of it.
     *
     * @return from 0 to 1
     */
    public double fraction() {
        return fraction;
    }

    /**
     * HASH: the hash of the tick's state.
     *
     * @return as {@code PhysicsEvent.hash}
     */
    public long hash() {
        return hash;
    }

    /**
     * COMMAND: the command.
     *
     * @return as it was submitted
     */
    public Object command() {
        return subject;
    }

    /**
     * FAULT: the failure.
     *
     * @return as it was reported
     */
    public Throwable fault() {
        return (Throwable) subject;
    }

    /**
     * TIME: copies the anchor that is in force from now on.
     *
     * @param into the anchor to overwrite
     */
    public void anchor(TimeAnchor into) {
        into.set(anchor);
    }
}
