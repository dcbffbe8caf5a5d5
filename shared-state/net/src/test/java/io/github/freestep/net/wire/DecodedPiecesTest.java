package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DecodedPiecesTest {
    /** Of a state in many pieces, one may come after more pieces than an acknowledgement names. */
    @Test
    void aPieceThatIsTooLateToBeNamedChangesNothing() {
        DecodedPieces pieces = new DecodedPieces();
        pieces.add(5_000);
        pieces.add(5_000 - 300);
        pieces.add(4_980 - 512);
        assertEquals(5_000, pieces.newest);
        pieces.add(5_100);
        assertArrayEquals(new long[] {0, 1L << 5_099 - 5_000 - 64, 0, 0}, pieces.before());
    }
}
