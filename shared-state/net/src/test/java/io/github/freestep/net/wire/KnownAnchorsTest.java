package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

class KnownAnchorsTest {
    private final KnownAnchors anchors = new KnownAnchors();

    private TimeAnchor of(long number, boolean inFull) {
        PieceHeader header = new PieceHeader();
        header.anchorNumber = number;
        header.hasAnchor = inFull;
        header.anchorWallNanos = 100 * number;
        header.anchorSimulationNanos = 200 * number;
        header.scaleNumerator = 3;
        header.scaleDenominator = 4;
        return anchors.of(header);
    }

    @Test
    void anAnchorIsKnownByItsNumberOnceItCameInFull() {
        assertNull(of(0, false));
        assertNull(of(5, false));
        of(5, true);
        TimeAnchor anchor = of(5, false);
        assertEquals(500, anchor.wallNanos());
        assertEquals(1_000, anchor.simulationNanos());
        assertEquals(3, anchor.scaleNumerator());
        assertEquals(4, anchor.scaleDenominator());
        assertNull(of(13, false), "another one in the same place");
    }

    @Test
    void theNewestEightAreKeptUntilTheyAreCleared() {
        for (long number = 1; number <= 10; number++) {
            of(number, true);
        }
        assertNull(of(2, false));
        for (long number = 3; number <= 10; number++) {
            assertEquals(100 * number, of(number, false).wallNanos());
        }
        anchors.clear();
        for (long number = 0; number <= 10; number++) {
            assertNull(of(number, false));
        }
    }
}
