package io.github.freestep.physics.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Pairs that were written and read end in the same order. */
class MovedPairsTest {
    @Test
    void pairsOfARemovedBodyEndInTheSameOrder() throws IOException {
        TouchingPairs pairs = new TouchingPairs(8);
        pairs.add(1, 2);
        pairs.add(3, 1);
        pairs.add(1, 4);
        assertTrue(pairs.remove(1, 2));
        pairs.add(5, 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        pairs.write(new DataOutputStream(bytes));
        TouchingPairs moved = new TouchingPairs(8);
        moved.add(6, 7);
        moved.read(EngineRig.in(bytes.toByteArray()));
        while (pairs.removeNext(1)) {
            assertTrue(moved.removeNext(1));
            assertEquals(pairs.removedFirst(), moved.removedFirst());
            assertEquals(pairs.removedSecond(), moved.removedSecond());
        }
        assertFalse(moved.removeNext(1));
        assertFalse(moved.removeNext(6));
    }
}
