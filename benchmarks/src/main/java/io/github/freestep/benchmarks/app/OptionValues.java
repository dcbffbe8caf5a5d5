package io.github.freestep.benchmarks.app;

import io.github.freestep.time.Ratio;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the options of several subcommands can be; whatever is wrong with one is told in the same way. Stateless. */
public final class OptionValues {
    private static final int MOST_RATE = 100_000;
    private static final Pattern RATIO = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

    private OptionValues() {}

    /**
     * Reads a whole number.
     *
     * @param option what it is the value of
     * @param text as it was written
     * @param least what it can be at the least
     * @param most and at the most
     * @return the number
     * @throws IllegalArgumentException for anything else, with all that the user needs to know
     */
    public static int whole(String option, String text, int least, int most) {
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw wrong(option, text, "a whole number from " + least + " to " + most);
    }

    /**
     * Reads the seed of what is random.
     *
     * @param option what it is the value of
     * @param text as it was written
     * @return any number
     * @throws IllegalArgumentException for anything else, with all that the user needs to know
     */
    public static long seed(String option, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(option, text, "a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
        }
    }

    /**
     * Reads a number of ticks a second.
     *
     * @param option what it is the value of
     * @param text a whole number, or a fraction of two
     * @return from 1 to 100000
     * @throws IllegalArgumentException for anything else, with all that the user needs to know
     */
    public static Ratio rate(String option, String text) {
        Matcher ratio = RATIO.matcher(text);
        String range = "from 1 to " + MOST_RATE + " ticks a second, such as 100 or 60000/1001";
        if (!ratio.matches()) {
            try {
                return Ratio.of(whole(option, text, 1, MOST_RATE));
            } catch (IllegalArgumentException e) {
                throw wrong(option, text, range);
            }
        }
        long numerator = Long.parseLong(ratio.group(1));
        long denominator = Long.parseLong(ratio.group(2));
        if (denominator == 0 || numerator < denominator || numerator > MOST_RATE * denominator) {
            throw wrong(option, text, range);
        }
        return Ratio.of(numerator, denominator);
    }

    /**
     * Reads one of several names.
     *
     * @param <E> what they are the names of
     * @param option what it is the value of
     * @param text as it was written: in lower case, with hyphens
     * @param values those there are
     * @return the one of that name
     * @throws IllegalArgumentException for anything else, with all that the user needs to know
     */
    public static <E extends Enum<E>> E choice(String option, String text, E[] values) {
        for (E value : values) {
            if (name(value).equals(text)) {
                return value;
            }
        }
        throw wrong(
                option,
                text,
                "one of " + Arrays.stream(values).map(OptionValues::name).collect(Collectors.joining(", ")));
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * What is told of a value that an option can't have.
     *
     * @param option its name
     * @param value as it was written
     * @param remedy what to give
     * @return to be thrown
     */
    public static IllegalArgumentException wrong(String option, String value, String remedy) {
        return new IllegalArgumentException(option + " is " + value + "; give " + remedy);
    }
}
