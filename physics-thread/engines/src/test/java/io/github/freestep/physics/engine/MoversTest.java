package io.github.freestep.physics.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MoversTest {
    private static final int SLOT = 70;
    private static final long BIT = 1L << SLOT;
    private static final int WORD = 1;

    private final Movers movers = new Movers(100);

    private void assertDue(boolean due) {
        assertEquals(due ? BIT : 0, movers.due(WORD));
        assertEquals(0, movers.due(0));
    }

    private void askedAndRead(boolean awake, boolean changed) {
        movers.awake(WORD, awake ? BIT : 0);
        assertDue(true);
        movers.read(WORD, changed ? BIT : 0);
    }

    @Test
    void aBodyIsReadOnceMoreAfterItWasAwakeOrChanged() {
        assertDue(false);
        askedAndRead(true, false);
        askedAndRead(false, false);
        assertDue(false);
        askedAndRead(true, true);
        askedAndRead(false, true);
        askedAndRead(false, true);
        askedAndRead(false, false);
        assertDue(false);
    }
}
