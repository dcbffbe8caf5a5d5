package io.github.freestep.benchmarks.app.view;

/** How many frames a second there are. For one thread. */
final class FrameRate {
    private static final long COUNTED_NANOS = 500_000_000;

    private boolean begun;
    private long sinceNanos;
    private int frames;
    private double perSecond;

    /** Each frame, when it is drawn. */
    void count(long nowNanos) {
        if (!begun) {
            begun = true;
            sinceNanos = nowNanos;
            return;
        }
        frames++;
        if (nowNanos - sinceNanos >= COUNTED_NANOS) {
            perSecond = frames * 1e9 / (nowNanos - sinceNanos);
            frames = 0;
            sinceNanos = nowNanos;
        }
    }

    /** Of the last half second; zero before. */
    double perSecond() {
        return perSecond;
    }
}
