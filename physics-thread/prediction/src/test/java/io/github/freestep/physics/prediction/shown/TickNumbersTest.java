package io.github.freestep.physics.prediction.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class TickNumbersTest {
    /** Also after the bits of a tick have begun again, and for a server that begins with any tick. */
    @Test
    void aNumberIsExactAsAFloatAndHasItsTick() {
        int number = 0;
        for (long tick = -200_000; tick < 400_000; tick += 3) {
            int before = number;
            number = TickNumbers.after(before, tick);
            assertNotEquals(before, number);
            assertEquals(number, (int) (float) number);
            assertEquals(tick, TickNumbers.tick(number, tick - 60_000));
            assertEquals(tick, TickNumbers.tick(number, tick + 60_000));
        }
    }

    @Test
    void inputsOfOneTickHaveNumbersOfTheirOwnUntilThereAreNoMore() {
        int number = 0;
        for (int i = 0; i < 63; i++) {
            int before = number;
            number = TickNumbers.after(before, 5 - i % 2);
            assertNotEquals(before, number);
            assertEquals(5, TickNumbers.tick(number, 0), "inputs keep their order");
        }
        assertEquals(0, TickNumbers.after(number, 5));
        assertEquals(6, TickNumbers.tick(TickNumbers.after(number, 6), 0));
    }

    @Test
    void aServerThatBeginsAgainGetsItsOwnTicks() {
        int number = TickNumbers.after(0, 10_000);
        assertEquals(3, TickNumbers.tick(TickNumbers.after(number, 3), 3));
    }
}
