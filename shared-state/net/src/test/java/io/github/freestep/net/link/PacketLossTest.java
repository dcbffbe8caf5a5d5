package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PacketLossTest {
    private final PacketLoss loss = new PacketLoss();

    private int share() {
        return loss.share() & 0xFF;
    }

    private void arrive(int... numbers) {
        for (int number : numbers) {
            assertTrue(loss.arrived((short) number), "packet " + number + " after " + loss.newest);
        }
    }

    @Test
    void theShareApproachesThatOfTheNetwork() {
        for (int number = 0; number < 2_000; number += 4) {
            arrive(number);
        }
        assertEquals(0.75 * 255, share(), 3);
        for (int number = 2_000; number < 4_000; number++) {
            arrive(number);
        }
        assertEquals(0, share());
    }

    @Test
    void aPacketThatWasOvertakenIsNotLost() {
        arrive(0, 3);
        assertEquals(4, share());
        assertFalse(loss.arrived((short) 1));
        assertEquals(2, share());
        assertFalse(loss.arrived((short) 1));
        assertFalse(loss.arrived((short) 3));
        assertEquals(2, share());
        assertEquals(3, loss.newest);
        assertFalse(loss.arrived((short) 2));
        assertEquals(0, share());
    }

    @Test
    void aLargeGapIsNoLoss() {
        arrive(0, 1_024);
        assertEquals(0, share());
        arrive(2_047);
        assertEquals(253, share(), 2);
    }
}
