package io.github.freestep.benchmarks.report;

import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Builds pages like those of the commands from invented figures, for the tests and for viewing. */
final class Samples {
    private static final int TICKS = 6_000;

    private Samples() {}

    /**
     * Writes the page to {@code target}.
     *
     * @param args none
     */
    public static void main(String[] args) throws IOException {
        Path file = Files.createDirectories(Path.of("target", "report")).resolve("sample.html");
        Files.writeString(file, page().html());
        Files.writeString(file.resolveSibling("failed.html"), failed().html());
    }

    static Page page() {
        Page page = new Page("Stress run: swarm, 1,000 bodies at 100 Hz")
                .verdict(
                        true,
                        "Every promise held",
                        List.of("6,000 ticks and 8,640 frames, every float of them checked.", "0 B allocated."))
                .paragraph("Seed 42. Two readers: one at 144 frames a second, one uncapped.")
                .section("Distributions")
                .figure("How late ticks and frames were, by percentile.", percentiles())
                .section("Over time")
                .figure("How late each tick began, and how long its step took.", lateness())
                .section("The gallery of loops");
        for (String loop : List.of("one step per frame", "accumulator, clamped at 0.25 s", "Freestep")) {
            page.section(loop);
            page.figure("Where a body at constant speed is shown.", position(loop.length()));
            page.figure("How far that is off.", error(loop.length()));
        }
        return page.section("Table")
                .table(
                        List.of(
                                "loop",
                                "judder at 60",
                                "judder at 144",
                                "judder at 360",
                                "latency",
                                "steps",
                                "time kept",
                                "who"),
                        List.of(
                                List.of(
                                        "one step per frame",
                                        "66.7 %",
                                        "144.0 %",
                                        "260 %",
                                        "0 ms",
                                        "600",
                                        "0.6",
                                        "many"),
                                List.of(
                                        "accumulator, clamped",
                                        "12.1 %",
                                        "27.3 %",
                                        "59 %",
                                        "5 ms",
                                        "1,000",
                                        "1.0",
                                        "G. Fiedler"),
                                List.of("Freestep", "0.01 %", "0.01 %", "0.02 %", "14.2 ms", "1,000", "1.0", "–")))
                .section("Settings and machine")
                .facts(settings())
                .facts(new Machine("AMD EPYC 9B45 128-Core Processor", 2, "amd64", "Linux 6.1", "OpenJDK 17").json());
    }

    static Page failed() {
        return new Page("Stress run: springs")
                .verdict(
                        false,
                        "2 promises were broken",
                        List.of(
                                "Tick 1,234: body 17 differs from the state that was written (seed 42).",
                                "Frame 99 of reader 1 went back by 3.2 ms (seed 42)."));
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("simulation", "swarm");
        settings.put("bodies", 1_000);
        settings.put("step cost", "30%:bimodal");
        settings.put(
                "faults",
                "gc, stall, flood, pause, hog, a-name-without-a-space-that-is-longer-than-a-telephone-is-wide");
        return settings;
    }

    static double[] seconds() {
        return IntStream.range(0, TICKS).mapToDouble(i -> i / 100.0).toArray();
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
        LineChart chart = LineChart.of("time, s", "lateness and compute, us")
                .logarithmic()
                .line("lateness", seconds(), noise(1.5, 1))
                .line("compute", seconds(), noise(180, 2))
                .mark("GC storm", 8)
                .mark("stalled reader", 9.5)
                .mark("pause", 22.2)
                .mark("slow step", 24)
                .mark("input flood", 25)
                .mark("time scale 1/2", 40)
                .mark("reader joins", 58.5)
                .mark("CPU hog on the same cores", 59.2);
        for (int i = 0; i < 12; i++) {
            chart.span("G1 Young Generation", 8 + i * 0.3, 8.02 + i * 0.3);
        }
        return chart.span("G1 Old Generation", 11.8, 12.4).span("paused", 22.2, 24);
    }

    static LineChart percentiles() {
        return LineChart.of("percentile, %", "us")
                .logarithmic()
                .line("lateness", percents(), sorted(noise(1.5, 1)))
                .line("compute", percents(), sorted(noise(180, 2)))
                .line("state age, reader 1", percents(), sorted(noise(14_000, 3)));
    }

    private static double[] percents() {
        return IntStream.rangeClosed(1, TICKS)
                .mapToDouble(i -> 100.0 * i / TICKS)
                .toArray();
    }

    private static double[] sorted(double[] values) {
        return DoubleStream.of(values).sorted().toArray();
    }

    private static double[] frames() {
        return IntStream.range(0, 44).mapToDouble(i -> i / 144.0).toArray();
    }

    private static LineChart position(int kind) {
        double[] shown = DoubleStream.of(frames())
                .map(t -> kind < 10 ? t : Math.floor(t * 100) / 100)
                .toArray();
        return LineChart.of("time, s", "position")
                .reference("true", frames(), frames())
                .line("shown", frames(), shown);
    }

    private static LineChart error(int kind) {
        List<Double> off = new ArrayList<>();
        for (double t : frames()) {
            off.add(kind < 10 ? 0.01 * Math.sin(40 * t) : 1000 * (Math.floor(t * 100) / 100 - t));
        }
        return LineChart.of("time, s", "off, ms")
                .line(
                        "shown less true",
                        frames(),
                        off.stream().mapToDouble(v -> v).toArray());
    }
}
