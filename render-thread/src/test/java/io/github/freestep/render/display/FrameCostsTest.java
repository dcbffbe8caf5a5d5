package io.github.freestep.render.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameCostsTest {
    private static final long MILLI = 1_000_000;
    private static final long PERIOD = 16_666_667;
    private static final int FRAMES_OF_A_SLOT = 30;
    private static final int SLOTS = 192;

    private final FrameCosts costs = new FrameCosts();

    /** All costs of each half second, newest first. */
    private final List<List<Long>> slots = new ArrayList<>();

    private long frame;

    private void add(int count, double millis) {
        for (int i = 0; i < count; i++) {
            long nanos = Math.round(millis * MILLI);
            if (frame % FRAMES_OF_A_SLOT == 0) {
                slots.add(0, new ArrayList<>(List.of(0L, 0L)));
            }
            slots.get(0).add(nanos % PERIOD);
            costs.add(frame++ * PERIOD, nanos, 0, PERIOD);
        }
    }

    private long chosen(int framesPerMiss) {
        return costs.nanos(costs.dearest(PERIOD, framesPerMiss));
    }

    private static List<Long> greatest(List<Long> values) {
        List<Long> sorted = new ArrayList<>(values);
        sorted.sort(Collections.reverseOrder());
        return sorted.subList(0, 2);
    }

    /** Tries all that has happened, and computes the price of each from all costs. */
    private long naive(int framesPerMiss) {
        List<Long> newest = new ArrayList<>(slots.get(0));
        newest.addAll(slots.size() > 1 ? slots.get(1) : List.of());
        long repeated = greatest(newest).get(1);
        List<Long> surprises = new ArrayList<>();
        Long climb = null;
        for (int i = Math.min(slots.size(), SLOTS - 1) - 1; i >= 0; i--) {
            long expected =
                    200_000 + (i + 1 < slots.size() ? greatest(slots.get(i + 1)).get(1) : 0);
            List<Long> two = greatest(slots.get(i));
            Long stays = climb != null && two.get(1) >= climb - 200_000 ? climb : null;
            climb = two.get(0) > expected ? two.get(0) : stays;
            if (two.get(0) > expected) {
                surprises.remove(stays);
                surprises.add(two.get(0));
            }
        }
        List<Long> above = surprises.stream().filter(each -> each > repeated).toList();
        if (above.size() == 1 && above.get(0) > repeated + 900_000) {
            return repeated;
        }
        double frames = Math.min(SLOTS, 127 + slots.size()) * 5e8 / PERIOD;
        long best = repeated;
        double least = Double.MAX_VALUE;
        List<Long> candidates = new ArrayList<>(surprises);
        candidates.add(repeated);
        for (long candidate : candidates) {
            long missed = surprises.stream().filter(each -> each > candidate).count();
            double price = candidate + missed / frames * framesPerMiss * PERIOD;
            if (candidate >= repeated && price < least) {
                least = price;
                best = candidate;
            }
        }
        return best;
    }

    @Test
    void theChoiceCostsLeast() {
        Seeds.first(Thorough.of(5, 20)).forEach(seed -> {
            FrameCostsTest test = new FrameCostsTest();
            Random random = Seeds.random(seed);
            double spread = random.nextDouble();
            int framesPerMiss = 100 << random.nextInt(8);
            for (int i = 0; i < 9_000; i++) {
                test.add(1, 2 * Math.exp(spread * random.nextGaussian()) + (random.nextInt(600) == 0 ? 9 : 0));
                if (i % 50 == 0) {
                    assertEquals(
                            test.naive(framesPerMiss), test.chosen(framesPerMiss), "seed " + seed + ", frame " + i);
                }
            }
        });
    }

    @Test
    void costsAreForgottenByTime() {
        for (int i = 0; i < 10; i++) {
            add(29, 1);
            add(1, 15);
        }
        add(30 * (SLOTS - 11), 1);
        assertEquals(15 * MILLI, chosen(1_000));
        add(30 * 11, 1);
        assertEquals(MILLI, chosen(1_000));
        add(2, 9);
        assertEquals(9 * MILLI, chosen(1_000));
        frame += 30 * SLOTS;
        costs.add(frame++ * PERIOD, 2 * MILLI, 0, PERIOD);
        costs.add(frame++ * PERIOD, 2 * MILLI, 0, PERIOD);
        assertEquals(2 * MILLI, chosen(1_000));
    }

    /** Such a frame misses a refresh anyway, but must not miss one more. */
    @Test
    void onlyWhatExceedsWholeRefreshesCounts() {
        add(60, 20);
        assertEquals(20 * MILLI - PERIOD, chosen(1_000));
        String cost = costs.describe(costs.dearest(PERIOD, 1_000), frame * PERIOD + 1_000 * MILLI);
        assertTrue(cost.startsWith("a frame took 20.0 ms to draw, 3.3 ms more than whole refreshes, "), cost);
    }
}
