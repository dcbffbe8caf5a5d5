package io.github.freestep.physics.recording;

import io.github.freestep.time.TimeAnchor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the journal. It is reused, so it is valid only while it is handed out. Its kind decides which of the
 * other values are defined. A handler must not change it.
 */
final class JournalEntry {
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

    /** Decides which of the other values are defined. Set before anybody has the entry. */
    @SuppressWarnings("NullAway.Init")
    public Kind kind;

    /** The number of the tick that the entry belongs to. */
    public long tick;

    /** INPUT: whether the input is an action, and not the change of an axis. PLAYER: whether the player joins. */
    public boolean isAction;

    /** AXIS, INPUT: the number of the axis, or the code of the action. PLAYER: the number of the player. */
    public int code;

    /** AXIS, INPUT: the value, in the unit that the device reports. */
    public float value;

    /** INPUT: the time within the tick, as a fraction of it, from 0 to 1. */
    public double fraction;

    /** HASH: the hash of the tick's state, the same number as {@code PhysicsEvent.hash}. */
    public long hash;

    /**
     * COMMAND: the command, as it was submitted. FAULT: the failure. KEYFRAME: the result of {@link
     * KeyframeSaver#save}.
     */
    public @Nullable Object subject;

    /** The subject of an entry of a kind that has one. */
    Object subject() {
        return Objects.requireNonNull(subject);
    }

    /** TIME: the new anchor of the timeline. */
    public final TimeAnchor anchor = new TimeAnchor();

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
}
