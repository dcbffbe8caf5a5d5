package io.github.freestep.benchmarks.jmh.handoff;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One writer and one reader against each other, both flat out: the distribution of what either pays for the other's
 * presence. Percentiles mean something only where each has a core to itself, and those of a queue only as far as what
 * it publishes arrives, which {@code -bm thrpt} shows.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ContendedBenchmark {
    @Param
    public Peer peer;

    @Param({"16", "1000", "10000", "100000"})
    public int bodies;

    private PublishedPoses poses;
    private StateHandoff handoff;
    private StateHandoff.Reader reader;

    @Setup
    public void open() {
        poses = new PublishedPoses(bodies);
        handoff = peer.open(bodies);
        reader = handoff.join();
    }

    @Benchmark
    @Group("contended")
    public void publish(WriterTicks ticks, Deliveries deliveries) {
        long tick = ticks.next();
        deliveries.count(handoff.publish(tick, poses.at(tick)));
    }

    @Benchmark
    @Group("contended")
    public float read() {
        return reader.read(Payload::sample);
    }
}
