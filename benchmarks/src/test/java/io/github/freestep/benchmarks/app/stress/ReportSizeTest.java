package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Writes the report of an invented week: the values of a real run of a second, in series that are full of noise. */
class ReportSizeTest {
    private static final int MEGABYTE = 1_000_000;
    private static final int WEEK = 7 * 24 * 3_600;
    private static RunResult second;

    private final SplittableRandom random = Seeds.splittable(1);

    @BeforeAll
    static void run() throws InterruptedException {
        StressRun run = Runs.ofASecond();
        run.run();
        second = run.outcome(false);
    }

    @Test
    void aWeekTakesLessThanAMegabyte() {
        assertSmall(2);
    }

    @Test
    void soDoesAWeekOfAsManyReadersAsAreAllowed() {
        assertSmall(16);
    }

    private void assertSmall(int readers) {
        RunResult week = week(readers);
        int html = HtmlReport.of(week).length();
        int json = Json.write(JsonReport.of(week)).length();
        assertTrue(html > 100_000 && html < MEGABYTE, "the page of " + readers + " readers: " + html);
        assertTrue(json > 100_000 && json < MEGABYTE, "the JSON of " + readers + " readers: " + json);
    }

    private RunResult week(int readers) {
        List<FaultDirector.Strike> strikes = new ArrayList<>();
        FaultKind[] kinds = FaultKind.values();
        for (double at = 1; at < WEEK; at += 1.4) {
            strikes.add(new FaultDirector.Strike(kinds[strikes.size() % kinds.length], at, at + 0.4));
        }
        TickLog.Totals ticks = second.ticks();
        PeakSeries.Points points = points(1);
        FrameLog.Totals frames = second.readers().get(0).frames();
        PeakSeries.Points ofReader = points(readers);
        FrameLog.Totals all = new FrameLog.Totals(
                frames.motion(),
                frames.undisturbed(),
                frames.stalls(),
                frames.frameTime(),
                frames.stateAge(),
                new FrameLog.Series(ofReader, ofReader, ofReader));
        return new RunResult(
                second.settings(),
                null,
                3,
                WEEK,
                second.verdict(),
                List.of(),
                second.broken(),
                new TickLog.Totals(
                        ticks.steps(),
                        ticks.published(),
                        ticks.slips(),
                        ticks.droppedNanos(),
                        ticks.maxDebtNanos(),
                        ticks.lateness(),
                        ticks.compute(),
                        ticks.publicationLateness(),
                        new TickLog.Series(points, points)),
                second.service(),
                Collections.nCopies(readers, new RunResult.Reader("reader 1 (uncapped)", all)),
                second.input(),
                1,
                1,
                second.allocation(),
                strikes);
    }

    private PeakSeries.Points points(int many) {
        PeakSeries series = PeakSeries.oneOf(many);
        int values = (1 << 21) - 1;
        for (int i = 0; i < values; i++) {
            series.add((long) i * WEEK / values * 1_000_000_000L, Math.exp(10 * random.nextDouble()));
        }
        return series.points();
    }
}
