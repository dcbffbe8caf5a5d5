package io.github.freestep.benchmarks.handoff;

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

    private final IntFunction<Handoff> opening;

    Peer(IntFunction<Handoff> opening) {
        this.opening = opening;
    }

    Handoff open(int bodies) {
        return opening.apply(bodies);
    }
}
