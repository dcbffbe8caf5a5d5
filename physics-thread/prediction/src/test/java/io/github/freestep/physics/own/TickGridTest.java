package io.github.freestep.physics.own;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;

class TickGridTest {
    private static final long TICK = 10_000_000;

    private final TickGrid grid = new TickGrid(Ratio.of(100));

    @Test
    void aTickSpansTheTimeUpToIt() {
        grid.set(3, 100 * TICK);
        assertEquals(3, grid.spanning(100 * TICK));
        assertEquals(4, grid.spanning(100 * TICK + 1));
        assertEquals(1, grid.fraction(100 * TICK));
        assertEquals(0.25, grid.fraction(100 * TICK + TICK / 4));
    }

    @Test
    void ticksCoverATimeThatTheyOnlyJustExceed() {
        assertEquals(0, grid.covering(0));
        assertEquals(1, grid.covering(TICK));
        assertEquals(2, grid.covering(TICK + 1));
    }
}
