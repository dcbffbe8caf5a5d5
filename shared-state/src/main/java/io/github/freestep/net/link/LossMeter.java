package io.github.freestep.net.link;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import org.agrona.BitUtil;

/**
 * Counts how much of a stream arrives and how much is lost, by the positions of its datagrams. For one thread;
 * allocates nothing.
 */
final class LossMeter {
    private int session;
    private boolean any;
    private long end;
    private long arrived;
    private long lost;

    /**
     * Notes a datagram.
     *
     * @param from the session of its sender; a new one begins anywhere
     * @param termOffset where it begins in its term
     * @param position where it ends in the stream
     * @param length its bytes, without Aeron's header
     */
    void took(int from, int termOffset, long position, int length) {
        int frame = BitUtil.align(length + DataHeaderFlyweight.HEADER_LENGTH, FrameDescriptor.FRAME_ALIGNMENT);
        long gap = position - frame - end;
        // Aeron leaves the end of a term empty if a datagram does not fit.
        boolean isEndOfTerm = termOffset == 0 && gap < AeronLink.MTU_BYTES;
        if (any && from == session && gap > 0 && !isEndOfTerm) {
            lost += gap;
        }
        any = true;
        session = from;
        end = position;
        arrived += frame;
    }

    /** The bytes that have arrived, with Aeron's headers. */
    long arrived() {
        return arrived;
    }

    /** The bytes that were skipped. */
    long lost() {
        return lost;
    }
}
