package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures publishing and acquiring a window of states that have no payload. The lower limit of each is the atomic
 * exchange of a {@code long}: see {@code limitExchange} and {@code limitPingPong}.
 *
 * <p>Each benchmark ends in a memory access that the JIT compiler must not move: an exchange or an opaque read.
 */
public class ProtocolBenchmark extends ShortRuns {
    /** What a reader puts into the {@code long} when it takes the value: any number that is not a tick. */
    private static final long TAKEN = -1;

    /** A state buffer with one reader and a single body. */
    @State(Scope.Benchmark)
    public static class Channel {
        private final TimeAnchor anchor = new TimeAnchor();
        private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
        private final StateReader subscriber = publisher.states().reader();

        void publish(long tick) {
            publisher.begin(tick, tick, anchor, tick);
            publisher.publish(tick);
        }

        boolean acquire() {
            return subscriber.acquire();
        }
    }

    /** The plainest atomic exchange that Java has. */
    @State(Scope.Benchmark)
    public static class Word {
        private final AtomicLong value = new AtomicLong();
    }

    /** A state buffer whose reader has already acquired the newest state. */
    @State(Scope.Thread)
    public static class QuietChannel extends Channel {
        @Setup
        public void takeAll() {
            publish(1);
            acquire();
        }
    }

    @Benchmark
    public boolean acquireNothingNew(QuietChannel channel) {
        return channel.acquire();
    }

    /** No reader acquires, so the exchange never returns {@code TAKEN}; {@link #publishAndAcquire} covers that case. */
    @Benchmark
    public void publish(Channel channel, WriterTicks ticks) {
        channel.publish(ticks.next());
    }

    @Benchmark
    public boolean publishAndAcquire(Channel channel, WriterTicks ticks) {
        channel.publish(ticks.next());
        return channel.acquire();
    }

    @Benchmark
    public long limitExchange(Word word, WriterTicks ticks) {
        return word.value.getAndSet(ticks.next());
    }

    @Benchmark
    public long limitPingPong(Word word, WriterTicks ticks) {
        return word.value.getAndSet(ticks.next()) + word.value.getAndSet(TAKEN);
    }
}
