package io.github.freestep.benchmarks.app.compare.loops;

/** The path of the observed body: to and fro between two walls at 1 m/s. */
public final class WalkingBody {
    /** Not a multiple of a tick, so that the body turns round within a tick. */
    public static final long LEG_NANOS = 233_000_000;

    private WalkingBody() {}

    public static double at(long nanos) {
        long along = Math.floorMod(nanos, 2 * LEG_NANOS);
        return Math.min(along, 2 * LEG_NANOS - along) / 1e9;
    }
}
