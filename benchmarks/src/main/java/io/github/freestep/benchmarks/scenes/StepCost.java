package io.github.freestep.benchmarks.scenes;

import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Real time that a step spends in addition to its own work, even if the service runs on a virtual clock. Immutable. */
public final class StepCost {
    /** No cost. */
    public static final StepCost NONE = new StepCost("0us", 0, false, Spread.CONSTANT);

    private static final Pattern FORM =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|%)(?::(constant|lognormal|bimodal))?");

    /** The maximum cost of a step, whatever the length of the step and the distribution of costs. */
    public static final long MOST_NANOS = 10_000_000_000L;

    private static final double MOST_MICROS = MOST_NANOS / 1e3;
    private static final double MOST_PER_CENT = 10_000;

    private static final double SIGMA = 0.3;
    private static final int ONE_IN = 20;
    private static final int TIMES = 3;

    private final String text;

    /** In nanoseconds or, if {@code relative}, as a share of dt. */
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
     * Reads a cost.
     *
     * @param text a time such as {@code 3000us} or {@code 3ms}, or a share of dt such as {@code 30%}, optionally
     *     followed by its distribution: {@code :constant} (the default), {@code :lognormal} (sigma 0.3 about that
     *     median), {@code :bimodal} (three times as much in one step of 20)
     * @return the cost
     * @throws IllegalArgumentException for any other text
     */
    public static StepCost parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw bad(text);
        }
        double number = Double.parseDouble(form.group(1)) * (form.group(2).equals("ms") ? 1_000 : 1);
        boolean relative = form.group(2).equals("%");
        if (number > (relative ? MOST_PER_CENT : MOST_MICROS)) {
            throw bad(text);
        }
        String spread = form.group(3) == null ? "constant" : form.group(3);
        return new StepCost(
                text, number * (relative ? 0.01 : 1_000), relative, Spread.valueOf(spread.toUpperCase(Locale.ROOT)));
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                "must be a time up to 10 s, as in 3000us or 3ms, or a share of dt up to 10000%, as"
                        + " in 30%, each optionally followed by :constant, :lognormal or :bimodal, was \"" + text
                        + "\"");
    }

    /**
     * Returns the usual cost. Depending on the distribution, it is the constant cost, the median, or the cost of 19
     * steps in 20.
     *
     * @param dtSeconds the length of the step
     * @return the cost; it may exceed {@link #MOST_NANOS}, to which the cost of each step is limited
     */
    public double usualNanos(double dtSeconds) {
        return relative ? amount * dtSeconds * 1e9 : amount;
    }

    /** Draws the cost of the next step. */
    long nanos(double dtSeconds, Random random) {
        double usual = usualNanos(dtSeconds);
        double nanos = switch (spread) {
            case CONSTANT -> usual;
            case LOGNORMAL -> usual * Math.exp(SIGMA * random.nextGaussian());
            case BIMODAL -> random.nextInt(ONE_IN) == 0 ? TIMES * usual : usual;
        };
        return (long) Math.min(MOST_NANOS, nanos);
    }

    /** Spends the cost of the next step. Spins, because a sleeping step would leave its core to other threads. */
    public void burn(double dtSeconds, Random random) {
        if (amount == 0) {
            return;
        }
        long since = System.nanoTime();
        long nanos = nanos(dtSeconds, random);
        while (System.nanoTime() - since < nanos) {
            Thread.onSpinWait();
        }
    }

    /** Returns the text that {@link #parse} has read. */
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
