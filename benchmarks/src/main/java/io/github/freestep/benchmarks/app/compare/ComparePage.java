package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Loop;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.benchmarks.report.BarChart;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.Units;
import java.util.Comparator;
import java.util.List;

/** Writes the page that plays the motion of each loop, ranks the loops, and shows their figures. */
final class ComparePage {
    private static final double SECONDS = 0.3;

    /** A slow tick comes this long after the start of a drawing. */
    private static final double BEFORE_SLOW_SECONDS = 0.1;

    private ComparePage() {}

    static String html(Comparison comparison, List<LoopResult> rows, String where) {
        Page page = new Page("The gallery of loops");
        page.paragraph(
                "The ways to drive a simulation that the classic articles and their readers describe, and the loops"
                        + " of engines, beside Freestep. All have the same displays, the same cost of every step and"
                        + " the same stalls. " + where);
        long from = from(comparison);
        motion(page, comparison, rows, from);
        page.section("Ranking");
        ranking(page, comparison, rows);
        page.section("Long and varying steps");
        DangerFigures.addTo(page, comparison, rows);
        page.section("All figures");
        LoopTable table = LoopTable.of(comparison.fps());
        for (LoopTable part : table.parts()) {
            page.table(part.header(), rows.stream().flatMap(part::rows).toList());
        }
        if (!comparison.real()) {
            LoopTable troubles = LoopTable.ofTroubles();
            page.table(troubles.header(), rows.stream().map(troubles::cells).toList());
        }
        LoopTable.LEGEND.forEach(page::paragraph);
        page.section("How each loop works");
        page.paragraph("The charts show where the body is shown on the same display, in the same "
                + Math.round(1e3 * SECONDS) + " ms. The grey line is an even walk at the loop's own mean speed.");
        rows.forEach(row -> draw(page, row, excerpt(comparison, row, from, SECONDS)));
        page.section("Settings").facts(Figures.settings(comparison));
        return page.html();
    }

    /** Adds a figure for each loop, in which a script plays its motion. */
    private static void motion(Page page, Comparison comparison, List<LoopResult> rows, long from) {
        page.section("Motion");
        page.paragraph("A body walks to and fro between two walls at 1 m/s. The hollow body moves evenly, at the mean"
                + " speed of the loop. The filled body is what the loop showed. The strip is the distance between the"
                + " two, from -10 to 10 mm. Where the body turns round, loops cut the corner or overshoot. A display"
                + " slower than the recorded one skips some of its frames: play it slower to see all of them. The"
                + " captions are those of a display of " + comparison.filmFps()
                + " fps, with heavy ticks, until you choose.");
        List<LoopResult> oursFirst = rows.stream()
                .sorted(Comparator.comparing(row -> row.way() != LoopKind.FREESTEP))
                .toList();
        PageFilms.Load light = new PageFilms.Load("light", "light", displays(comparison));
        PageFilms.Load heavy = new PageFilms.Load("heavy", "heavy, one in 20 slow", displays(comparison));
        PageFilms.Load strain = new PageFilms.Load("overload", "too heavy", List.of(Comparison.OVERLOAD_FPS));
        PageFilms.Load hitch = new PageFilms.Load("hitch", "one of 250 ms", List.of(Comparison.STALL_FPS));
        PageFilms films = new PageFilms(
                comparison.real() ? List.of(light, heavy, strain) : List.of(light, heavy, strain, hitch),
                from,
                comparison.seconds() - from / 1e9);
        for (LoopResult row : oursFirst) {
            String figure = "loop-" + row.way().number;
            page.figure(figure, row.way() + ": " + text(filmed(comparison, row)) + ".");
            PageFilms.Loop loop = films.new Loop(row.way().toString(), figure, row.way() == LoopKind.FREESTEP);
            for (int i = 0; i < comparison.fps().size(); i++) {
                add(loop, light, StepLoad.LIGHT, comparison, row, i);
                add(loop, heavy, StepLoad.HEAVY, comparison, row, i);
            }
            loop.add(
                    strain,
                    Comparison.OVERLOAD_FPS,
                    row.films().get(StepLoad.OVERLOAD).get(0),
                    row.overload().verdict());
            if (row.hitch() != null) {
                PlaySettings setting = comparison.setting(Comparison.STALL_FPS, StepLoad.HITCH, 0);
                loop.add(
                        hitch,
                        Comparison.STALL_FPS,
                        row.films().get(StepLoad.HITCH).get(0),
                        row.hitch().toString(),
                        setting.settledNanos() - MotionDrawing.BEFORE_HITCH_NANOS);
            }
        }
        films.addTo(page, comparison.filmFps());
    }

    private static List<Integer> displays(Comparison comparison) {
        return comparison.fps().stream().distinct().toList();
    }

    private static void add(
            PageFilms.Loop loop, PageFilms.Load load, StepLoad steps, Comparison comparison, LoopResult row, int rate) {
        loop.add(
                load,
                comparison.fps().get(rate),
                row.films().get(steps).get(rate),
                text(row.motions().get(steps).get(rate)));
    }

    /** Says how smooth and how late a loop is, in a few words. */
    static String text(MotionFigures motion) {
        String late = Double.isNaN(motion.latencyNanos())
                ? "drifts from real time"
                : Units.text("%.1f ms late", motion.latencyNanos() / 1e6);
        return "judder " + LoopTable.percent(motion) + " %, " + late;
    }

    private static MotionFigures filmed(Comparison comparison, LoopResult row) {
        return row.motions().get(StepLoad.HEAVY).get(comparison.fps().indexOf(comparison.filmFps()));
    }

    private static Excerpt excerpt(Comparison comparison, LoopResult row, long from, double seconds) {
        int rate = comparison.fps().indexOf(comparison.filmFps());
        return new Excerpt(row.films().get(StepLoad.HEAVY).get(rate), from, seconds);
    }

    private static void ranking(Page page, Comparison comparison, List<LoopResult> rows) {
        BarChart bars = new BarChart("judder with heavy ticks at " + comparison.filmFps() + " fps, %");
        rows.stream()
                .sorted(Comparator.comparingDouble(
                        row -> filmed(comparison, row).judder()))
                .forEach(row -> {
                    MotionFigures motion = filmed(comparison, row);
                    String late = Double.isNaN(motion.latencyNanos())
                            ? "drifts"
                            : Units.text("%.0f ms late", motion.latencyNanos() / 1e6);
                    bars.bar(
                            row.way().toString(),
                            100 * motion.judder(),
                            LoopTable.percent(motion) + " %, " + late,
                            row.way() == LoopKind.FREESTEP);
                });
        page.figure(
                "The smoothest first. How late the picture is stands beside it: a loop can buy one with the other.",
                bars);
    }

    private static long from(Comparison comparison) {
        PlaySettings setting =
                new PlaySettings(comparison.filmFps(), StepLoad.HEAVY, comparison.seed(), 0, comparison.seconds());
        int slow = StepLoad.HEAVY.slowStep(setting.seed(), (int) (setting.settledNanos() / Loop.TICK_NANOS));
        return slow * Loop.TICK_NANOS - Math.round(BEFORE_SLOW_SECONDS * 1e9);
    }

    private static void draw(Page page, LoopResult row, Excerpt excerpt) {
        page.part(row.way().toString()).paragraph(row.way().story);
        page.figure(
                row.way() + ": where the body is shown.",
                LineChart.low("time, ms", "position, mm")
                        .reference("even", excerpt.referenceMillis(), excerpt.referenceMillimetres())
                        .line("shown", excerpt.millis(), excerpt.shownMillimetres()));
    }
}
