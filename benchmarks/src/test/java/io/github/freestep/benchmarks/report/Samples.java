package io.github.freestep.benchmarks.report;

import io.github.freestep.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Builds pages like those of the commands from invented figures. */
final class Samples {
    private static final int TICKS = 6_000;

    private Samples() {}

    static Page page() {
        return new Page("Stress run: swarm, 1,000 bodies at 100 Hz")
                .verdict(true, "Every promise held", List.of("6,000 ticks and 8,640 frames.", "0 B allocated."))
                .paragraph("Seed 42. Two readers: one at 144 frames a second, one uncapped.")
                .section("Over time")
                .figure("How late each tick began, and how long its step took.", lateness())
                .figure("By percentile.", percentiles())
                .section("Table")
                .table(
                        List.of("loop", "judder at 60", "who"),
                        List.of(
                                List.of("one step per frame", "66.7 %", "many"),
                                List.of("Freestep", "0.01 %", "\u2013")))
                .facts(new Machine("AMD EPYC 9B45 128-Core Processor", 2, "amd64", "Linux 6.1", "OpenJDK 17").json());
    }

    static Page failed() {
        return new Page("Stress run: springs")
                .verdict(false, "2 promises were broken", List.of("Frame 99 of reader 1 went back by 3.2 ms."));
    }

    /** Random values around {@code middle}, with rare ones far above it. */
    static double[] noise(double middle, long seed) {
        Random random = Seeds.random(seed);
        return DoubleStream.generate(
                        () -> middle * Math.exp(0.5 * random.nextGaussian() + (random.nextInt(500) == 0 ? 4 : 0)))
                .limit(TICKS)
                .toArray();
    }

    static LineChart lateness() {
        double[] seconds = IntStream.range(0, TICKS).mapToDouble(i -> i / 100.0).toArray();
        LineChart chart = LineChart.of("time, s", "lateness and compute, us")
                .logarithmic()
                .line("lateness", seconds, noise(1.5, 1))
                .line("compute", seconds, noise(180, 2))
                .mark("GC storm", 8)
                .mark("stalled reader", 9.5);
        for (int i = 0; i < 12; i++) {
            chart.span("G1 Young Generation", 8 + i * 0.3, 8.02 + i * 0.3);
        }
        return chart.span("paused", 22.2, 24);
    }

    static LineChart percentiles() {
        double[] percents = IntStream.rangeClosed(1, TICKS)
                .mapToDouble(i -> 100.0 * i / TICKS)
                .toArray();
        return LineChart.of("percentile, %", "us")
                .logarithmic()
                .line(
                        "lateness",
                        percents,
                        DoubleStream.of(noise(1.5, 1)).sorted().toArray());
    }
}
