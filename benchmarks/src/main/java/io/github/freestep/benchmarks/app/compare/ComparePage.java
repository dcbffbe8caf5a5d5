package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Page;
import java.util.List;

/** The page on which the stutter can be seen. */
final class ComparePage {
    private static final double SECONDS = 0.3;

    /** The slow tick comes after a third of that. */
    private static final double BEFORE_SLOW_SECONDS = 0.1;

    /** The same for all, so that they can be compared; whoever is off by more has a larger one. */
    private static final double ERROR_MILLIMETRES = 10;

    private ComparePage() {}

    static String html(Comparison comparison, List<LoopResult> rows, String where) {
        Page page = new Page("The gallery of loops");
        page.paragraph(
                "Every way to drive a simulation that the classic articles describe, beside Freestep: on the same"
                        + " displays, with the same cost of every step and the same stalls. " + where);
        page.section("All figures");
        LoopTable table = LoopTable.of(comparison.fps());
        for (LoopTable part : table.parts()) {
            page.table(part.header(), rows.stream().flatMap(part::rows).toList());
        }
        LoopTable.LEGEND.forEach(page::paragraph);
        page.section("What is on screen");
        page.paragraph("A body that walks to and fro at 1 m/s, for " + Math.round(1e3 * SECONDS)
                + " ms on a display of "
                + comparison.filmFps() + " fps; ticks are heavy, a slow one among them. Grey is the same walk, even, at"
                + " the loop's own mean speed. The second chart is by how much the picture is off from that.");
        long from = from(comparison);
        rows.forEach(row -> draw(page, row, new Excerpt(row.film(), from, SECONDS)));
        page.section("Settings").facts(Figures.settings(comparison));
        return page.html();
    }

    private static long from(Comparison comparison) {
        PlaySettings setting =
                new PlaySettings(comparison.filmFps(), StepLoad.HEAVY, comparison.seed(), 0, comparison.seconds());
        int slow = StepLoad.HEAVY.slowStep(setting.seed(), (int) (setting.settledNanos() / Loop.TICK_NANOS));
        return slow * Loop.TICK_NANOS - Math.round(BEFORE_SLOW_SECONDS * 1e9);
    }

    private static void draw(Page page, LoopResult row, Excerpt excerpt) {
        page.part(row.way().toString()).paragraph(row.way().story());
        page.figure(
                row.way() + ": where the body is shown.",
                LineChart.low("time, ms", "position, mm")
                        .reference("even", excerpt.referenceMillis(), excerpt.referenceMillimetres())
                        .line("shown", excerpt.millis(), excerpt.shownMillimetres()));
        page.figure(
                row.way() + ": by how much that is off.",
                LineChart.low("time, ms", "error, mm")
                        .covering(-ERROR_MILLIMETRES, ERROR_MILLIMETRES)
                        .reference("none", new double[] {0, 1e3 * SECONDS}, new double[2])
                        .line("error", excerpt.millis(), excerpt.errorMillimetres()));
    }
}
