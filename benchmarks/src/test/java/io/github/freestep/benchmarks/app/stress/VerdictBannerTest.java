package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The first box of the page is green only if every promise was kept and motion was no worse than the newest states'.
 */
class VerdictBannerTest {
    private static RunResult second;

    @BeforeAll
    static void run() throws InterruptedException {
        StressRun run = Runs.ofASecond();
        run.run();
        second = run.outcome(false);
    }

    @Test
    void isGreenIfMotionWasAtLeastAsEvenAsThatOfTheNewestStates() {
        assertEquals("good", style(Verdict.PASSED, 0.1, 60));
        assertEquals("good", style(Verdict.PASSED, 60, 60));
        assertEquals("good", style(Verdict.PASSED, Double.NaN, Double.NaN));
    }

    @Test
    void isNotGreenIfMotionWasWorse() {
        assertEquals("doubt", style(Verdict.PASSED, 60.1, 60));
    }

    @Test
    void isRedIfAPromiseWasBroken() {
        assertEquals("bad", style(Verdict.FAILED, 0.1, 60));
        assertEquals("bad", style(Verdict.FAILED, 60.1, 60));
    }

    @Test
    void thePageNamesTheStallsAndTheWorst() {
        Stalls.Stall worst = new Stalls.Stall(4.75, 8, 195, 215.1, 45.2);
        RunResult run = run(Verdict.FAILED, 0.1, 60, new Stalls.Totals(3, 101.3, 44.4, worst));
        String page = HtmlReport.of(run);
        assertTrue(page.contains(">stalls: 3</td>"), page);
        assertTrue(page.contains("<p>reader, stalls: 3; judder around them 101 %"), page);
        assertTrue(
                new StressSummary(run)
                        .text()
                        .contains("reader, stalls: 3; judder around them 101 %, against 44.4 % of the newest state;"
                                + " the worst, at 4.75 s: 215 %, against 45.2 %"),
                () -> new StressSummary(run).text());
        assertEquals("kept", Promise.STALL.verdict(run));
        RunResult without = run(Verdict.PASSED, 0.1, 60, Stalls.Totals.of(List.of()));
        assertFalse(HtmlReport.of(without).contains("judder around them"));
        assertFalse(new StressSummary(without).text().contains("stalls"));
        assertTrue(Promise.STALL.verdict(without).startsWith("not checked: "), Promise.STALL.verdict(without));
    }

    private static String style(Verdict verdict, double judder, double newest) {
        String page = HtmlReport.of(run(verdict, judder, newest, Stalls.Totals.of(List.of())));
        int at = page.indexOf("class=\"verdict ") + "class=\"verdict ".length();
        return page.substring(at, page.indexOf('"', at));
    }

    private static RunResult run(Verdict verdict, double judder, double newest, Stalls.Totals stalls) {
        FrameLog.Totals frames = second.readers().get(0).frames();
        FrameLog.Totals changed = new FrameLog.Totals(
                frames.motion(),
                new FrameLog.Undisturbed(100, judder, newest),
                stalls,
                frames.frameTime(),
                frames.stateAge(),
                frames.series());
        return new RunResult(
                second.settings(),
                null,
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
                second.faults());
    }
}
