package io.github.freestep.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.math.BigInteger;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExactTest {
    private static final BigInteger ONE = BigInteger.ONE;
    private static final BigInteger[] EDGES = {
        ONE, ONE.shiftLeft(31), ONE.shiftLeft(32), ONE.shiftLeft(62), ONE.shiftLeft(63), ONE.shiftLeft(64)
    };

    static LongStream seeds() {
        return Seeds.first(Thorough.of(2, 8));
    }

    /** Random factors rarely reach the bounds of a long, where a lost sign bit or carry would show. */
    @ParameterizedTest
    @MethodSource("seeds")
    void agreesWithUnboundedIntegersNearTheOverflowOfALong(long seed) {
        Random random = Seeds.random(seed);
        for (int i = 0; i < 10_000; i++) {
            BigInteger result = EDGES[4 + random.nextInt(2)].add(BigInteger.valueOf(random.nextInt(5) - 2));
            long c = positive(random);
            long b = positive(random);
            BigInteger a = result.multiply(BigInteger.valueOf(c)).divide(BigInteger.valueOf(b));
            if (a.bitLength() < Long.SIZE) {
                long near = a.longValue() + random.nextInt(3) - 1;
                check(near, b, c, "seed " + seed);
                check(-near, b, c, "seed " + seed);
            }
        }
    }

    @Test
    void agreesWithUnboundedIntegersAtTheEdges() {
        long[] edges = IntStream.of(0, 1, 2, 31, 32, 62, 63)
                .mapToLong(shift -> 1L << shift)
                .flatMap(power -> LongStream.of(power - 1, power, power + 1))
                .filter(edge -> edge >= 0)
                .distinct()
                .toArray();
        for (long a : edges) {
            for (long b : edges) {
                for (long c : edges) {
                    if (c > 0) {
                        check(a, b, c, "edges");
                        check(-a, b, c, "edges");
                        check(~a, b, c, "edges");
                    }
                }
            }
        }
    }

    private static void check(long a, long b, long c, String context) {
        BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
        BigInteger[] parts = product.divideAndRemainder(BigInteger.valueOf(c));
        BigInteger floor = parts[1].signum() < 0 ? parts[0].subtract(ONE) : parts[0];
        BigInteger ceil = parts[1].signum() > 0 ? parts[0].add(ONE) : parts[0];
        Supplier<String> what = () -> a + " * " + b + " / " + c + ", " + context;
        if (floor.bitLength() < Long.SIZE) {
            assertEquals(floor.longValue(), Exact.floorMulDiv(a, b, c), what);
        } else {
            assertThrows(ArithmeticException.class, () -> Exact.floorMulDiv(a, b, c), what);
        }
        if (ceil.bitLength() < Long.SIZE) {
            assertEquals(ceil.longValue(), Exact.ceilMulDiv(a, b, c), what);
        } else {
            assertThrows(ArithmeticException.class, () -> Exact.ceilMulDiv(a, b, c), what);
        }
    }

    private static long positive(Random random) {
        return Math.max(1, random.nextLong() >> random.nextInt(Long.SIZE) & Long.MAX_VALUE);
    }
}
