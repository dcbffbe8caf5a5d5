package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

class PendingStatesTest {
    private static final int CAPACITY = 10_000;
    private static final int BYTES_PER_BODY = 84;
    private static final int MORE_BYTES = 13_500;

    private final PendingStates states = new PendingStates(StateLayout.of(CAPACITY));
    private final byte[] bytes = new byte[StateEncoder.MAX_DATAGRAM];

    @Test
    void forgedPieceNumbersTakeBoundedMemory() {
        int first = fill();
        assertTrue(first * StateEncoder.MAX_DATAGRAM <= CAPACITY * BYTES_PER_BODY + MORE_BYTES, first + " buffers");
        assertTrue(4 * 17 * CAPACITY <= first * StateEncoder.MAX_DATAGRAM, "four exact states have room");
        states.clear();
        assertEquals(first, fill(), "all buffers are free again");
    }

    /** Adds pieces with all numbers to all states. Returns how many were kept. */
    private int fill() {
        int kept = 0;
        PieceHeader header = new PieceHeader();
        header.slots = CAPACITY;
        for (header.tick = 0; header.tick < 4; header.tick++) {
            PendingState state = states.free();
            assertNotNull(state);
            state.begin(header, new TimeAnchor());
            for (header.piece = 0; header.piece < CAPACITY; header.piece++) {
                kept += state.add(bytes, bytes.length, header) ? 1 : 0;
            }
        }
        return kept;
    }
}
