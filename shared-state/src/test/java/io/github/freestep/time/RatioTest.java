package io.github.freestep.time;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "6, 4, 3, 2", "1000, 7, 1000, 7", "60000, 1001, 60000, 1001", "4, 1000, 1, 250"})
    void isReducedToLowestTerms(long numerator, long denominator, long lowestNumerator, long lowestDenominator) {
        Ratio ratio = Ratio.of(numerator, denominator);
        assertEquals(lowestNumerator, ratio.numerator());
        assertEquals(lowestDenominator, ratio.denominator());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "-1, 1", "1, -1", "-1, -1", "-9223372036854775808, 1"})
    void refusesZeroAndNegativeNumbersAndSuggestsAPause(long numerator, long denominator) {
        assertRefused(numerator, denominator, "pause");
    }

    @Test
    void acceptsTheLimitAndRefusesMore() {
        assertEquals(Ratio.LIMIT, Ratio.of(Ratio.LIMIT).numerator());
        assertEquals(Ratio.LIMIT, Ratio.of(1, Ratio.LIMIT).denominator());
        assertRefused(Ratio.LIMIT + 1, 1, Long.toString(Ratio.LIMIT));
        assertRefused(1, Ratio.LIMIT + 1, Long.toString(Ratio.LIMIT));
    }

    @Test
    void aDecimalIsRoundedToAMillionth() {
        assertEquals(Ratio.of(1, 4), Ratio.nearest(0.25));
        assertEquals(Ratio.ONE, Ratio.nearest(1));
        assertEquals(0.25, Ratio.nearest(0.25).toDouble());
        assertEquals(1 / 3.0, Ratio.of(1, 3).toDouble());
        assertEquals(Ratio.of(333_333, 1_000_000), Ratio.nearest(1 / 3.0));
        assertEquals(Ratio.of(1, 1_000), Ratio.nearest(0.001));
        for (double wrong : new double[] {0.000_999, 1_001, -1, Double.NaN}) {
            refused("was " + wrong, IllegalArgumentException.class, () -> Ratio.nearest(wrong));
        }
    }

    private static void assertRefused(long numerator, long denominator, String why) {
        for (String part : new String[] {numerator + "/" + denominator, why}) {
            refused(part, IllegalArgumentException.class, () -> Ratio.of(numerator, denominator));
        }
    }
}
