package io.github.freestep.time;

/** The system's monotonic clock. Stateless, so safe for use by any number of threads. */
enum SystemClock implements NanoClock {
    INSTANCE;

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
