package io.github.freestep.benchmarks.app.view;

/** Measures the frames per second, over half a second at a time. */
final class FrameRate {
    private static final long WINDOW_NANOS = 500_000_000;

    private boolean begun;
    private long windowStart;
    private int frames;
    private double perSecond;

    void count(long nowNanos) {
        if (!begun) {
            begun = true;
            windowStart = nowNanos;
            return;
        }
        frames++;
        if (nowNanos - windowStart >= WINDOW_NANOS) {
            perSecond = frames * 1e9 / (nowNanos - windowStart);
            frames = 0;
            windowStart = nowNanos;
        }
    }

    /** Returns the rate in the last full half second; 0 before the first has passed. */
    double perSecond() {
        return perSecond;
    }
}
