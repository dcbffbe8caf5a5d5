package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.tools.report.Resource;
import java.util.Arrays;

/**
 * A pile of 800 bodies of dyn4j that a blast throws apart, as {@code ExplosionRecorder} has recorded it: two seconds
 * with the processor time of each step, and the places of one body in 14, in parts of the width of the picture.
 */
public final class Explosion {
    /** The height of the picture. */
    public static final double HEIGHT = 0.6;

    private static final Explosion RECORDED = new Explosion();
    private static final double UNIT = 1000;

    /** Of each tick: microseconds of its step, then x and y of the bodies. */
    private final int[][] ticks = Resource.text(Explosion.class, "explosion.txt")
            .lines()
            .map(line ->
                    Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray())
            .toArray(int[][]::new);

    private Explosion() {}

    /** Returns the recording. */
    public static Explosion recorded() {
        return RECORDED;
    }

    /** Returns how long the recording is. */
    public long nanos() {
        return ticks.length * Loop.TICK_NANOS;
    }

    /** Returns how long the n-th step took. The recording repeats from its beginning. */
    public long stepNanos(int n) {
        return ticks[n % ticks.length][0] * 1_000L;
    }

    /** Returns the number of bodies that are drawn. */
    public int bodies() {
        return ticks[0].length / 2;
    }

    /** Returns where a body is, from the left, at a time since the beginning of any repetition. */
    public double x(int body, long nanos) {
        return at(1 + 2 * body, nanos);
    }

    /** Returns where a body is, above the floor. */
    public double y(int body, long nanos) {
        return at(2 + 2 * body, nanos);
    }

    private double at(int column, long nanos) {
        double tick = (double) Math.floorMod(nanos, nanos()) / Loop.TICK_NANOS;
        int older = (int) tick;
        int newer = Math.min(older + 1, ticks.length - 1);
        return (ticks[older][column] + (tick - older) * (ticks[newer][column] - ticks[older][column])) / UNIT;
    }
}
