package io.github.freestep.render.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.replay.MotionReplay;
import io.github.freestep.render.trace.replay.RecordedOptions;
import io.github.freestep.render.trace.replay.StateTimes;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report says of a run of 20 s with one trouble at 12 s. 100 ticks and 100 frames per second. */
class MotionReportTest {
    private static final long MILLI = 1_000_000;
    private static final long FRAME = 10 * MILLI;
    private static final int TROUBLE = 1_200;

    @TempDir
    private Path folder;

    private SimulatedPhysics physics = new SimulatedPhysics(100, 4);

    /** A run, which the trouble may change. */
    private final class Run {
        final MotionTrace trace;
        final FrameSampler frames;
        long now = 4 * MILLI;

        Run() throws IOException {
            trace = MotionTrace.open(folder.resolve("run"));
            frames = FrameSampler.builder(physics.publisher.states())
                    .trace(trace)
                    .open();
        }

        void frame() {
            now += FRAME;
            physics.runTo(now);
            frames.sample(now);
        }
    }

    private MotionReport report(Consumer<Run> trouble) throws IOException {
        Run run = new Run();
        for (int frame = 0; frame < 2_000; frame++) {
            if (frame == TROUBLE) {
                trouble.accept(run);
            }
            run.frame();
            if (frame % 500 == 0) {
                run.trace.drain();
            }
        }
        run.frames.close();
        run.trace.close();
        MotionReport report = MotionReport.of(folder.resolve("run"));
        assertTrue(report.isExact());
        return report;
    }

    private static Finding only(MotionReport report) {
        List<Finding> late = report.findings().stream()
                .filter(finding -> finding.startNanos() > 2_000 * MILLI)
                .toList();
        assertEquals(1, late.size(), late::toString);
        return late.get(0);
    }

    private static void assertFinding(Cause cause, String text, Finding found) {
        assertEquals(cause + ": " + text, found.cause() + ": " + found.text());
    }

    @Test
    void evenMotionHasNoFinding() throws IOException {
        MotionReport report = report(run -> {});
        assertEquals(List.of(), report.findings());
        assertEquals(List.of(), report.trials());
        assertTrue(report.judder() < 0.01
                && report.best() == null
                && report.length().toSeconds() == 19);
    }

    @Test
    void aLongStepIsNamedWithItsTickAndTime() throws IOException {
        MotionReport report = report(run -> {
            physics.ticksCost(71 * MILLI);

            for (int i = 0; i < 8; i++) {
                run.frame();
            }
            physics.ticksCost(3 * MILLI);
        });
        assertFinding(
                Cause.LONG_STEP,
                "at 12.01 s tick 1,201 was published 71 ms late, because its step took 71 ms; the window covers 20 ms"
                        + "; 6 frames froze; 1 frame jumped",
                only(report));
    }

    /** The states of the catch-up push that of the long step out of the window before the next frame. */
    @Test
    void aLongStepThatLeftTheWindowIsNamedWithItsTickAndTime() throws IOException {
        physics.ticksCost(MILLI / 50);
        Finding found = only(report(this::longStep));
        assertFinding(
                Cause.LONG_STEP,
                "at 12.01 s tick 1,201 was published 205 ms late, because its step took 205 ms; the window covers 20 ms"
                        + "; 19 frames froze; 1 frame jumped",
                found);
        assertEquals(1_201, found.tick());
        assertEquals("make that step cheaper, or spread its work over several ticks", found.advice());
    }

    /** The step ends between two frames, so that the thread catches up before the next one. */
    private void longStep(Run run) {
        physics.ticksCost(205 * MILLI);
        for (int i = 0; i < 21; i++) {
            run.frame();
        }
        physics.runTo(run.now + 2 * MILLI);
        physics.ticksCost(MILLI / 50);
    }

    /** Version 3 of the format does not have such ticks. */
    @Test
    void anOlderTraceWithoutThatTickDoesNotBlameTheScheduler() throws IOException {
        MotionFindings findings = new MotionFindings(
                new RecordedOptions(FrameMode.INTERPOLATE, -1, 0, true, false, 4, false, 4), FRAME, false);
        Run run = new Run();
        physics.ticksCost(MILLI / 50);
        for (int frame = 0; frame < 400; frame++) {
            if (frame == 300) {
                longStep(run);
            }
            run.frame();
        }
        run.frames.close();
        run.trace.close();
        MotionReplay.of(folder.resolve("run")).run(new MotionReplay.Handler() {
            @Override
            public void frame(Frame frame, long hostNanos, boolean held) {
                findings.frame(frame, hostNanos, held);
            }

            @Override
            public void state(StateTimes state) {
                findings.state(state);
            }
        });
        findings.end(0);
        Finding found = findings.findings().get(findings.findings().size() - 1);
        assertEquals(Cause.UNKNOWN, found.cause(), found::text);
        assertTrue(found.text().contains("the trace lacks the ticks before"), found::text);
    }

    @Test
    void aThreadThatDoesNotRunIsALateWakeUp() throws IOException {
        Finding found = only(report(run -> physics.stall(run.now, 60 * MILLI)));
        assertFinding(
                Cause.LATE_WAKE_UP,
                "at 12.01 s tick 1,201 was published 57 ms late, because the physics thread began it 54 ms late, although it was free; the window covers 20 ms; 4 frames froze; 1 frame jumped",
                found);
    }

    @Test
    void aPauseOfTheCollectorIsNamed() throws IOException {
        Finding found = only(report(run -> {
            physics.stall(run.now, 60 * MILLI);
            run.trace.pause(run.now, 58 * MILLI);
        }));
        assertFinding(
                Cause.GC_PAUSE,
                "at 12.01 s tick 1,201 was published 57 ms late, because the garbage collector paused all threads for 58 ms; the window covers 20 ms; 4 frames froze; 1 frame jumped",
                found);
    }

    /** The physics thread then catches up within a frame, so the sampler misses the states that were the latest. */
    @Test
    void aPauseThatStopsBothThreadsIsNamed() throws IOException {
        physics.ticksCost(MILLI / 10);
        Finding found = only(report(run -> {
            physics.stall(run.now, 225 * MILLI);
            run.trace.pause(run.now, 189 * MILLI);
            run.now += 190 * MILLI;
        }));
        assertFinding(
                Cause.GC_PAUSE,
                "at 11.99 s the host made a frame 190 ms late, because the garbage collector paused all threads for 189 ms"
                        + "; 3 frames froze; 1 frame jumped",
                found);
    }

    @Test
    void severalPausesCountTogether() throws IOException {
        Finding found = only(report(run -> {
            for (int i = 0; i < 3; i++) {
                run.trace.pause(run.now + i * 20 * MILLI, 12 * MILLI);
            }
            run.now += 60 * MILLI;
        }));
        assertFinding(
                Cause.GC_PAUSE,
                "at 11.99 s the host made a frame 60 ms late, because the garbage collector paused all threads for 36 ms in 3 pauses",
                found);
    }

    @Test
    void aPauseThatBeginsAfterwardsIsNotTheCause() throws IOException {
        Finding found = only(report(run -> {
            run.now += 35 * MILLI;
            run.trace.pause(run.now + FRAME, 200 * MILLI);
        }));
        assertEquals(Cause.LATE_FRAME, found.cause(), found::text);
    }

    @Test
    void aPauseAfterWhichTimeIsDroppedIsNamed() throws IOException {
        physics.dropsBacklog();
        Finding found = only(report(run -> {
            physics.stall(run.now, 600 * MILLI);
            run.trace.pause(run.now, 600 * MILLI);
            run.now += 600 * MILLI;
        }));
        assertFinding(
                Cause.GC_PAUSE,
                "at 11.99 s the garbage collector paused all threads for 600 ms, and the simulation dropped 350 ms"
                        + "; 9 frames froze; 1 frame jumped",
                found);
    }

    @Test
    void aLateFrameOfTheHostIsNoFaultOfTheSimulation() throws IOException {
        Finding found = only(report(run -> run.now += 35 * MILLI));
        assertFinding(Cause.LATE_FRAME, "at 11.99 s the host made a frame 35 ms late: 3 frames are missing", found);
    }

    @Test
    void aChangeOfScaleIsNamed() throws IOException {
        Finding found = only(report(run -> physics.scale(run.now, Ratio.of(3))));
        assertFinding(Cause.SCALE_CHANGE, "at 11.99 s the time scale changed from 1.00 to 3.00", found);
    }

    @Test
    void aPauseIsNamed() throws IOException {
        MotionReport report = report(run -> {
            physics.pause(run.now);
            for (int i = 0; i < 500; i++) {
                run.frame();
            }
            physics.resume(run.now);
        });
        assertEquals(
                List.of("at 11.99 s time was paused", "at 16.99 s time was resumed after a pause"),
                report.findings().stream().map(Finding::text).toList());
        assertEquals(Cause.PAUSE, report.findings().get(1).cause());
    }

    @Test
    void dropsOfTimeAreNamed() throws IOException {
        physics.dropsBacklog();
        Finding found = only(report(run -> physics.stall(run.now, 600 * MILLI)));
        assertFinding(
                Cause.LATE_WAKE_UP,
                "at 12.01 s tick 1,201 was published 597 ms late, because the physics thread began it 594 ms late,"
                        + " although it was free; the window covers 20 ms; the simulation dropped 350 ms"
                        + "; 66 frames froze; 1 frame jumped",
                found);
    }

    @Test
    void aHoleInTheNetworkIsNamed() throws IOException {
        physics = SimulatedPhysics.ofAnotherMachine(100, 4);
        physics.writes(tick -> tick < 1_201 || tick > 1_209);
        Finding found = only(report(run -> {}));
        assertFinding(
                Cause.NETWORK_HOLE,
                "at 12.01 s no state came over the network for 100 ms, and 9 ticks have no state; 7 frames froze; 1 frame jumped",
                found);
    }

    @Test
    void whatWouldHaveHelpedIsTried() throws IOException {
        MotionReport report = report(run -> physics.stall(run.now, 45 * MILLI));
        assertEquals(3, report.recorded().uneven());
        MotionReport.Trial best = report.best();
        assertEquals("allowedLateness(20 ms)", best.option());
        assertEquals(0, best.uneven());
        assertTrue(best.delayNanos() > report.recorded().delayNanos() + 10 * MILLI);
        List<String> tried =
                report.trials().stream().map(MotionReport.Trial::option).toList();
        assertTrue(
                tried.containsAll(List.of("window(5)", "window(7).allowedLateness(43 ms)", "publishEvery(2)")),
                tried::toString);
    }

    @Test
    void noSmallerWindowIsTried() throws IOException {
        physics = new SimulatedPhysics(100, 8);
        assertEquals(
                List.of(
                        "allowedLateness(10 ms)",
                        "allowedLateness(20 ms)",
                        "allowedLateness(43 ms)",
                        "publishEvery(2)"),
                options(report(run -> physics.stall(run.now, 45 * MILLI))));
    }

    @Test
    void whatCannotBeSetIsNotTried() throws IOException {
        physics = new SimulatedPhysics(1_000, 4);
        physics.writesEvery(600);
        MotionReport report = report(run -> physics.stall(run.now, 45 * MILLI));
        assertTrue(
                options(report).stream().noneMatch(each -> each.startsWith("publishEvery")),
                () -> "" + options(report));
    }

    private static List<String> options(MotionReport report) {
        return report.trials().stream().map(MotionReport.Trial::option).toList();
    }

    @Test
    void aLongDelayIsWorthManyUnevenFramesAndNotAFew() {
        MotionReport.Trial few = new MotionReport.Trial("", 0, 4, 1, 13 * MILLI, false);
        MotionReport.Trial many = new MotionReport.Trial("", 0, 400, 100, 13 * MILLI, false);
        MotionReport.Trial fewer = new MotionReport.Trial("a", 0, 1, 0, 40 * MILLI, true);
        MotionReport.Trial none = new MotionReport.Trial("b", 0, 0, 0, 200 * MILLI, true);
        assertSame(fewer, MotionReport.best(few, List.of(none, fewer)));
        assertNull(MotionReport.best(few, List.of(none)));
        assertSame(none, MotionReport.best(many, List.of(none)));
    }

    @Test
    void aFileWithoutFramesIsRefused() throws IOException {
        Path file = folder.resolve("empty");
        MotionTrace.open(file).close();
        MotionTraceException e = assertThrows(MotionTraceException.class, () -> MotionReport.of(file));
        assertTrue(e.getMessage().startsWith(file + " has no frame: "), e.getMessage());
        Files.writeString(folder.resolve("text"), "hello, this is no trace");
        e = assertThrows(MotionTraceException.class, () -> MotionReport.of(folder.resolve("text")));
        assertEquals(
                folder.resolve("text") + ": this is not a motion trace: it does not begin with the magic bytes",
                e.getMessage());
    }
}
