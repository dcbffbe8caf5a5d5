package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes a saved world in parts from the sequencer, and sends one in parts. For the session's thread, except for what
 * was received once {@link #receive} has returned true.
 */
final class WorldTransfer {
    /** The sequencer must not make a session take more memory than this. */
    private static final int MOST_BYTES = 1 << 30;

    /** The link gets no more parts while this many bytes wait, so that saved worlds of any size fit. */
    private static final int MOST_QUEUED = 256 << 10;

    private static final int FIRST_BYTES = 1 << 20;

    private byte @Nullable [] received;
    private int receivedBytes;
    private long tick;

    private byte @Nullable [] sent;
    private int sentBytes;
    private long sentTick;

    /** Takes a part. Returns whether the world is complete. */
    boolean receive(long ofTick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
        if (offset == 0) {
            tick = ofTick;
            receivedBytes = 0;
            received = new byte[Math.min(total, FIRST_BYTES)];
        }
        if (received == null || offset != receivedBytes || tick != ofTick || total > MOST_BYTES) {
            throw new InvalidMessageException("a part of the saved world of tick " + ofTick + " begins at " + offset
                    + " of " + total + " bytes, expected " + receivedBytes + " of tick " + tick);
        }
        int length = part.remaining();
        if (receivedBytes + length > received.length) {
            // The memory grows with what has come, so that a wrong total alone takes none.
            received = Arrays.copyOf(received, Math.min(total, Math.max(2 * received.length, offset + length)));
        }
        part.get(received, offset, length);
        receivedBytes += length;
        return receivedBytes == total;
    }

    /** The saved world; null if the run begins with tick 0. */
    byte @Nullable [] received() {
        return received;
    }

    /** Begins to send a world. */
    void send(long ofTick, byte[] bytes) {
        sentTick = ofTick;
        sent = bytes;
        sentBytes = 0;
    }

    /** Writes the message of the next part. Returns false if there is none, or if enough bytes wait already. */
    boolean writeNext(int queuedBytes, ByteBuffer to) {
        if (sent == null || queuedBytes > MOST_QUEUED) {
            return false;
        }
        int length = Math.min(Messages.MAX_CHUNK, sent.length - sentBytes);
        Messages.writeWorld(to, sentTick, sent.length, sentBytes, ByteBuffer.wrap(sent, sentBytes, length));
        sentBytes += length;
        if (sentBytes == sent.length) {
            sent = null;
        }
        return true;
    }
}
