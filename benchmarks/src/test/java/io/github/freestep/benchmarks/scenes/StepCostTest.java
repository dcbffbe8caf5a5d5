package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepCostTest {
    @Test
    void aCostIsATimeOrAShareOfTheStep() {
        assertEquals(3_000_000, nanos("3000us", 0.01)[0]);
        assertEquals(3_000_000, nanos("3ms", 0.01)[0]);
        assertEquals(2_500, nanos("2.5us:constant", 0.01)[0]);
        assertEquals(3_000_000, nanos("30%", 0.01)[0]);
        assertEquals(60_000_000, nanos("30%", 0.2)[0]);
        assertEquals(0, StepCost.NONE.nanos(0.01, Seeds.random(1)));
    }

    @Test
    void noStepCostsMoreThanTenSeconds() {
        assertEquals(100e9, StepCost.parse("10000%").usualNanos(1));
        for (String text : new String[] {"10000%", "9000000us:bimodal", "9000000us:lognormal"}) {
            assertEquals(
                    StepCost.MOST_NANOS, Arrays.stream(nanos(text, 1)).max().orElseThrow(), text);
        }
    }

    @Test
    void aBimodalCostIsThreefoldInOneStepOfTwenty() {
        long[] nanos = nanos("30%:bimodal", 0.01);
        long threefold =
                Arrays.stream(nanos).filter(value -> value == 9_000_000).count();
        long once = Arrays.stream(nanos).filter(value -> value == 3_000_000).count();
        assertEquals(nanos.length, threefold + once);
        assertEquals(nanos.length / 20.0, threefold, nanos.length / 200.0);
    }

    @Test
    void aLogNormalCostHasItsMedianAndSpread() {
        long[] nanos = nanos("3000us:lognormal", 0.01);
        Arrays.sort(nanos);
        assertEquals(3_000_000, nanos[nanos.length / 2], 60_000);
        // One sigma up.
        assertEquals(3_000_000 * Math.exp(0.3), nanos[(int) (nanos.length * 0.8413)], 100_000);
    }

    @Test
    void theSameSeedGivesTheSameCosts() {
        assertTrue(Arrays.equals(nanos("30%:lognormal", 0.01), nanos("30%:lognormal", 0.01)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "3000",
                "us",
                "-1us",
                "3s",
                "30 %",
                "30%:",
                "30%:normal",
                "1e3us",
                "99999999us",
                "10001ms",
                "10001%"
            })
    void anyOtherTextIsRefusedWithTheAllowedForms(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> StepCost.parse(text))
                .getMessage();
        for (String part : new String[] {'"' + text + '"', "3000us", "30%", ":constant", ":lognormal", ":bimodal"}) {
            assertTrue(message.contains(part), message);
        }
    }

    private static long[] nanos(String text, double dtSeconds) {
        StepCost cost = StepCost.parse(text);
        Random random = Seeds.random(1);
        long[] nanos = new long[20_000];
        Arrays.setAll(nanos, i -> cost.nanos(dtSeconds, random));
        return nanos;
    }
}
