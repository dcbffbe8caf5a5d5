package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SentBlockTest {
    private final SentBlock block = new SentBlock(2);

    @Test
    void aChangedBlockNeedsANewBaselineOnceTheLastOneIsEffective() {
        assertTrue(block.needsNew(0));
        send(1);
        assertFalse(block.needsNew(1), "one is pending");
        block.mature(1);
        assertFalse(block.needsNew(1), "it has not changed");
        block.now[0]++;
        block.changed();
        assertTrue(block.needsNew(2));
    }

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

    @Test
    void theNewestBaselineIsACopyOfTheContentThatWasSent() {
        block.now[0] = 7;
        assertSame(block.now, block.newest());
        block.send(1, 0);
        block.now[0] = 8;
        assertArrayEquals(new int[] {7, 0}, block.newest(), "the first one needs no renewal");
        block.mature(1);
        assertArrayEquals(new int[] {7, 0}, block.newest());
        block.send(2, 50);
        assertEquals(1, block.newestId(), "a repeat");
        assertEquals(50, block.sentNanos);
        send(3);
        assertArrayEquals(new int[] {8, 0}, block.newest());
        assertArrayEquals(new int[] {7, 0}, block.effective);
    }

    private void send(long sequence) {
        block.renew();
        block.send(sequence, 0);
    }
}
