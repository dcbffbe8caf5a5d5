package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * One writer and four readers. Measures only throughput: with fewer cores than threads, the scheduler sets the latency.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ManyReadersBenchmark extends ShortRuns.FullHeap {
    private static final int READERS = 4;

    /** All except {@link Peer#JCTOOLS_SPSC}, whose queues allow only one producer and one consumer. */
    @Param({"FREESTEP", "FREESTEP_CHANNELS", "VOLATILE_SNAPSHOT", "SYNCHRONIZED", "STAMPED_LOCK", "DISRUPTOR"})
    public Peer peer;

    @Param("1000")
    public int bodies;

    private final StateHandoff.Reader[] readers = new StateHandoff.Reader[READERS];
    private PublishedPoses poses;
    private StateHandoff handoff;

    /** Lets all readers join before the first state. On its own thread, a reader could join too late. */
    @Setup
    public void open() {
        poses = new PublishedPoses(bodies);
        handoff = peer.open(bodies);
        for (int i = 0; i < READERS; i++) {
            readers[i] = handoff.join();
        }
    }

    @Benchmark
    @Group("manyReaders")
    @GroupThreads(1)
    public void publish(WriterTicks ticks, Deliveries deliveries) {
        long tick = ticks.next();
        deliveries.count(handoff.publish(tick, poses.at(tick)));
    }

    @Benchmark
    @Group("manyReaders")
    @GroupThreads(READERS)
    public float read(Seat seat) {
        return seat.reader.read(Payload::sample);
    }

    /** The reader of one reading thread. */
    @State(Scope.Thread)
    public static class Seat {
        private StateHandoff.Reader reader;

        @Setup
        public void sit(ManyReadersBenchmark benchmark, ThreadParams thread) {
            reader = benchmark.readers[thread.getSubgroupThreadIndex()];
        }
    }
}
