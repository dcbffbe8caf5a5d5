package io.github.freestep.physics.lockstep.session;

/**
 * What a session does now, or why it has ended; {@link io.github.freestep.physics.lockstep.LockstepSession.Status}
 * describes each.
 */
public enum Stage {
    CONNECTING,
    WAITING,
    JOINING,
    PLAYING,
    STALLED,
    PAUSED,
    REMOVED,
    DESYNCED,
    REFUSED,
    LOST,
    CLOSED;

    /** Returns whether this is an end, which no other stage follows. */
    public boolean isEnd() {
        return compareTo(REMOVED) >= 0;
    }
}
