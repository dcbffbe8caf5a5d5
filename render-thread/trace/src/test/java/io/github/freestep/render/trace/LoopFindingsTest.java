package io.github.freestep.render.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.Neighbour;
import io.github.freestep.render.trace.log.Neighbour.Kind;
import io.github.freestep.render.trace.log.SamplerSetup;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.TickWork;
import io.github.freestep.render.trace.log.VmPause;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a report says of the loop of a game without Freestep, one frame of which takes 66 instead of 16 ms. */
class LoopFindingsTest {
    private static final long MILLI = 1_000_000;
    private static final int LATE = 300;

    private final MotionLog log =
            new MotionLog("game", new SamplerSetup(new SamplerOptions(FrameMode.INTERPOLATE, -1), 2, false, true));

    /** Makes the late frame of so many steps, each as long. */
    private Finding finding(int steps, long stepMillis) {
        return finding(steps, stepMillis, 0);
    }

    private Finding finding(int steps, long stepMillis, int usualSteps) {
        long now = 1_000 * MILLI;
        long tick = 0;
        log.frameThreads.add(1L);
        log.tickThreads.add(1L);
        for (int i = 0; i < 2 * LATE; i++) {
            long at = now;
            for (int step = 0; step < (i == LATE ? steps : usualSteps); step++, at += stepMillis * MILLI) {
                log.add(new TickWork(tick++, at, at, at + stepMillis * MILLI));
            }
            now += i == LATE ? 66 * MILLI : 16 * MILLI;
            if (i == LATE && steps == 0) {
                log.neighbours.add(new Neighbour(Kind.DISPLAY, 1, at, now, "the thread was in Game.swap for 66 ms"));
            }
            log.add(new ShownFrame(i + 1, now, now, now, now, now, 0, true, false));
        }
        List<Finding> findings = MotionReport.of(log).findings();
        assertEquals(1, findings.size(), findings::toString);
        return findings.get(0);
    }

    @Test
    void aLongStepIsNamed() {
        Finding finding = finding(1, 50);
        assertEquals(Cause.LONG_STEP, finding.cause());
        assertTrue(finding.text().contains("50 ms late, because the step of tick 0 took 50 ms"), finding::text);
    }

    /** As in the loop of an accumulator that catches up. */
    @Test
    void stepsThatAreLongTogetherAreCounted() {
        Finding finding = finding(5, 10);
        assertEquals(Cause.LONG_STEP, finding.cause());
        assertTrue(
                finding.text().contains("because 5 steps took 50 ms, of which the step of tick 0 took 10 ms"),
                finding::text);
    }

    /** They made no other frame late. */
    @Test
    void stepsThatAreAsUsualAreNotBlamed() {
        assertEquals(Cause.LATE_FRAME, finding(7, 3, 4).cause());
    }

    /** A few small ones between them belong to the one before. */
    @Test
    void longFramesThatAreCloseHaveFindingsOfTheirOwn() {
        long now = 1_000 * MILLI;
        for (int i = 0; i < 2 * LATE; i++) {
            long took = i == LATE || i == LATE + 4 ? 80 : i > LATE && i < LATE + 4 ? 32 : 16;
            now += took * MILLI;
            log.add(new ShownFrame(i + 1, now, now, now, now, now, 0, true, false));
            if (i == LATE + 4) {
                log.frameThreads.add(1L);
                log.neighbours.add(new Neighbour(Kind.WAIT, 1, now - took * MILLI, now, "the thread slept for 80 ms"));
            }
        }
        List<Finding> findings = MotionReport.of(log).findings();
        assertEquals(2, findings.size(), findings::toString);
        assertTrue(findings.get(1).text().contains("missing; the thread slept for 80 ms"), findings::toString);
    }

    /** Its collections may end more than a second after the line that needed them. */
    @Test
    void aLongFrameMayHaveAllocatedAtItsBeginning() {
        long now = 1_000 * MILLI;
        for (int i = 0; i < 2 * LATE; i++) {
            if (i == LATE) {
                log.neighbours.add(new Neighbour(Kind.ALLOCATION, 1, now, now, "com.example.Level.load, line 7"));
                log.pauses.add(new VmPause(now + 200 * MILLI, 1_800 * MILLI, "garbage collection"));
            }
            now += (i == LATE ? 2_000 : 16) * MILLI;
            log.add(new ShownFrame(i + 1, now, now, now, now, now, 0, true, false));
        }
        Finding finding = MotionReport.of(log).findings().get(0);
        assertEquals(Cause.VM_PAUSE, finding.cause());
        assertTrue(finding.text().contains("memory was allocated in com.example.Level.load, line 7"), finding::text);
    }

    @Test
    void aFrameThatWaitsForTheDisplayHasMissedARefresh() {
        Finding finding = finding(0, 0);
        assertEquals(Cause.MISSED_REFRESH, finding.cause());
        assertTrue(finding.text().contains("the thread was in Game.swap for 66 ms, where it waits"), finding::text);
    }
}
