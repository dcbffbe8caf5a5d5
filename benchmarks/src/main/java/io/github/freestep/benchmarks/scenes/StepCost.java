package io.github.freestep.benchmarks.scenes;

import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a step takes beyond its own work, in real time, whatever clock the service runs on. Immutable. */
public final class StepCost {
    /** Nothing. */
    public static final StepCost NONE = new StepCost("0us", 0, false, Spread.CONSTANT);

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|%)(?::(\\w+))?");
    /** What any step costs at the most, whatever its length and its luck. */
    public static final long MOST_NANOS = 10_000_000_000L;

    private static final double MOST_MICROS = MOST_NANOS / 1e3;
    private static final double MOST_PER_CENT = 10_000;

    private static final double SIGMA = 0.3;
    private static final int ONE_IN = 20;
    private static final int TIMES = 3;

    private final String text;

    /** Nanoseconds, or a share of the step's span. */
    private final double amount;

    private final boolean relative;
    private final Spread spread;

    private StepCost(String text, double amount, boolean relative, Spread spread) {
        this.text = text;
        this.amount = amount;
        this.relative = relative;
        this.spread = spread;
    }

    /**
     * Reads a cost as a user writes it.
     *
     * @param text microseconds such as {@code 3000us}, or a share of dt such as {@code 30%}; then how it varies: {@code
     *     :constant} (the default), {@code :lognormal} (sigma 0.3 about that median), {@code :bimodal} (three times as much in
     *     one step of 20)
     * @return the cost
     * @throws IllegalArgumentException for any other text
     */
    public static StepCost parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw bad(text);
        }
        double number = Double.parseDouble(form.group(1));
        boolean relative = form.group(2).equals("%");
        if (number > (relative ? MOST_PER_CENT : MOST_MICROS)) {
            throw bad(text);
        }
        return new StepCost(text, number * (relative ? 0.01 : 1_000), relative, spread(text, form.group(3)));
    }

    private static Spread spread(String text, String name) {
        if (name == null) {
            return Spread.CONSTANT;
        }
        return switch (name) {
            case "constant" -> Spread.CONSTANT;
            case "lognormal" -> Spread.LOGNORMAL;
            case "bimodal" -> Spread.BIMODAL;
            default -> throw bad(text);
        };
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                "must be microseconds up to 10 s, as in 3000us, or a share of dt up to 10000%, as"
                        + " in 30%, each optionally followed by :constant, :lognormal or :bimodal, was \"" + text
                        + "\"");
    }

    /**
     * What a step costs before its luck: what is constant, the median, or what 19 steps of 20 cost.
     *
     * @param dtSeconds the span of the step
     * @return may be more than {@link #MOST_NANOS}, which no step takes
     */
    public double usualNanos(double dtSeconds) {
        return relative ? amount * dtSeconds * 1e9 : amount;
    }

    /** What the next step costs, by a source of chance that the caller keeps. */
    long nanos(double dtSeconds, Random random) {
        double usual = usualNanos(dtSeconds);
        double nanos = switch (spread) {
            case CONSTANT -> usual;
            case LOGNORMAL -> usual * Math.exp(SIGMA * random.nextGaussian());
            case BIMODAL -> random.nextInt(ONE_IN) == 0 ? TIMES * usual : usual;
        };
        return (long) Math.min(MOST_NANOS, nanos);
    }

    /** Spins, since a step that slept would leave its core to others. */
    void burn(double dtSeconds, Random random) {
        if (amount == 0) {
            return;
        }
        long since = System.nanoTime();
        long nanos = nanos(dtSeconds, random);
        while (System.nanoTime() - since < nanos) {
            Thread.onSpinWait();
        }
    }

    /** As a user writes it. */
    @Override
    public String toString() {
        return text;
    }

    private enum Spread {
        CONSTANT,
        LOGNORMAL,
        BIMODAL
    }
}
