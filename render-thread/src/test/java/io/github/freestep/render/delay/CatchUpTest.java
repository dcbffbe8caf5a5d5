package io.github.freestep.render.delay;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CatchUpTest {
    private static final double MILLI = 1e6;

    /** A backlog of 1 s was worked off at once. Without a limit, the first frame would move by 0.45 s. */
    @Test
    void aPictureFarBehindTheWindowGetsFasterFromFrameToFrame() {
        CatchUp catchUp = new CatchUp();
        catchUp.begin(false);
        double distance = 1_000 * MILLI;
        double before = 33 * MILLI;
        double fastest = 0;
        for (int frame = 0; frame < 30; frame++) {
            double moves = catchUp.advanceNanos((long) (33 * MILLI), distance, distance, distance, false, true);
            assertTrue(moves <= before + 180 * MILLI, "moves by " + moves + " after " + before);
            fastest = Math.max(fastest, moves);
            distance -= moves - 33 * MILLI;
            before = moves;
        }
        assertTrue(
                fastest < 300 * MILLI && distance < 50 * MILLI, "moves by " + fastest + ", is behind by " + distance);
    }
}
