package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WindowsTest {
    @Test
    void aWindowListsSlotsWithTheNewestFirst() {
        long seed = 1;
        Random random = Seeds.random(seed);
        for (int windowSize = 1; windowSize <= Windows.MAX_WINDOW; windowSize++) {
            long window = Windows.EMPTY;
            List<Integer> expected = new ArrayList<>();
            for (int step = 0; step < 1_000; step++) {
                int slot = random.nextInt(SlotPool.MAX_SLOTS);
                if (expected.isEmpty() || random.nextInt(4) > 0) {
                    window = Windows.push(window, slot, Windows.beyond(windowSize));
                    expected.add(0, slot);
                } else {
                    window = Windows.replaceNewest(window, slot);
                    expected.set(0, slot);
                }
                expected = new ArrayList<>(expected.subList(0, Math.min(windowSize, expected.size())));
                assertEquals(expected, slots(window), "window of " + windowSize + ", seed " + seed);
                assertNotEquals(Windows.TAKEN, window);
                assertNotEquals(Windows.EMPTY, window);
            }
        }
    }

    private static List<Integer> slots(long window) {
        List<Integer> slots = new ArrayList<>();
        for (int age = 0; age < Windows.size(window); age++) {
            slots.add(Windows.slot(window, age));
        }
        return slots;
    }
}
