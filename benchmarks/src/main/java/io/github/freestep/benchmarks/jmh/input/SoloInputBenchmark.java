package io.github.freestep.benchmarks.jmh.input;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A burst pushed and then taken, by one thread: per input, when nobody is in the way. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SoloInputBenchmark {
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

    /** The pushes alone; JMH leaves out what the tear-down takes. */
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
