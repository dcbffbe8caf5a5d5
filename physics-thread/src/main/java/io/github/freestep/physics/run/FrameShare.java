package io.github.freestep.physics.run;

/**
 * Learns which share of the requested time scale a host's frame loop can sustain, from the durations of steps and
 * frames. For the host's thread only; allocates nothing.
 *
 * <p>Each frame has to simulate the time that the previous frame took. If a step takes {@code u} times the time of a
 * tick, and the other work of a frame takes {@code d}, then a frame takes {@code d / (1 - u)} in the long run, and
 * grows without bound if {@code u >= 1}. If a frame is longer than {@link #LONGEST_FRAME_NANOS}, simulation time is
 * slowed until steps take at most the part {@link #allowed} of a frame. The longest step of each measurement is
 * ignored, because one long step is a stall and is caught up.
 */
final class FrameShare {
    /**
     * A call ends once it has stepped for this long, not counting its longest step. The rest waits for the next call.
     */
    private static final long CALL_NANOS = 28_000_000;

    /** The same limit if time cannot be slowed. It is lower because under overload all frames reach it. */
    private static final long UNSLOWED_CALL_NANOS = 12_000_000;

    private static final double LONGEST_FRAME_NANOS = 45e6;
    private static final double AIMED_FRAME_NANOS = 36e6;

    /**
     * The largest part of a frame that steps may take. With a limit closer to 1, slightly longer steps would double the
     * length of a frame.
     */
    private static final double MAX_ALLOWED = 0.85;

    /** Steps may always take half of a frame, so a frame may always take twice as long as the host's own work. */
    private static final double MIN_ALLOWED = 0.5;

    private static final double BUSY = 0.95;
    private static final double CHANGE = 0.07;
    private static final long FIRST_NANOS = 250_000_000;
    private static final long NEXT_NANOS = 1_000_000_000;
    private static final int FEW_TICKS = 10;

    private final long callLimitNanos;
    private double share = 1;

    /** The time that the previous call stepped for. Its steps are part of the frame that ends now. */
    private long callNanos;

    private long callLongestNanos;
    private long callTicks;

    private int frames;
    private long wallNanos;
    private long stepNanos;
    private long longestNanos;
    private long ticks;

    FrameShare(boolean slows) {
        callLimitNanos = slows ? CALL_NANOS : UNSLOWED_CALL_NANOS;
    }

    /** Returns how long a call may step, not counting its longest step. */
    public long callLimitNanos() {
        return callLimitNanos;
    }

    public double share() {
        return share;
    }

    /** Goes back to the full requested scale. */
    public void reset() {
        share = 1;
        forget();
    }

    /** Discards all measurements, because they do not apply to the next frames. */
    public void forget() {
        noteCall(0, 0, 0);
        frames = 0;
        wallNanos = 0;
        stepNanos = 0;
        longestNanos = 0;
        ticks = 0;
    }

    /**
     * Adds a finished frame to the measurement, and adjusts the share.
     *
     * @param tickNanos the wall time of a tick at the requested scale
     * @return whether the share has changed
     */
    public boolean frame(long elapsedNanos, double tickNanos) {
        frames++;
        wallNanos += elapsedNanos;
        stepNanos += callNanos;
        longestNanos = Math.max(longestNanos, callLongestNanos);
        ticks += callTicks;
        if (ticks < FEW_TICKS || wallNanos < (share == 1 ? FIRST_NANOS : NEXT_NANOS)) {
            return false;
        }
        double cost = (double) (stepNanos - longestNanos) / (ticks - 1) / tickNanos;
        double otherNanos = (double) (wallNanos - stepNanos) / frames;
        // Negative if the host passes times that are not those of its frames. Such a host sets its own speed.
        boolean real = otherNanos >= 0;
        forget();
        double next = real ? shareFor(cost, otherNanos) : share;
        boolean changes = Math.abs(next - share) > CHANGE * share || next == 1 && share < 1;
        share = changes ? next : share;
        return changes;
    }

    private static double shareFor(double cost, double otherNanos) {
        double allowed = allowed(otherNanos);
        boolean shortFrames = cost < BUSY && otherNanos / (1 - cost) < LONGEST_FRAME_NANOS;
        return cost <= allowed || shortFrames ? 1 : allowed / cost;
    }

    private static double allowed(double otherNanos) {
        return Math.max(MIN_ALLOWED, Math.min(MAX_ALLOWED, 1 - otherNanos / AIMED_FRAME_NANOS));
    }

    /** Notes what a call has stepped. */
    public void noteCall(long nanos, long stepLongestNanos, long stepped) {
        callNanos = nanos;
        callLongestNanos = stepLongestNanos;
        callTicks = stepped;
    }
}
