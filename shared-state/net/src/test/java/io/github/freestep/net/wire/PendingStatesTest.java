package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class PendingStatesTest {
    private final ReceivedBlocks received = new ReceivedBlocks(StateLayout.of(300));
    private final PendingStates states = new PendingStates(received);
    private final byte[] bytes = new byte[Datagrams.MAX_DATAGRAM];

    /** A piece of a state without slots, which is complete as soon as it has come. */
    private static PieceHeader piece(long tick, long stampNanos) {
        PieceHeader header = new PieceHeader();
        header.state = stampNanos;
        header.tick = tick;
        header.stampNanos = stampNanos;
        header.scaleDenominator = 1;
        return header;
    }

    private PendingState begin(PieceHeader header) {
        PendingState state = states.free();
        ByteWriter out = new ByteWriter();
        out.open(bytes, 0);
        header.write(out);
        state.begin(bytes, out.position());
        return state;
    }

    @Test
    void onlyALaterStateOfTheSameTickIsACopy() {
        PendingState one = begin(piece(8, 1));
        PendingState copy = begin(piece(8, 2));
        PendingState next = begin(piece(9, 3));
        received.ring.begin(one);
        received.ring.begin(next);
        assertFalse(states.hasCompleteCopy(one));
        received.ring.begin(copy);
        assertTrue(states.hasCompleteCopy(one));
        assertFalse(states.hasCompleteCopy(copy));
        assertFalse(states.hasCompleteCopy(next));
        copy.used = false;
        assertFalse(states.hasCompleteCopy(one));
    }
}
