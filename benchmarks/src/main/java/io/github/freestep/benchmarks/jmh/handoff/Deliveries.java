package io.github.freestep.benchmarks.jmh.handoff;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What readers could find of all that was published, not what a full queue wrote over. JMH shows it in throughput mode
 * alone, and counts a little more for it than for the publishing itself, where the threads start and stop.
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
