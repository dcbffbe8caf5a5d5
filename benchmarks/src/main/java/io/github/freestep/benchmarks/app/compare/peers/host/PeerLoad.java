package io.github.freestep.benchmarks.app.compare.peers.host;

import java.util.Locale;
import java.util.Random;
import java.util.function.LongSupplier;

/** What a step costs in addition to its own work. */
public enum PeerLoad {
    /** Nothing. */
    LIGHT(0),
    /** 9 ms in one step of twenty, at random. */
    JITTERY(9),
    /** 35 ms in each 200th step: each two seconds. No loop of one thread can hide that at 60 fps. */
    SPIKES(35);

    private static final int ONE_IN = 20;
    private static final int SPIKE_STEPS = 200;

    private final long slowNanos;

    PeerLoad(long slowMillis) {
        slowNanos = slowMillis * 1_000_000;
    }

    /** Returns the costs step by step, the same for every peer. */
    LongSupplier costs(long seed) {
        Random random = new Random(seed);
        int[] step = {0};
        return () -> {
            boolean slow = this == SPIKES ? ++step[0] % SPIKE_STEPS == 0 : random.nextInt(ONE_IN) == 0;
            return slow ? slowNanos : 0;
        };
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
