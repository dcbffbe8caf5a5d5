package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

class PendingStatesTest {
    private static final int CAPACITY = 10_000;
    private static final int BYTES_PER_BODY = 84;
    private static final int MORE_BYTES = 46_000;

    private final StateLayout layout = StateLayout.of(CAPACITY);
    private final PendingStates states = new PendingStates(layout, new ReceivedBlocks(layout));
    private final byte[] bytes = new byte[Datagrams.MAX_DATAGRAM];

    @Test
    void forgedPieceNumbersTakeBoundedMemory() {
        int first = fill();
        assertTrue(first * Datagrams.MAX_DATAGRAM <= CAPACITY * BYTES_PER_BODY + MORE_BYTES, first + " buffers");
        assertTrue(4 * 17 * CAPACITY <= first * Datagrams.MAX_DATAGRAM, "four exact states have room");
        assertTrue(states.isFull(), "no buffer is left");
        states.clear();
        assertFalse(states.isFull());
        assertEquals(first, fill(), "all buffers are free again");
    }

    /** Adds pieces with all numbers to all states. Returns how many were kept. */
    private int fill() {
        int kept = 0;
        PieceHeader header = piece(0, 0, 0, 0);
        header.slots = CAPACITY;
        for (header.tick = 0; header.tick < 4; header.tick++) {
            PendingState state = begin(header);
            for (header.piece = 0; header.piece < CAPACITY; header.piece++) {
                kept += state.add(bytes, bytes.length, header) ? 1 : 0;
            }
        }
        return kept;
    }

    private PieceHeader piece(long tick, long stampNanos, long anchorNumber, int number) {
        PieceHeader header = new PieceHeader();
        header.isOfClient = true;
        header.number = 1 + number;
        header.first = 1;
        header.tick = tick;
        header.stampNanos = stampNanos;
        header.anchorNumber = anchorNumber;
        header.piece = number;
        header.slots = 300;
        header.isLastOfClient = number == 2;
        return header;
    }

    private PendingState begin(PieceHeader header) {
        PendingState state = states.free();
        ByteWriter out = new ByteWriter();
        out.open(bytes, 0);
        header.write(out);
        state.begin(bytes, out.position(), new TimeAnchor());
        return state;
    }

    private boolean add(PendingState state, PieceHeader header) {
        return state.add(bytes, 5, header);
    }

    /** Numbers that are 64 apart have the same bit of different longs. */
    @Test
    void piecesThatAre64ApartAreNoDuplicates() {
        PendingState state = begin(piece(7, 1, 1, 0));
        for (int number : new int[] {1, 65, 129, 3, 65}) {
            assertTrue(add(state, piece(7, 1, 1, number)));
        }
        assertEquals(4, state.count);
    }

    @Test
    void aPieceThatContradictsTheOthersIsRefused() {
        PendingState state = begin(piece(7, 1, 1, 0));
        PieceHeader other = piece(7, 1, 1, 0);
        other.slots++;
        assertFalse(add(state, other));
        other.slots--;
        other.simulationNanos++;
        assertFalse(add(state, other));
        assertEquals(0, state.count);
    }

    @Test
    void onlyALaterStateOfTheSameTickIsACopy() {
        PendingState one = begin(piece(8, 1, 1, 0));
        PendingState copy = begin(piece(8, 2, 1, 0));
        PendingState next = begin(piece(9, 3, 1, 0));
        for (int number = 0; number < 3; number++) {
            assertFalse(states.hasCompleteCopy(one));
            add(one, piece(8, 1, 1, number));
            add(next, piece(9, 3, 1, number));
            add(copy, piece(8, 2, 1, number));
        }
        assertTrue(states.hasCompleteCopy(one));
        assertFalse(states.hasCompleteCopy(copy));
        assertFalse(states.hasCompleteCopy(next));
        copy.release();
        assertFalse(states.hasCompleteCopy(one));
    }
}
