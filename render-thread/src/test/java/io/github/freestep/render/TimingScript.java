package io.github.freestep.render;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.Random;

/**
 * The times at which ticks are published and frames are shown. A tick starts when it is due and the previous one has
 * ended. It costs a share of its length and becomes visible when it ends.
 */
final class TimingScript {
    static final long TICK_NANOS = 10_000_000;

    final long[] due;
    final long[] published;
    final long[] frames;

    private TimingScript(long[] due, long[] published, long[] frames) {
        this.due = due;
        this.published = published;
        this.frames = frames;
    }

    /** A frame rate of 0 means a display with a variable rate, from 48 to 144 frames per second. */
    static TimingScript of(double cost, String kind, double fps, double seconds, long seed) {
        Random random = Seeds.random(seed);
        int ticks = (int) (seconds * 1e9 / TICK_NANOS) + 5;
        long[] due = new long[ticks];
        long[] published = new long[ticks];
        double end = 0;
        for (int n = 0; n < ticks; n++) {
            double nanos = cost * TICK_NANOS * factor(kind, random);
            end = Math.max((double) n * TICK_NANOS, end) + Math.abs(random.nextGaussian() * 20_000) + nanos;
            due[n] = n * TICK_NANOS;
            published[n] = (long) end;
        }
        long[] frames = new long[(int) (seconds * 145 * Math.max(1, fps / 100)) + 10];
        int count = 0;
        double now = 500_000_000;
        double variable = 1e9 / 90;
        while (now < seconds * 1e9) {
            variable = Math.min(1e9 / 48, Math.max(1e9 / 144, variable * Math.exp(random.nextGaussian() * 0.05)));
            now += fps == 0 ? variable : Math.exp(random.nextGaussian() * 0.02) * 1e9 / fps;
            frames[count++] = (long) now;
        }
        return new TimingScript(due, published, Arrays.copyOf(frames, count));
    }

    private static double factor(String kind, Random random) {
        return switch (kind) {
            case "lognormal" -> Math.exp(random.nextGaussian() * 0.3);
            case "bimodal" -> random.nextInt(20) == 0 ? 3 : 1;
            default -> 1;
        };
    }

    long lateness(int tick) {
        return published[tick] - due[tick];
    }

    long mostLateness() {
        long most = 0;
        for (int tick = 0; tick < due.length; tick++) {
            most = Math.max(most, lateness(tick));
        }
        return most;
    }

    /** Returns whether a window of {@code depth} states can cover all lateness with some allowed lateness. */
    boolean covered(int depth) {
        long least = Long.MAX_VALUE;
        for (int tick = 0; tick < due.length; tick++) {
            least = Math.min(least, lateness(tick));
        }
        return mostLateness() <= (depth - 2) * TICK_NANOS + least;
    }
}
