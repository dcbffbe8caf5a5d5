package io.github.freestep.benchmarks.app.stress;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The frame rates of all readers.
 *
 * @param fps the frames per second of each reader; {@link #UNCAPPED} for as many as possible
 */
record FrameRates(List<Integer> fps) {
    static final int UNCAPPED = 0;

    private static final int MAX_FPS = 10_000;
    private static final int MAX_READERS = 16;

    /** Parses a list, separated by commas, of numbers or the word {@code uncapped}. */
    static FrameRates parse(String text) {
        String[] each = text.split(",", -1);
        if (each.length > MAX_READERS) {
            throw new IllegalArgumentException("must be at most " + MAX_READERS + " readers, was " + text);
        }
        return new FrameRates(Arrays.stream(each).map(fps -> one(fps, text)).toList());
    }

    private static int one(String fps, String text) {
        if (fps.equals("uncapped")) {
            return UNCAPPED;
        }
        int number = fps.matches("\\d{1,5}") ? Integer.parseInt(fps) : 0;
        if (number < 1 || number > MAX_FPS) {
            throw new IllegalArgumentException(
                    "must be numbers from 1 to " + MAX_FPS + " or uncapped, with commas between, was " + text);
        }
        return number;
    }

    @Override
    public String toString() {
        return text(",");
    }

    String text(String separator) {
        return fps.stream()
                .map(each -> each == UNCAPPED ? "uncapped" : each.toString())
                .collect(Collectors.joining(separator));
    }
}
