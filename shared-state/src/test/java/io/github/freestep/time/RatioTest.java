package io.github.freestep.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Exact;
import io.github.freestep.testing.Seeds;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatioTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "6, 4, 3, 2", "1000, 7, 1000, 7", "60000, 1001, 60000, 1001", "4, 1000, 1, 250"})
    void isReducedToLowestTerms(long numerator, long denominator, long lowestNumerator, long lowestDenominator) {
        Ratio ratio = Ratio.of(numerator, denominator);
        assertEquals(lowestNumerator, ratio.numerator());
        assertEquals(lowestDenominator, ratio.denominator());
    }

    @Test
    void equalNumbersAreEqual() {
        assertEquals(Ratio.of(3, 2), Ratio.of(6, 4));
        assertEquals(Ratio.of(3, 2).hashCode(), Ratio.of(6, 4).hashCode());
        assertEquals(Ratio.ONE, Ratio.of(7, 7));
        assertEquals(Ratio.of(60), Ratio.of(120, 2));
        assertNotEquals(Ratio.of(3, 2), Ratio.of(2, 3));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "-1, 1", "1, -1", "-1, -1", "-9223372036854775808, 1"})
    void refusesZeroAndNegativeNumbersAndSuggestsAPause(long numerator, long denominator) {
        String message = assertThrows(IllegalArgumentException.class, () -> Ratio.of(numerator, denominator))
                .getMessage();
        assertTrue(message.contains(numerator + "/" + denominator), message);
        assertTrue(message.contains("pause"), message);
    }

    @Test
    void acceptsTheLimitAndRefusesMore() {
        assertEquals(Ratio.LIMIT, Ratio.of(Ratio.LIMIT).numerator());
        assertEquals(Ratio.LIMIT, Ratio.of(1, Ratio.LIMIT).denominator());
        assertRefusedAsTooLarge(Ratio.LIMIT + 1, 1);
        assertRefusedAsTooLarge(1, Ratio.LIMIT + 1);
    }

    @Test
    void appliesTheLimitToTheReducedTerms() {
        assertEquals(Ratio.of(1, 3), Ratio.of(1L << 61, 3L << 61));
        assertEquals(Ratio.ONE, Ratio.of(Long.MAX_VALUE, Long.MAX_VALUE));
        assertRefusedAsTooLarge(Long.MAX_VALUE, Long.MAX_VALUE - 1);
    }

    @Test
    void findsTheGreatestCommonDivisor() {
        Random random = Seeds.random(1);
        for (int i = 0; i < 1_000; i++) {
            long a = 1 + random.nextInt(1 << 20);
            long b = 1 + random.nextInt(1 << 20);
            assertEquals(BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).longValue(), Exact.gcd(a, b));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 24, 60, 240})
    void toStringIsANumberOrAFraction(long whole) {
        assertEquals(Long.toString(whole), Ratio.of(whole).toString());
        assertEquals(whole + "/1001", Ratio.of(whole, 1_001).toString());
    }

    private static void assertRefusedAsTooLarge(long numerator, long denominator) {
        String message = assertThrows(IllegalArgumentException.class, () -> Ratio.of(numerator, denominator))
                .getMessage();
        assertTrue(message.contains(numerator + "/" + denominator), message);
        assertTrue(message.contains(Long.toString(Ratio.LIMIT)), message);
    }
}
