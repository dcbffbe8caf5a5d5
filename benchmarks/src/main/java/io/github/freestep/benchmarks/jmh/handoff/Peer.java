package io.github.freestep.benchmarks.jmh.handoff;

import java.util.function.IntFunction;

/** The handoffs to compare, as JMH's parameter names them. */
public enum Peer {
    FREESTEP(FreestepHandoff::new),
    FREESTEP_CHANNELS(FreestepChannelsHandoff::new),
    VOLATILE_SNAPSHOT(VolatileSnapshotHandoff::new),
    SYNCHRONIZED(SynchronizedHandoff::new),
    STAMPED_LOCK(StampedLockHandoff::new),
    DISRUPTOR(DisruptorHandoff::new),
    JCTOOLS_SPSC(JctoolsSpscHandoff::new);

    private final IntFunction<StateHandoff> opening;

    Peer(IntFunction<StateHandoff> opening) {
        this.opening = opening;
    }

    StateHandoff open(int bodies) {
        return opening.apply(bodies);
    }
}
