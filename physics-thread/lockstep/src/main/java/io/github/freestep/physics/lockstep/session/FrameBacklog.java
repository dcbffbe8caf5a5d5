package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** Frames that the feed has no room for, or that came before the world was set up. Bounded. For the session's thread. */
final class FrameBacklog {
    private final long mostBytes;
    private final ArrayDeque<ByteBuffer> frames = new ArrayDeque<>();
    private long bytes;

    FrameBacklog(MatchRules rules) {
        mostBytes = 2 * rules.history();
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** Copies a frame. */
    void add(ByteBuffer content) throws InvalidMessageException {
        bytes += content.remaining();
        if (bytes > mostBytes) {
            throw new InvalidMessageException(
                    "the frames that wait have " + bytes + " bytes; the simulation is too slow to join");
        }
        ByteBuffer copy = ByteBuffer.allocate(content.remaining());
        frames.add(copy.put(content).flip());
    }

    /** Passes on as many frames as the feed takes. */
    void moveTo(LockstepFeed feed) {
        while (!frames.isEmpty() && feed.offer(frames.peek().duplicate())) {
            bytes -= frames.poll().remaining();
        }
    }
}
