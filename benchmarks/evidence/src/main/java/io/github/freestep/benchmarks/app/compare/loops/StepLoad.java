package io.github.freestep.benchmarks.app.compare.loops;

import java.util.Random;
import java.util.function.LongSupplier;

/** The cost of steps, as shares of the time of a tick. */
public enum StepLoad {
    /** 5 % always. */
    LIGHT(0.05, 0.05),
    /** 30 %, and 90 % for one step in twenty. */
    HEAVY(0.3, 0.9),
    /** 30 % always. */
    STEADY(0.3, 0.3),
    /** 5 %, and 95 % for one step in twenty. */
    JITTERY(0.05, 0.95),
    /** 150 % always: more than there is. */
    OVERLOAD(1.5, 1.5),
    /** 60 %, but one step takes a quarter of a second: the first that begins after the loop has settled. */
    HITCH(0.6, 0.6, 250_000_000),
    /** 30 %, but 35 ms for one step in 200: each two seconds. */
    SPIKES(0.3, 3.5);

    private static final int ONE_IN = 20;
    private static final int SPIKE_STEPS = 200;

    private final long usualNanos;
    private final long slowNanos;

    /** How long a single step takes; zero if there is no such step. */
    final long hitchNanos;

    StepLoad(double usual, double slow) {
        this(usual, slow, 0);
    }

    StepLoad(double usual, double slow, long hitchNanos) {
        usualNanos = Math.round(usual * Loop.TICK_NANOS);
        slowNanos = Math.round(slow * Loop.TICK_NANOS);
        this.hitchNanos = hitchNanos;
    }

    /** Returns the costs step by step, the same for every loop, without the hitch. */
    LongSupplier costs(long seed) {
        return costs(seed, this == SPIKES ? SPIKE_STEPS : 0, usualNanos, slowNanos);
    }

    /** Returns the costs of steps of which one in so many is slow; at random one in twenty, if that is 0. */
    public static LongSupplier costs(long seed, int spikeSteps, long usualNanos, long slowNanos) {
        Random random = new Random(seed);
        int[] step = {0};
        return () -> (spikeSteps > 0 ? ++step[0] % spikeSteps : random.nextInt(ONE_IN)) == 0 ? slowNanos : usualNanos;
    }
}
