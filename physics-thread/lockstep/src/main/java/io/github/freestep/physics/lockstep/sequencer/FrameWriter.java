package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;

/** Writes the frames of a match, see {@link InputFrame}. Allocates only when a frame is longer than all before. */
final class FrameWriter {
    /** Where the delay is in the message: the type comes before the content. */
    private static final int DELAY_AT = 1 + InputFrame.DELAY_AT;

    private final PlayerPlace[] places;

    // Bit p is for player p, who joins or leaves in the frame that is written next.
    int joining;
    int leaving;

    private ByteBuffer buffer = ByteBuffer.allocate(1_024);

    FrameWriter(PlayerPlace[] places) {
        this.places = places;
    }

    /**
     * Returns the message, which is valid until the next call.
     *
     * @param lateNanos how late the tick is
     * @param delay for receivers who do not take part; {@link #delay} sets that of a player
     */
    ByteBuffer write(long tick, long lateNanos, double rate, int delay, long agreedTick) {
        makeRoom(tick);
        Messages.beginFrame(buffer);
        buffer.putLong(tick).putInt((int) (lateNanos / 1_000)).putDouble(rate).putShort((short) delay);
        buffer.putLong(agreedTick);
        putControls();
        int countAt = buffer.position();
        int count = 0;
        buffer.put((byte) 0);
        for (PlayerPlace place : places) {
            if (place.hasInput(tick)) {
                buffer.put((byte) place.player).putInt(place.inputs.length(tick));
                place.inputs.put(tick, buffer);
                count++;
            }
        }
        buffer.put(countAt, (byte) count);
        return buffer.flip();
    }

    private void putControls() {
        boolean any = (joining | leaving) != 0;
        buffer.put((byte) (any ? 1 : 0));
        if (any) {
            buffer.putInt(joining).putInt(leaving);
        }
        joining = 0;
        leaving = 0;
    }

    /** Changes the input delay in the message, which is the only part that differs between the players. */
    void delay(int ticks) {
        buffer.putShort(DELAY_AT, (short) ticks);
    }

    private void makeRoom(long tick) {
        int length = 1 + InputFrame.HEADER + 2 + InputFrame.CONTROLS;
        for (PlayerPlace place : places) {
            length += place.hasInput(tick) ? 5 + place.inputs.length(tick) : 0;
        }
        if (buffer.capacity() < length) {
            buffer = ByteBuffer.allocate(2 * length);
        }
        buffer.clear();
    }
}
