package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.math.BigInteger;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimelinePropertyTest {
    private static final long TEN_YEARS_SECONDS = 10L * 365 * 86_400;
    private static final long TEN_YEARS = TEN_YEARS_SECONDS * 1_000_000_000;
    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

    static Stream<Ratio> rates() {
        return Stream.concat(
                Stream.of(24L, 30L, 50L, 60L, 100L, 120L, 144L, 240L).map(Ratio::of), Stream.of(Ratio.of(1_000, 7)));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void agreesWithTheOracleUnderRandomOperations(Ratio rate) {
        Seeds.first(Thorough.of(6, 12)).forEach(seed -> new TimelineRun(rate, seed).operate(150));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void isExactToTheTickAfterTenYearsOfRandomOperations(Ratio rate) {
        Seeds.first(Thorough.of(3, 6)).forEach(seed -> {
            TimelineRun run = new TimelineRun(rate, seed);
            run.operate(50);
            run.runAtRealTimeFor(TEN_YEARS);
            run.operate(50);
        });
    }

    /**
     * An exact due time may lie between two nanoseconds. The tick is due at the one before it, never earlier.
     */
    @ParameterizedTest
    @MethodSource("rates")
    void ticksOverTenYearsAreDueAtTheirExactTimesRoundedToNanoseconds(Ratio rate) {
        long start = Long.MAX_VALUE - TEN_YEARS / 2;
        Timeline timeline = new Timeline(rate, start);
        long ticks = TEN_YEARS_SECONDS * rate.numerator() / rate.denominator();
        assertEquals(ticks, timeline.tickAt(timeline.simulationAt(start + TEN_YEARS)));
        Random random = Seeds.random(1);
        for (int i = 0; i < Thorough.of(5_000, 20_000); i++) {
            long tick = i == 0 ? ticks : (long) (random.nextDouble() * ticks);
            BigInteger exact = BigInteger.valueOf(tick)
                    .multiply(NANOS)
                    .multiply(BigInteger.valueOf(rate.denominator()))
                    .divide(BigInteger.valueOf(rate.numerator()));
            long due = timeline.dueNanos(tick);
            assertEquals(exact.longValueExact(), due - start, () -> "tick " + tick);
            assertEquals(tick, timeline.tickAt(timeline.simulationAt(due)), () -> "tick " + tick);
            assertEquals(tick - 1, timeline.tickAt(timeline.simulationAt(due - 1)), () -> "before tick " + tick);
        }
    }
}
