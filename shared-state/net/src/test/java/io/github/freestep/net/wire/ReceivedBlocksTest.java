package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class ReceivedBlocksTest {
    private final World world = new World(StateLayout.of(300), PoseGrid.STANDARD, 1);
    private final Receiver receiver = world.receiver;

    /** The blocks of a state are whole if the slots in use have come. */
    @Test
    void allPiecesOfAStateHaveTheSameSlots() {
        world.send(1);
        receiver.runs.forEach(receiver::takeRun);
        assertTrue(receiver.takePiece(receiver.pieces.get(0)));
        byte[] next = receiver.pieces.get(1);
        assertFalse(receiver.takePiece(Damaged.piece(receiver.received.ring, next, piece -> piece.slots++)));
        assertTrue(receiver.takePiece(next));
    }

    /** Another state may be a difference from it by then. */
    @Test
    void whatHasComeDoesNotChange() {
        World other = new World(StateLayout.of(300), PoseGrid.STANDARD, 2);
        world.send(1);
        other.send(1);
        receiver.runs.forEach(receiver::takeRun);
        assertTrue(receiver.takePiece(receiver.pieces.get(0)));
        int[] ints = receiver.received.ring.find(1).ints(0);
        int[] before = ints.clone();
        StateRing ring = receiver.received.ring;
        byte[] again = Damaged.piece(ring, other.receiver.pieces.get(0), piece -> piece.lower += 100);
        assertTrue(receiver.takePiece(again));
        assertArrayEquals(before, ring.find(1).ints(0));
    }
}
