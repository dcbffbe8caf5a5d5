package io.github.freestep.benchmarks.app.compare.peers.host;

import io.github.freestep.time.NanoClock;

/** A clock that is a number of times slower than the system's. */
record SlowClock(int times) implements NanoClock {
    @Override
    public long nanoTime() {
        return System.nanoTime() / times;
    }

    @Override
    public void park(long nanos) {
        NanoClock.system().park(nanos * times);
    }
}
