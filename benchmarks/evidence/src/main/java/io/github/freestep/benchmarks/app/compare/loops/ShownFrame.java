package io.github.freestep.benchmarks.app.compare.loops;

/**
 * What a frame shows.
 *
 * @param shownNanos a simulation time
 * @param position where the walking body is shown
 * @param beganNanos when simulation time was zero, since the start of the stage
 */
public record ShownFrame(long shownNanos, double position, long beganNanos) {
    /** Shows a state as it is. */
    public static ShownFrame state(long nanos) {
        return new ShownFrame(nanos, WalkingBody.at(nanos), 0);
    }

    /** Shows a blend of two states, as an interpolating reader does that knows only these two. */
    static ShownFrame between(long olderNanos, long newerNanos, double alpha) {
        double older = WalkingBody.at(olderNanos);
        double newer = WalkingBody.at(newerNanos);
        return new ShownFrame(
                olderNanos + Math.round(alpha * (newerNanos - olderNanos)), older + alpha * (newer - older), 0);
    }
}
