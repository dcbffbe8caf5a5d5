package io.github.freestep.physics.journal;

import io.github.freestep.time.TimeAnchor;

/**
 * One entry of the journal. It is reused, so it is valid only while it is handed out. Its kind decides which of the
 * other values are defined.
 */
public final class JournalEntry {
    /** What an entry is about. */
    public enum Kind {
        /** A polled axis has a new value from the beginning of this tick. */
        AXIS,
        /** A tick has taken an input: an action, or a pushed change of an axis. */
        INPUT,
        /** A player takes part in a lockstep match from this tick on, or no longer does. */
        PLAYER,
        /** A command is about to run, after this tick. */
        COMMAND,
        /**
         * The timeline has a new anchor from this tick on, because time was paused, resumed, single-stepped, scaled
         * or dropped.
         */
        TIME,
        /** A fault was reported. */
        FAULT,
        /** The hash of this tick's state. */
        HASH,
        /** This tick has ended. */
        TICK,
        /** The world was saved after this tick. Only the recorder whose source saved it gets this entry. */
        KEYFRAME
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
     * The kind of this entry.
     *
     * @return the kind, which decides which of the other values are defined
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The number of the tick that the entry belongs to.
     *
     * @return the number, from 0
     */
    public long tick() {
        return tick;
    }

    /**
     * INPUT: whether the input is an action or the change of an axis.
     *
     * @return true for an action, false for the change of an axis
     */
    public boolean isAction() {
        return isAction;
    }

    /**
     * PLAYER: whether the player joins.
     *
     * @return false if the player leaves
     */
    public boolean joins() {
        return isAction;
    }

    /**
     * AXIS, INPUT: the number of the axis, or the code of the action. PLAYER: the number of the player.
     *
     * @return the number or code that was pushed or polled
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
     * @return the same number as {@code PhysicsEvent.hash}
     */
    public long hash() {
        return hash;
    }

    /**
     * COMMAND: the command.
     *
     * @return the command as it was submitted
     */
    public Object command() {
        return subject;
    }

    /**
     * FAULT: the failure.
     *
     * @return the failure as it was reported
     */
    public Throwable fault() {
        return (Throwable) subject;
    }

    /**
     * KEYFRAME: what the recorder's source has returned.
     *
     * @return the result of {@link KeyframeSource#save}
     */
    public Object keyframe() {
        return subject;
    }

    /**
     * TIME: copies the new anchor of the timeline.
     *
     * @param into the anchor to overwrite
     */
    public void anchor(TimeAnchor into) {
        into.set(anchor);
    }
}
