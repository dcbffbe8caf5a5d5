package io.github.freestep.physics.lockstep.session;

/** How much time of the match passes between the frames of a host's loop. For the host's thread. */
public final class HostTime {
    private final SessionState session;
    private long elapsedAt;
    private boolean elapses;

    public HostTime(SessionState session) {
        this.session = session;
    }

    /** Returns the time of the match since the last call, and at the first call since the first state. */
    public long elapsedNanos() {
        long now = session.clock().nanoTime();
        StartPoint start = session.startPoint();
        long since = elapses ? elapsedAt : session.rules().dueNanos(start == null ? 0 : start.tick());
        elapses = true;
        elapsedAt = now;
        return now - since;
    }
}
