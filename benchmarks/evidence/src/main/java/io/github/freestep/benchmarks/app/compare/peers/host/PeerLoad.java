package io.github.freestep.benchmarks.app.compare.peers.host;

import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.util.Locale;
import java.util.function.LongSupplier;

/** What a step costs in addition to its own work. */
public enum PeerLoad {
    /** Nothing. */
    LIGHT(0),
    /** 9 ms in one step of twenty, at random. */
    JITTERY(9),
    /** 35 ms in each 200th step: each two seconds. No loop of one thread can hide that at 60 fps. */
    SPIKES(35);

    private final long slowNanos;

    PeerLoad(long slowMillis) {
        slowNanos = slowMillis * 1_000_000;
    }

    /** Returns the costs step by step, the same for every peer. */
    LongSupplier costs(long seed) {
        return StepLoad.costs(seed, this == SPIKES, 0, slowNanos);
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
