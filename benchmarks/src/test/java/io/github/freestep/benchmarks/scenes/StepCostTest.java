package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
    void aBimodalCostIsThreefoldInOneStepOfTwenty() {
        long[] nanos = nanos("30%:bimodal", 0.01);
        long threefold =
                Arrays.stream(nanos).filter(value -> value == 9_000_000).count();
        long once = Arrays.stream(nanos).filter(value -> value == 3_000_000).count();
        assertEquals(nanos.length, threefold + once);
        assertEquals(nanos.length / 20.0, threefold, nanos.length / 200.0);
    }

    private static long[] nanos(String text, double dtSeconds) {
        StepCost cost = StepCost.parse(text);
        Random random = Seeds.random(1);
        long[] nanos = new long[20_000];
        Arrays.setAll(nanos, i -> cost.nanos(dtSeconds, random));
        return nanos;
    }
}
