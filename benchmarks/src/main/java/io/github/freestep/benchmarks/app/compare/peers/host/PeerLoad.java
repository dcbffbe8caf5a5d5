package io.github.freestep.benchmarks.app.compare.peers.host;

import java.util.Locale;
import java.util.Random;
import java.util.function.LongSupplier;

/** What a step costs in addition to its own work. */
public enum PeerLoad {
    /** Nothing. */
    LIGHT(0, 0),
    /** 3 ms in each step. */
    HEAVY(3, 3),
    /** 9 ms in one step of twenty. */
    JITTERY(0, 9);

    private static final int ONE_IN = 20;
    private static final long MILLI = 1_000_000;

    private final long usualNanos;
    private final long slowNanos;

    PeerLoad(long usualMillis, long slowMillis) {
        usualNanos = usualMillis * MILLI;
        slowNanos = slowMillis * MILLI;
    }

    /** Returns the costs step by step, the same for every peer. */
    LongSupplier costs(long seed) {
        Random random = new Random(seed);
        return () -> random.nextInt(ONE_IN) == 0 ? slowNanos : usualNanos;
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
