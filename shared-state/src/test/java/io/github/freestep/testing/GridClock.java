package io.github.freestep.testing;

/** A virtual clock whose parks end shortly after a tick of a coarse timer, as on Windows. */
public final class GridClock extends MeteredClock {
    private static final long MILLI = 1_000_000;

    /** How long a woken thread waits for a core; varies from park to park. */
    private static final long[] DISPATCH_NANOS = {4_000, 19_000, 7_000, 11_000, 3_000, 6_000, 14_000};

    private final double gridNanos;
    private final double phaseNanos;
    private final boolean wholeMillis;

    /**
     * @param gridNanos the interval of the timer; with a fraction, the phase drifts
     * @param phaseNanos the time of the timer's first tick
     * @param wholeMillis whether a park is rounded down to whole milliseconds, but is at least one, as HotSpot
     *     does on Windows
     */
    public GridClock(double gridNanos, double phaseNanos, boolean wholeMillis) {
        super(0, () -> 0);
        this.gridNanos = gridNanos;
        this.phaseNanos = phaseNanos;
        this.wholeMillis = wholeMillis;
    }

    @Override
    public void park(long nanos) {
        long now = nanoTime();
        double lastTick = Math.floor((now - phaseNanos) / gridNanos);
        double end = now + nanos;
        if (wholeMillis) {
            // The system counts from its newest tick, not from now.
            end = phaseNanos + lastTick * gridNanos + Math.max(1, nanos / MILLI) * MILLI;
        }
        double tick = Math.max(lastTick + 1, Math.ceil((end - phaseNanos) / gridNanos));
        long wokenNanos = (long) Math.ceil(phaseNanos + tick * gridNanos);
        parks++;
        clock.advance(wokenNanos - now + DISPATCH_NANOS[(int) (parks % DISPATCH_NANOS.length)]);
    }
}
