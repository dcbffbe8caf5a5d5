package io.github.freestep.physics.thread;

import io.github.freestep.internal.Ranges;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.Objects;

/** Refuses settings of services and groups that are out of range. Stateless. */
public final class SettingLimits {
    /** Longer spans count as this one. */
    public static final Duration LONGEST = Duration.ofDays(10_000);

    public static final long DEFAULT_WATCHDOG_NANOS = 1_000_000_000;

    /** The limit of a service without a watchdog. */
    public static final long NO_WATCHDOG = 0;

    private static final long MOST_PER_SECOND = 1_000_000;
    private static final long LONGEST_SECONDS = 1_000;
    private static final int LONGEST_NAME = 100;
    private static final Duration SHORTEST_CLOSE = Duration.ofMillis(10);
    private static final Duration SHORTEST_WATCHDOG = Duration.ofMillis(10);
    private static final Duration LONGEST_WATCHDOG = Duration.ofHours(1);

    private SettingLimits() {}

    public static String name(String name) {
        if (Objects.requireNonNull(name, "name must not be null").isBlank()) {
            throw new IllegalArgumentException("name must not be blank, was \"" + name + "\"");
        }
        if (name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("name must have at most " + LONGEST_NAME + " characters, as thread dumps"
                    + " and logs show it, had " + name.length());
        }
        return name;
    }

    public static Ratio rate(Ratio rate) {
        Objects.requireNonNull(rate, "rate must not be null; pass a rate per second, such as Ratio.of(60)");
        if (rate.numerator() > MOST_PER_SECOND * rate.denominator()
                || rate.denominator() > LONGEST_SECONDS * rate.numerator()) {
            throw outOfRange(rate);
        }
        return rate;
    }

    /** Checks a whole number before it becomes a ratio, because a ratio has another range. */
    public static Ratio rate(int rate) {
        if (rate < 1 || rate > MOST_PER_SECOND) {
            throw outOfRange(rate);
        }
        return Ratio.of(rate);
    }

    private static IllegalArgumentException outOfRange(Object rate) {
        return new IllegalArgumentException(
                "rate must be between 1/" + LONGEST_SECONDS + " and " + MOST_PER_SECOND + " per second, was " + rate);
    }

    public static int ticks(int ticks, String what) {
        if (ticks < 1) {
            throw new IllegalArgumentException(what + " must be at least 1 tick, was " + ticks);
        }
        return ticks;
    }

    public static int priority(int priority) {
        return Ranges.require(1, 99, priority, "realTime", "(priority of SCHED_FIFO)");
    }

    public static int spinBudget(int perMille) {
        return Ranges.require(0, 1_000, perMille, "spinBudgetPerMille", "thousandths of a core");
    }

    public static long closeTimeout(Duration timeout) {
        Objects.requireNonNull(timeout, "closeTimeout must not be null");
        if (timeout.compareTo(SHORTEST_CLOSE) < 0) {
            throw new IllegalArgumentException(
                    "closeTimeout must be at least " + SHORTEST_CLOSE.toMillis() + " ms, was " + timeout
                            + "; a healthy service needs some time to end, and close() waits no longer than that");
        }
        return timeout.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : timeout.toNanos();
    }

    public static long watchdog(Duration limit) {
        Objects.requireNonNull(limit, "watchdog must not be null; Duration.ZERO switches it off");
        if (limit.isZero()) {
            return NO_WATCHDOG;
        }
        if (limit.compareTo(SHORTEST_WATCHDOG) < 0 || limit.compareTo(LONGEST_WATCHDOG) > 0) {
            throw new IllegalArgumentException("watchdog must be between " + SHORTEST_WATCHDOG.toMillis() + " ms and "
                    + LONGEST_WATCHDOG.toHours() + " h, was " + limit
                    + "; Duration.ZERO switches it off");
        }
        return limit.toNanos();
    }
}
