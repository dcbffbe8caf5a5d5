package io.github.freestep.net.link;

import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.NanoClock;

/**
 * Notices streams whose datagrams arrive at the socket and never reach their {@link Inlet}. One datagram with a forged
 * source and a wrong length is enough: Aeron then waits permanently for the one before it. For the thread of the link
 * only. Allocates only for new streams.
 */
final class StreamWatch {
    /** A reliable stream needs a few round trips to repair a gap. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Aeron asks once per second for what it must know before the first datagram, and the answer may be lost. */
    private static final long UNKNOWN_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final Int2ObjectHashMap<Stream> streams = new Int2ObjectHashMap<>();
    private final NanoClock clock;

    StreamWatch(NanoClock clock) {
        this.clock = clock;
    }

    /** What has arrived on a stream since its inlet took something. */
    static final class Stream {
        private boolean any;
        private boolean anyTaken;
        private long firstNanos;
        private long firstTakenNanos;

        /** The inlet has taken a datagram. */
        void delivered() {
            any = false;
            anyTaken = false;
        }
    }

    /** Returns the counts of a stream, always the same. */
    Stream of(int stream) {
        return streams.computeIfAbsent(stream, number -> new Stream());
    }

    /** A datagram has arrived; {@code taken} if Aeron knows its source. */
    void add(int stream, boolean taken) {
        Stream counts = streams.get(stream);
        if (counts == null) {
            return;
        }
        if (!counts.any) {
            counts.any = true;
            counts.firstNanos = clock.nanoTime();
        }
        if (taken && !counts.anyTaken) {
            counts.anyTaken = true;
            counts.firstTakenNanos = clock.nanoTime();
        }
    }

    /** Whether a stream is stuck: its datagrams have arrived for long, and its inlet has taken none of them. */
    boolean isAnyStuck() {
        long nowNanos = clock.nanoTime();
        for (Stream stream : streams.values()) {
            if ((stream.anyTaken && nowNanos - stream.firstTakenNanos > STUCK_NANOS)
                    || (stream.any && nowNanos - stream.firstNanos > UNKNOWN_NANOS)) {
                return true;
            }
        }
        return false;
    }
}
