package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SentBlockTest {
    private final SentBlock block = new SentBlock(2);

    /** The difference from the id must fit into an int, also after weeks of rest. */
    @Test
    void aRestingBlockGetsANewIdBeforeTheDifferenceOverflows() {
        send(1);
        block.mature(1);
        long old = 1 + (1L << 30);
        assertFalse(block.needsNew(old));
        assertTrue(block.needsNew(old + 1));
        send(old + 1);
        assertEquals(old + 1, block.newestId());
        block.mature(old + 1);
        assertTrue(block.isEffective());
        assertFalse(block.needsNew(old + 2));
    }

    private void send(long sequence) {
        block.renews = true;
        block.send(sequence, 0);
    }
}
