package io.github.freestep.benchmarks.jmh.handoff;

import java.util.function.IntFunction;

/** The handoffs to compare, as values of a JMH parameter. */
public enum Peer {
    FREESTEP(FreestepHandoff::new),
    FREESTEP_CHANNELS(FreestepChannelsHandoff::new),
    VOLATILE_SNAPSHOT(JdkHandoffs.VolatileSnapshot::new),
    SYNCHRONIZED(JdkHandoffs.Synchronized::new),
    STAMPED_LOCK(JdkHandoffs.Stamped::new),
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
