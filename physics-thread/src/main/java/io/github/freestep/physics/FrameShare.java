package io.github.freestep.physics;

/**
 * How much of the asked speed a host's frame loop can hold, learned from what steps and frames take. Belongs to the
 * host's thread; allocates nothing.
 *
 * <p>With a step cost of {@code u} ticks' time and other work of {@code d} per frame, a frame takes
 * {@code d / (1 - u)} in a steady run, and grows without end if {@code u >= 1}: each frame has to step the time that
 * the previous one took. If that is longer than {@link #LONGEST_FRAME_NANOS}, simulation time is slowed until steps
 * take no more of a frame than {@link #allowed} says. The longest step of a measurement is left out: one long step is
 * a stall, and is caught up.
 */
final class FrameShare {
    /** A call ends once it has stepped for this long besides its longest step; the backlog waits for the next. */
    private static final long CALL_NANOS = 28_000_000;

    /** Where time can't be slowed, frames under overload are as long as their steps. */
    private static final long UNSLOWED_CALL_NANOS = 12_000_000;

    private static final double LONGEST_FRAME_NANOS = 45e6;
    private static final double AIMED_FRAME_NANOS = 36e6;

    /** A share closer to 1 would let slightly longer steps double the length of a frame. */
    private static final double MOST = 0.85;

    /** A frame is never slowed to less than twice what the host itself takes for it. */
    private static final double LEAST_ALLOWED = 0.5;

    private static final double BUSY = 0.95;
    private static final double CHANGE = 0.07;
    private static final long FIRST_NANOS = 250_000_000;
    private static final long NEXT_NANOS = 1_000_000_000;
    private static final int FEW_TICKS = 10;

    private final long callLimitNanos;
    private double share = 1;

    /** The step time of the previous call, whose steps are part of the frame that ends now. */
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

    /** For how long a call steps, besides its longest step. */
    long callLimitNanos() {
        return callLimitNanos;
    }

    double share() {
        return share;
    }

    /** Tries the asked speed in full. */
    void reset() {
        share = 1;
        forget();
    }

    /** What was measured says nothing about the next frames. */
    void forget() {
        call(0, 0, 0);
        frames = 0;
        wallNanos = 0;
        stepNanos = 0;
        longestNanos = 0;
        ticks = 0;
    }

    /**
     * A frame has ended.
     *
     * @param tickNanos the wall time of a tick at the asked speed
     * @return whether the share was changed
     */
    boolean frame(long elapsedNanos, double tickNanos) {
        frames++;
        wallNanos += elapsedNanos;
        stepNanos += callNanos;
        longestNanos = Math.max(longestNanos, callLongestNanos);
        ticks += callTicks;
        call(0, 0, 0);
        if (ticks < FEW_TICKS || wallNanos < (share == 1 ? FIRST_NANOS : NEXT_NANOS)) {
            return false;
        }
        double cost = (double) (stepNanos - longestNanos) / (ticks - 1) / tickNanos;
        double otherNanos = (double) (wallNanos - stepNanos) / frames;
        // A host whose times are not those of its frames knows best how fast it is to run.
        boolean real = otherNanos >= 0;
        forget();
        double next = real ? held(cost, otherNanos) : share;
        boolean changes = Math.abs(next - share) > CHANGE * share || next == 1 && share < 1;
        share = changes ? next : share;
        return changes;
    }

    private static double held(double cost, double otherNanos) {
        double allowed = allowed(otherNanos);
        boolean shortFrames = cost < BUSY && otherNanos / (1 - cost) < LONGEST_FRAME_NANOS;
        return cost <= allowed || shortFrames ? 1 : allowed / cost;
    }

    private static double allowed(double otherNanos) {
        return Math.max(LEAST_ALLOWED, Math.min(MOST, 1 - otherNanos / AIMED_FRAME_NANOS));
    }

    /** A call has stepped. */
    void call(long nanos, long stepLongestNanos, long stepped) {
        callNanos = nanos;
        callLongestNanos = stepLongestNanos;
        callTicks = stepped;
    }
}
