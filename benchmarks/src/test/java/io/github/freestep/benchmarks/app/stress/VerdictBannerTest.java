package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.report.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The first box of the page is green only if every promise was kept and motion was no worse than the newest states'.
 */
class VerdictBannerTest {
    private static RunResult second;

    @BeforeAll
    static void run() throws InterruptedException {
        StressRun run = Runs.ofASecond();
        run.run();
        second = run.result(false);
    }

    /** Green if motion was at least as even as that of the newest states, and red if a promise was broken. */
    @ParameterizedTest
    @CsvSource({
        "PASSED, 0.1, 60, good",
        "PASSED, 60, 60, good",
        "PASSED, NaN, NaN, good",
        "PASSED, 60.1, 60, doubt",
        "FAILED, 0.1, 60, bad",
        "FAILED, 60.1, 60, bad"
    })
    void itsColourSaysHowTheRunWent(Verdict verdict, double judder, double newest, String colour) {
        assertEquals(colour, style(verdict, judder, newest));
    }

    @Test
    void thePageNamesTheStallsAndTheWorst() {
        Quarters.Stall worst = new Quarters.Stall(4.75, 8, 195, 215.1, 45.2);
        RunResult run = run(Verdict.FAILED, 0.1, 60, new Quarters.Totals(3, 101.3, 44.4, worst));
        Findings findings = new ServiceReport(run).findings();
        String page = findings.page().html();
        assertTrue(page.contains(">stalls: 3</td>"), page);
        String line = "reader, stalls: 3; judder around them 101 %, against 44.4 % of the newest state; the worst, at"
                + " 4.75 s: 215 %, against 45.2 %";
        assertTrue(page.contains("<p>" + line), page);
        assertTrue(findings.summary().contains(line), findings::summary);
        assertEquals("kept", Promise.STALL.verdict(run));
        RunResult without = run(Verdict.PASSED, 0.1, 60, Quarters.Totals.of(List.of()));
        assertFalse(new ServiceReport(without).findings().page().html().contains("judder around them"));
        assertTrue(Promise.STALL.verdict(without).startsWith("not checked: "), Promise.STALL.verdict(without));
    }

    /** A week of faults, of which the page marks none and the JSON has the first few hundred. */
    @Test
    void theReportOfAWeekIsSmall() {
        FaultDirector.Strike strike = new FaultDirector.Strike(FaultKind.GC, 1, 2);
        RunResult week =
                run(Verdict.PASSED, 0.1, 60, Quarters.Totals.of(List.of()), Collections.nCopies(400_000, strike));
        Findings findings = new ServiceReport(week).findings();
        assertTrue(findings.page().html().length() < 1_000_000, "the page");
        assertTrue(Json.write(findings.json()).length() < 1_000_000, "the JSON");
    }

    private static String style(Verdict verdict, double judder, double newest) {
        String page = new ServiceReport(run(verdict, judder, newest, Quarters.Totals.of(List.of())))
                .findings()
                .page()
                .html();
        int at = page.indexOf("class=\"verdict ") + "class=\"verdict ".length();
        return page.substring(at, page.indexOf('"', at));
    }

    private static RunResult run(Verdict verdict, double judder, double newest, Quarters.Totals stalls) {
        return run(verdict, judder, newest, stalls, second.faults());
    }

    private static RunResult run(
            Verdict verdict, double judder, double newest, Quarters.Totals stalls, List<FaultDirector.Strike> faults) {
        FrameLog.Totals frames = second.readers().get(0).frames();
        FrameLog.Totals changed = new FrameLog.Totals(
                frames.motion(),
                new Quarters.Undisturbed(100, judder, newest),
                stalls,
                frames.frameTime(),
                frames.stateAge(),
                frames.series());
        return new RunResult(
                second.settings(),
                3,
                1,
                verdict,
                List.of(),
                Map.of(),
                second.ticks(),
                second.service(),
                List.of(new RunResult.Reader("reader", changed)),
                second.input(),
                1,
                1,
                second.allocation(),
                faults);
    }
}
