package io.github.freestep.benchmarks.app.compare.loops;

import java.util.Random;
import java.util.function.LongSupplier;

/** When a display refreshes, and how long a frame takes to draw. */
public enum Display {
    /** Refreshes evenly; drawing takes no time. */
    EVEN("even, drawing takes no time", 0, 0),
    /** Refreshes evenly; drawing takes less than a refresh at 60 Hz. */
    BUSY("drawing takes 4 to 12 ms", 4, 12),
    /** Refreshes evenly; drawing sometimes takes more than a refresh at 60 Hz. */
    SLOW("drawing takes 4 to 20 ms", 4, 20),
    /** Refreshes 40 to 60 times a second, at random; drawing takes no time. */
    VARYING("40 to 60 refreshes a second", 0, 0);

    /** The rate at which all of these but {@link #EVEN} are played. */
    public static final int FPS = 60;

    private static final long MILLI = 1_000_000;

    public final String text;

    private final long leastNanos;
    private final long mostNanos;

    Display(String text, long leastMillis, long mostMillis) {
        this.text = text;
        leastNanos = leastMillis * MILLI;
        mostNanos = mostMillis * MILLI;
    }

    /** Returns how long each frame takes to draw: evenly distributed, and the same for every loop. */
    LongSupplier drawings(long seed) {
        Random random = new Random(seed + 2);
        return () -> mostNanos == 0 ? 0 : random.nextLong(leastNanos, mostNanos);
    }

    Refreshes refreshes(int fps, long seed) {
        return this == VARYING ? Refreshes.varying(seed) : Refreshes.even(fps);
    }
}
