package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.Ratio;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LadderTest {
    @Test
    void itMovesUpAndDownAndStopsAtBothEnds() {
        Ladder ladder = new Ladder(Ratio.of(60_000, 1_001), Stream.of(Ratio.of(200), Ratio.of(5), Ratio.of(60)));
        assertEquals(Ratio.of(60_000, 1_001), ladder.value());
        assertTrue(ladder.move(-1));
        assertEquals(Ratio.of(5), ladder.value());
        assertFalse(ladder.move(-1));
        assertEquals(Ratio.of(5), ladder.value());
        assertTrue(ladder.move(1) && ladder.move(1));
        assertEquals(Ratio.of(60), ladder.value());
        assertTrue(ladder.move(1));
        assertFalse(ladder.move(1));
        assertEquals(Ratio.of(200), ladder.value());
    }

    @Test
    void theFirstValueIsOneStepOnly() {
        Ladder ladder = new Ladder(Ratio.of(100), Stream.of(Ratio.of(5), Ratio.of(100)));
        assertFalse(ladder.move(1));
        assertTrue(ladder.move(-1));
        assertFalse(ladder.move(-1));
    }
}
