package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PoseExtrapolationTest {
    private final double[] into = new double[8];

    private void goOn(float[][] prior, float[][] last, double share) {
        PoseExtrapolation.goOn(places(prior), places(last), others(prior), others(last), 0, share, into);
    }

    private static double[][] places(float[][] pose) {
        return new double[][] {{pose[0][0]}, {pose[1][0]}, {pose[2][0]}};
    }

    private static float[][] others(float[][] pose) {
        return Arrays.copyOfRange(pose, 3, pose.length);
    }

    private static float[][] pose(double x, double angle, double phase, double sign) {
        double half = angle / 2;
        double[] values = {
            x, -x, 7, 0, sign * Math.sin(half) * 0.6, sign * Math.sin(half) * 0.8, sign * Math.cos(half), phase
        };
        float[][] result = new float[values.length][1];
        for (int i = 0; i < values.length; i++) {
            result[i][0] = (float) values[i];
        }
        return result;
    }

    @Test
    void evenMotionAndRotationGoOn() {
        Random random = Seeds.random(1);
        for (int i = 0; i < 1_000; i++) {
            double x = random.nextDouble(-100, 100);
            double speed = random.nextDouble(-3, 3);
            double angle = random.nextDouble(-3, 3);
            double spin = i % 10 == 0 ? 1e-6 : random.nextDouble(-0.3, 0.3);
            double share = random.nextDouble(0, 10);
            float[][] prior = pose(x, angle, 1, random.nextBoolean() ? 1 : -1);
            goOn(prior, pose(x + speed, angle + spin, 1.5, 1), share);
            float[][] expected = pose(x + speed * (1 + share), angle + spin * (1 + share), 1.5 + share / 2, 1);
            for (int value = 0; value < into.length; value++) {
                assertEquals(expected[value][0], into[value], 1e-4, "value " + value);
            }
        }
    }

    @Test
    void valuesStayFinite() {
        float[][] prior = pose(-3e38, 0, 0, 1);
        float[][] last = pose(3e38, 3, 1, 1);
        for (int i = 3; i < 7; i++) {
            prior[i][0] *= 1e-20f;
            last[i][0] *= 1e-25f;
        }
        goOn(prior, last, 10);
        for (double value : into) {
            assertTrue(Float.isFinite((float) value), () -> "was " + value);
        }
        assertEquals(3e38f, into[0], "the last value");
    }
}
