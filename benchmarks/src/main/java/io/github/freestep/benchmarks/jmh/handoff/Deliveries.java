package io.github.freestep.benchmarks.jmh.handoff;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Counts the published states that readers could find. A state that a full queue did not take does not count. JMH shows
 * the count in throughput mode only. The count is slightly too high, because it includes the calls made while the
 * threads start and stop.
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
