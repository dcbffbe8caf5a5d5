package io.github.freestep.physics.lockstep.session;

/**
 * What a session does now; {@link io.github.freestep.physics.lockstep.LockstepSession.Status}
 * describes each.
 */
public enum Stage {
    CONNECTING,
    WAITING,
    JOINING,
    PLAYING,
    STALLED,
    PAUSED,
    /** The only stage that no other one follows. */
    ENDED
}
