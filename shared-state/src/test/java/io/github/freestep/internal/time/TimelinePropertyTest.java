package io.github.freestep.internal.time;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimelinePropertyTest {
    private static final long TEN_YEARS = 10L * 365 * 86_400 * 1_000_000_000;

    static Stream<Ratio> rates() {
        return Stream.concat(
                Stream.of(24L, 30L, 50L, 60L, 100L, 120L, 144L, 240L).map(Ratio::of), Stream.of(Ratio.of(1_000, 7)));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void agreesWithTheOracleUnderRandomOperations(Ratio rate) {
        Seeds.first(Thorough.of(2, 12)).forEach(seed -> new TimelineRun(rate, seed).operate(150));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void isExactToTheTickAfterTenYearsOfRandomOperations(Ratio rate) {
        Seeds.first(Thorough.of(1, 6)).forEach(seed -> {
            TimelineRun run = new TimelineRun(rate, seed);
            run.operate(50);
            run.runAtRealTimeFor(TEN_YEARS);
            run.operate(50);
        });
    }
}
