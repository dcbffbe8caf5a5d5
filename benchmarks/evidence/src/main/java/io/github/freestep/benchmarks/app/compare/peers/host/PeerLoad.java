package io.github.freestep.benchmarks.app.compare.peers.host;

import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.util.Locale;
import java.util.function.LongSupplier;

/** What a step costs in addition to its own work. */
public enum PeerLoad {
    /** Nothing. */
    LIGHT(0, "light"),
    /** 9 ms in one step of twenty, at random. */
    JITTERY(9, "9 ms more in one of twenty"),
    /** 35 ms in one step every two seconds. No loop of one thread can hide that at 60 fps. */
    SPIKES(35, "35 ms more every two seconds");

    private static final int SPIKE_SECONDS = 2;

    /** What is slow, in the words of a table. */
    public final String cause;

    private final long slowNanos;

    PeerLoad(long slowMillis, String cause) {
        slowNanos = slowMillis * 1_000_000;
        this.cause = cause;
    }

    /** Returns the costs step by step, the same for every peer. */
    LongSupplier costs(long seed, int rate) {
        return StepLoad.costs(seed, this == SPIKES ? SPIKE_SECONDS * rate : 0, 0, slowNanos);
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
