package io.github.freestep.benchmarks.app.compare.loops;

/** The times at which a display refreshes, which are evenly apart. */
public record Refreshes(double fps) {
    /** Returns the time of this refresh, counted from 0 at time 0. */
    public long nanos(long refresh) {
        return Math.round(refresh * 1e9 / fps);
    }

    /** Returns a refresh at or before this time, at most a few before the last one. */
    public long before(long nanos) {
        return (long) Math.floor(nanos / 1e9 * fps);
    }
}
