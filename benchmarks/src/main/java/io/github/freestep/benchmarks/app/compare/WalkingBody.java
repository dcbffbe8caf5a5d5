package io.github.freestep.benchmarks.app.compare;

/** The way of the body that is looked at: to and fro between two walls, at a metre a second. */
final class WalkingBody {
    /** No multiple of a tick, so that it turns round in the middle of one. */
    private static final long LEG_NANOS = 233_000_000;

    private WalkingBody() {}

    static double at(long nanos) {
        long along = Math.floorMod(nanos, 2 * LEG_NANOS);
        return Math.min(along, 2 * LEG_NANOS - along) / 1e9;
    }
}
