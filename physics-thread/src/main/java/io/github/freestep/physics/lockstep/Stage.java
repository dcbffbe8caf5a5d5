package io.github.freestep.physics.lockstep;

/** What a session does now, or why it has ended; {@link LockstepSession.Status} describes each. */
enum Stage {
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
    boolean isEnd() {
        return compareTo(REMOVED) >= 0;
    }
}
