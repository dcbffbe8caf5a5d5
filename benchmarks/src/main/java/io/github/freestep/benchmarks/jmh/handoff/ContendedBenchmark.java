package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One writer and one reader at full speed: the distribution of the time that each takes while the other runs.
 * Percentiles are meaningful only if each thread has a core to itself. A full queue delivers nothing, so judge its
 * percentiles together with the number of states that arrive, which {@code -bm thrpt} shows.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.SampleTime)
public class ContendedBenchmark extends ShortRuns.FullHeap {
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
