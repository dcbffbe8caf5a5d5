package io.github.freestep.benchmarks.app.compare;

/** What a frame shows: a simulation time and the place of the walking body. Reused; for the thread that draws. */
final class ShownFrame {
    private boolean blank = true;
    private long shownNanos;
    private double position;
    private long beganNanos;

    void state(long nanos) {
        set(nanos, WalkingBody.at(nanos));
    }

    /** Shows a blend of two states, as an interpolating reader does that knows only these two. */
    void between(long olderNanos, long newerNanos, double alpha) {
        double older = WalkingBody.at(olderNanos);
        set(
                olderNanos + Math.round(alpha * (newerNanos - olderNanos)),
                older + alpha * (WalkingBody.at(newerNanos) - older));
    }

    void set(long nanos, double where) {
        blank = false;
        shownNanos = nanos;
        position = where;
    }

    /** Sets when simulation time was zero. Default: the start of the stage. */
    void began(long nanos) {
        beganNanos = nanos;
    }

    long beganNanos() {
        return beganNanos;
    }

    /** Returns whether there is nothing to show yet. */
    boolean blank() {
        return blank;
    }

    long shownNanos() {
        return shownNanos;
    }

    double position() {
        return position;
    }
}
