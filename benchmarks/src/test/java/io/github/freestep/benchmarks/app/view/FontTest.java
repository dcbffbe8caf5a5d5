package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FontTest {
    private final Font font = new Font();

    @Test
    void everyPrintableLetterIsDrawnAndUnique() {
        Map<String, Character> seen = new HashMap<>();
        for (char c = ' '; c <= '~'; c++) {
            String drawn = drawn(c);
            assertEquals(c != ' ', drawn.contains("#"), "the letter " + c);
            Character like = seen.put(drawn, c);
            assertTrue(like == null, c + " is drawn like " + like);
        }
    }

    /** Without a gap, neighbours would run into each other. */
    @Test
    void everyLetterLeavesAGapToTheNext() {
        for (char c = ' '; c <= '~'; c++) {
            for (int y = 0; y < Font.HEIGHT; y++) {
                assertFalse(font.ink(c, Font.WIDTH - 1, y), "the letter " + c);
            }
        }
    }

    @Test
    void capitalsStandOnTheBaseLine() {
        for (char c = 'A'; c <= 'Z'; c++) {
            assertTrue(drawn(c).split("\n")[6].contains("#"), "the letter " + c);
            assertFalse(drawn(c).split("\n")[7].contains("#"), "the letter " + c);
        }
    }

    @Test
    void anUnknownCharacterIsAQuestionMark() {
        assertEquals(drawn('?'), drawn('\u00e9'));
    }

    @Test
    void anAreaIsFull() {
        assertFalse(drawn(Font.AREA).contains("."));
    }

    private String drawn(char c) {
        StringBuilder text = new StringBuilder();
        for (int y = 0; y < Font.HEIGHT; y++) {
            for (int x = 0; x < Font.WIDTH; x++) {
                text.append(font.ink(c, x, y) ? '#' : '.');
            }
            text.append('\n');
        }
        return text.toString();
    }
}
