package io.github.freestep.benchmarks.jmh.handoff;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Publishing and reading in turn by one thread: what a handoff costs when nobody is in the way. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SoloBenchmark {
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
    public float publishAndRead(WriterTicks ticks) {
        long tick = ticks.next();
        handoff.publish(tick, poses.at(tick));
        return reader.read(Payload::sample);
    }
}
