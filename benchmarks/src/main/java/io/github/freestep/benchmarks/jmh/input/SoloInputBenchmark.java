package io.github.freestep.benchmarks.jmh.input;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One thread pushes a burst and then takes it: the time per input without contention. */
@State(Scope.Thread)
public class SoloInputBenchmark extends ShortRuns.FullHeap {
    @Param
    public InputPeer peer;

    private InputQueue queue;
    private InputQueue.Producer producer;
    private double sum;

    @Setup
    public void open() {
        queue = peer.open();
        producer = queue.join();
    }

    /** Measures only the pushes. The inputs are taken in the tear-down, which JMH does not measure. */
    @Benchmark
    @OperationsPerInvocation(Burst.SIZE)
    public void push() {
        Burst.push(producer, 1);
    }

    @Benchmark
    @OperationsPerInvocation(Burst.SIZE)
    public double pushAndTake() {
        Burst.push(producer, 1);
        take();
        return sum;
    }

    @TearDown(Level.Invocation)
    public void take() {
        queue.drain((edge, code, value, nanos) -> sum += value + code + nanos + (edge ? 1 : 0));
    }
}
