package io.github.freestep.benchmarks.app.compare;

/** What a frame shows: a simulation time, and where the walking body is at it. Reused; for the thread that draws. */
final class ShownFrame {
    private boolean blank = true;
    private long shownNanos;
    private double position;
    private long beganNanos;

    void state(long nanos) {
        set(nanos, WalkingBody.at(nanos));
    }

    /** Drawn from two states alone, as whoever interpolates has to. */
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

    /** When simulation time was zero; with everything else, unless told otherwise. */
    void began(long nanos) {
        beganNanos = nanos;
    }

    long beganNanos() {
        return beganNanos;
    }

    /** Nothing to be shown yet. */
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
