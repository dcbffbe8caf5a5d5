package io.github.freestep.physics.lockstep.sequencer;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frames that players who join still need: those after the oldest world that is on its way to one of them. Empty
 * while no player joins. Bounded by the bytes of the frames: drops the oldest ones.
 */
final class FrameLog {
    private final long maxBytes;
    private final Map<Long, byte[]> frames = new HashMap<>();

    /** The oldest tick that has a frame here, or the next one. */
    private long first = 1;

    private long bytes;

    FrameLog(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Copies the frame of the next tick if a player needs it, and moves the buffer's position. Otherwise drops all
     * frames and allocates nothing.
     *
     * @param needed the oldest tick whose frame is needed; {@link Long#MAX_VALUE} if none is
     */
    void append(long tick, ByteBuffer frame, long needed) {
        if (needed > tick) {
            frames.clear();
            bytes = 0;
            first = tick + 1;
            return;
        }
        byte[] copy = new byte[frame.remaining()];
        frame.get(copy);
        frames.put(tick, copy);
        bytes += copy.length;
        while (first < needed || bytes > maxBytes) {
            bytes -= frames.remove(first++).length;
        }
    }

    /** Returns the frame of a tick; null if there is none, or not yet. */
    @Nullable ByteBuffer frame(long tick) {
        byte[] frame = frames.get(tick);
        return frame == null ? null : ByteBuffer.wrap(frame);
    }

    /** Whether the frame of a tick is no longer kept. */
    boolean isLost(long tick) {
        return tick < first;
    }
}
