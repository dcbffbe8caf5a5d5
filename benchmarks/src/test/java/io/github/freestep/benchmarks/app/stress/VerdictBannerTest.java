package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
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
        StressOptions options = new StressOptions();
        options.world.simulation = "orbit";
        options.world.bodies = 3;
        options.view.seconds = 1;
        options.trouble.faults = List.of("none");
        StressRun run =
                new StressRun(options.settings(), null, new LiveLine(new PrintWriter(new StringWriter()), true));
        run.run();
        second = run.result(false);
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

    private static String style(Verdict verdict, double judder, double newest) {
        FrameLog.Totals frames = second.readers().get(0).frames();
        FrameLog.Totals changed = new FrameLog.Totals(
                frames.motion(),
                frames.firstSeconds(),
                new FrameLog.Undisturbed(100, judder, newest),
                frames.frameTime(),
                frames.stateAge(),
                frames.series());
        RunResult run = new RunResult(
                second.settings(),
                null,
                3,
                1,
                verdict,
                List.of(),
                Map.of(),
                second.ticks(),
                second.service(),
                List.of(new RunResult.Reader("reader", changed, null)),
                second.input(),
                1,
                1,
                second.allocation(),
                second.collections(),
                second.faults(),
                second.clips());
        String page = HtmlReport.of(run);
        int at = page.indexOf("class=\"verdict ") + "class=\"verdict ".length();
        return page.substring(at, page.indexOf('"', at));
    }
}
