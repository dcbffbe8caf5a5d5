package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One thread publishes and reads in turn: the cost of a handoff without contention. */
@State(Scope.Thread)
public class SoloBenchmark extends ShortRuns.FullHeap {
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
