package io.github.freestep.benchmarks.jmh.handoff;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Counts the published states that readers could find; states that a full queue overwrote do not count. JMH shows the
 * count in throughput mode only. Compared with the figure of publishing, it is slightly too high, because it also
 * counts while the threads start and stop.
 */
@AuxCounters
@State(Scope.Thread)
public class Deliveries {
    public long delivered;

    void count(boolean left) {
        if (left) {
            delivered++;
        }
    }
}
