package io.github.freestep.physics.lockstep.session;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;
import org.jctools.queues.atomic.SpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Checked frames on their way from the session's thread to the physics thread, in their order. Those that come before
 * the world is set up wait here, too. Lock-free. Bounded by their bytes. Allocates only as long as more frames wait
 * than ever before, and for those beyond {@value #REUSED}.
 */
final class FrameQueue {
    private static final int REUSED = 1_024;
    private static final int LEAST_BYTES = 256;

    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final SpscUnboundedAtomicArrayQueue<ByteBuffer> frames = new SpscUnboundedAtomicArrayQueue<>(REUSED);
    private final SpscAtomicArrayQueue<ByteBuffer> free = new SpscAtomicArrayQueue<>(REUSED);

    FrameQueue(MatchRules rules) {
        mostBytes = 2 * rules.history;
    }

    /** Copies a frame. For the session's thread. */
    void add(ByteBuffer content) throws InvalidMessageException {
        long waiting = bytes.addAndGet(content.remaining());
        if (waiting > mostBytes) {
            throw new InvalidMessageException(
                    "the frames that wait have " + waiting + " bytes; the simulation is too slow to join");
        }
        ByteBuffer copy = free.poll();
        if (copy == null || copy.capacity() < content.remaining()) {
            copy = ByteBuffer.allocate(Math.max(LEAST_BYTES, Integer.highestOneBit(content.remaining()) << 1));
        }
        frames.offer(copy.clear().put(content).flip());
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** Takes the next frame, to be given back by {@link #release}; null if there is none. For the physics thread. */
    @Nullable ByteBuffer poll() {
        ByteBuffer next = frames.poll();
        if (next != null) {
            bytes.addAndGet(-next.limit());
        }
        return next;
    }

    /** Gives back a frame that was read. For the physics thread. */
    void release(ByteBuffer read) {
        free.offer(read);
    }
}
