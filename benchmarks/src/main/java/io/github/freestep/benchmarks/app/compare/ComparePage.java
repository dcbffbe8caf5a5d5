package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Page;
import java.util.List;

/** Writes the page that shows the figures and draws the stutter of each loop. */
final class ComparePage {
    private static final double SECONDS = 0.3;

    /** A slow tick comes this long after the start of a drawing. */
    private static final double BEFORE_SLOW_SECONDS = 0.1;

    /** The range of all error charts, so that they can be compared; a larger error extends its own chart. */
    private static final double ERROR_MILLIMETRES = 10;

    private ComparePage() {}

    static String html(Comparison comparison, List<LoopResult> rows, String where) {
        Page page = new Page("The gallery of loops");
        page.paragraph(
                "Every way to drive a simulation that the classic articles describe, beside Freestep. All have the same"
                        + " displays, the same cost of every step and the same stalls. " + where);
        page.section("All figures");
        LoopTable table = LoopTable.of(comparison.fps());
        for (LoopTable part : table.parts()) {
            page.table(part.header(), rows.stream().flatMap(part::rows).toList());
        }
        LoopTable.LEGEND.forEach(page::paragraph);
        page.section("What is on screen");
        page.paragraph("A body walks to and fro at 1 m/s. The charts show " + Math.round(1e3 * SECONDS)
                + " ms on a display of "
                + comparison.filmFps() + " fps with heavy ticks, one of them slow. The grey line is an even walk at"
                + " the loop's own mean speed. The second chart shows the distance of the picture from the grey line.");
        long from = from(comparison);
        rows.forEach(row -> draw(
                page,
                row,
                new Excerpt(
                        row.films().get(StepLoad.HEAVY).get(comparison.fps().indexOf(comparison.filmFps())),
                        from,
                        SECONDS)));
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
        page.part(row.way().toString()).paragraph(row.way().story);
        page.figure(
                row.way() + ": where the body is shown.",
                LineChart.low("time, ms", "position, mm")
                        .reference("even", excerpt.referenceMillis(), excerpt.referenceMillimetres())
                        .line("shown", excerpt.millis(), excerpt.shownMillimetres()));
        page.figure(
                row.way() + ": the distance from an even walk.",
                LineChart.low("time, ms", "error, mm")
                        .covering(-ERROR_MILLIMETRES, ERROR_MILLIMETRES)
                        .reference("none", new double[] {0, 1e3 * SECONDS}, new double[2])
                        .line("error", excerpt.millis(), excerpt.errorMillimetres()));
    }
}
