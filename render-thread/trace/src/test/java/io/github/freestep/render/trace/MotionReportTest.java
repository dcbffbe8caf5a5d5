package io.github.freestep.render.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.Neighbour;
import io.github.freestep.render.trace.log.Neighbour.Kind;
import io.github.freestep.render.trace.log.Recorded;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.StateTimes;
import io.github.freestep.render.trace.log.TickWork;
import io.github.freestep.render.trace.log.VmPause;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a report says of a run of 20 s with one trouble at 12 s. 100 ticks and 100 frames per second. */
class MotionReportTest {
    private static final long MILLI = 1_000_000;
    private static final long FRAME = 10 * MILLI;
    private static final int TROUBLE = 1_200;

    private SimulatedPhysics physics = new SimulatedPhysics(100, 4);
    private FrameMode mode = FrameMode.INTERPOLATE;

    /** A run, which the trouble may change. */
    private final class Run {
        final List<VmPause> pauses = new ArrayList<>();
        final List<Neighbour> neighbours = new ArrayList<>();
        final SimulatedPhysics physics = MotionReportTest.this.physics;
        final FrameSampler frames;
        long now = 4 * MILLI;

        Run() {
            frames = FrameSampler.builder(physics.publisher.states())
                    .mode(mode)
                    .listener(MotionEvents.listener())
                    .open();
            Recorded.ticks(physics);
        }

        MotionReport report(Runnable all) {
            MotionLog log = Recorded.log(all);
            log.pauses.addAll(pauses);
            log.neighbours.addAll(neighbours);
            frames.close();
            return MotionReport.of(log);
        }

        void frame() {
            now += FRAME;
            physics.runTo(now);
            frames.sample(now);
        }
    }

    private MotionReport report(Consumer<Run> trouble) {
        return report(TROUBLE, trouble);
    }

    private MotionReport report(int atFrame, Consumer<Run> trouble) {
        return report((run, frame) -> {
            if (frame == atFrame) {
                trouble.accept(run);
            }
        });
    }

    /** Reports a run with what happens before each frame. */
    private MotionReport report(ObjIntConsumer<Run> before) {
        Run run = new Run();
        return run.report(() -> {
            for (int frame = 0; frame < 2_000; frame++) {
                before.accept(run, frame);
                run.frame();
            }
        });
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

    /** What happens at 12 s, to a thread that drops a backlog or not. */
    private record Trouble(Cause cause, String text, boolean drops, Consumer<Run> what) {
        Trouble(Cause cause, String text, Consumer<Run> what) {
            this(cause, text, false, what);
        }
    }

    static Stream<Trouble> troubles() {
        return Stream.of(
                new Trouble(
                        Cause.LATE_WAKE_UP,
                        "at 12.01 s tick 1,201 was published 597 ms late, because the physics thread began it 594 ms"
                                + " late, although it was free; the window covers 20 ms; the simulation dropped 350 ms"
                                + "; 58 frames froze; 20 frames jumped",
                        true,
                        run -> run.physics.stall(run.now, 600 * MILLI)),
                new Trouble(
                        Cause.LATE_WAKE_UP,
                        "at 12.02 s tick 1,202 was published 47 ms late, because the physics thread began it 42 ms"
                                + " late, although it was free; the window covers 20 ms; 3 frames froze",
                        run -> {
                            run.physics.stall(run.now, 15 * MILLI);
                            run.physics.stall(run.now + 20 * MILLI, 40 * MILLI);
                        }),
                new Trouble(
                        Cause.VM_PAUSE,
                        "at 12.01 s tick 1,201 was published 57 ms late, because the virtual machine paused all"
                                + " threads for 58 ms (G1CollectForAllocation, garbage collection); the window covers"
                                + " 20 ms; in 1 of 1 samples, memory was allocated in Level.load; 4 frames froze",
                        run -> {
                            run.physics.stall(run.now, 60 * MILLI);
                            run.pauses.add(new VmPause(run.now + MILLI, 50 * MILLI, "garbage collection"));
                            run.pauses.add(new VmPause(run.now, 58 * MILLI, "G1CollectForAllocation"));
                            long before = run.now - 500 * MILLI;
                            run.neighbours.add(new Neighbour(Kind.ALLOCATION, 1, before, before, "Level.load"));
                        }),
                new Trouble(
                        Cause.VM_PAUSE,
                        "at 11.99 s the host made a frame 60 ms late, because the virtual machine paused all threads"
                                + " for 36 ms in 3 pauses (HeapDumper, garbage collection)",
                        run -> {
                            for (int i = 0; i < 3; i++) {
                                String reason = i == 2 ? "HeapDumper" : "garbage collection";
                                run.pauses.add(new VmPause(run.now + i * 20 * MILLI, 12 * MILLI, reason));
                            }
                            run.now += 60 * MILLI;
                        }),
                new Trouble(
                        Cause.LATE_FRAME,
                        "at 11.99 s the host made a frame 35 ms late: 3 frames are missing; meanwhile, the processors"
                                + " were 97 % busy",
                        run -> {
                            run.neighbours.add(new Neighbour(
                                    Kind.OTHER, 0, run.now - 100 * MILLI, run.now - 20 * MILLI, "earlier"));
                            for (int i = 0; i < 2; i++) {
                                run.neighbours.add(new Neighbour(
                                        Kind.OTHER, 0, run.now, run.now + 30 * MILLI, "the processors were 97 % busy"));
                            }
                            run.now += 35 * MILLI;
                        }),
                new Trouble(
                        Cause.TIME_CHANGE,
                        "at 11.99 s the time scale changed from 1.00 to 3.00",
                        run -> run.physics.scale(run.now, Ratio.of(3))));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aTroubleIsNamed(Trouble trouble) {
        if (trouble.drops) {
            physics.dropsBacklog();
        }
        physics.ticksCost(3 * MILLI);
        assertFinding(trouble.cause, trouble.text, only(report(trouble.what)));
    }

    @Test
    void evenMotionHasNoFinding() {
        MotionReport report = report(run -> {});
        assertEquals(List.of(), report.findings());
        assertTrue(report.motion().judder() < 0.01 && report.length().toSeconds() == 19);
    }

    /** A recording may lose some. */
    @Test
    void framesThatARecordingLacksAreNotLate() {
        Run run = new Run();
        MotionLog log = Recorded.log(() -> {
            for (int frame = 0; frame < 2_000; frame++) {
                run.frame();
            }
        });
        run.frames.close();
        MotionLog holed = new MotionLog("", log.setup);
        log.run(new MotionHandler() {
            @Override
            public void frame(ShownFrame frame) {
                if (frame.number() < TROUBLE || frame.number() > TROUBLE + 9) {
                    holed.add(frame);
                }
            }

            @Override
            public void state(StateTimes state) {
                holed.add(state);
            }
        });
        assertEquals(List.of(), MotionReport.of(holed).findings());
    }

    /** On a clock whose steps are longer than a frame, most frames are at the instant of the one before. */
    @Test
    void aLateFrameIsNamedAmongFramesOfTheSameInstants() {
        MotionReport report = report((run, frame) -> {
            run.frames.sample(run.now);
            run.frames.sample(run.now);
            run.now += frame == TROUBLE ? 35 * MILLI : 0;
        });
        assertFinding(
                Cause.LATE_FRAME, "at 12.00 s the host made a frame 35 ms late: 3 frames are missing", only(report));
    }

    @Test
    void aHoleInTheNetworkIsNamed() {
        physics = SimulatedPhysics.ofAnotherMachine(100, 4);
        physics.writes(tick -> tick < 1_201 || tick > 1_209);
        Finding found = only(report(run -> {}));
        assertFinding(
                Cause.NETWORK_HOLE,
                "at 12.01 s no state came over the network for 100 ms, and 9 ticks have no state" + "; 7 frames froze",
                found);
    }

    /** A sender that thins states is no hole in the network, at whatever rate the log began. */
    @Test
    void aLateFrameIsNamedAfterStatesBecameFewer() {
        physics = SimulatedPhysics.ofAnotherMachine(100, 4);
        physics.writes(tick -> tick < 100 || tick % 5 == 0);
        Finding found = only(report(run -> {
            physics.stall(run.now, 100 * MILLI);
            for (int i = 0; i < 12; i++) {
                run.frame();
            }
            run.now += 150 * MILLI;
        }));
        assertFinding(
                Cause.LATE_FRAME,
                "at 12.09 s the host made a frame 150 ms late: 15 frames are missing; 1 frame froze",
                found);
    }

    /** The service slows time down 50 ms before the pause, and its states say so in the pause, too. */
    @Test
    void aPauseWithinAnOverloadIsNamed() {
        MotionReport report = report((run, frame) -> {
            switch (frame) {
                case 890 -> physics.overload();
                case 900 -> physics.ticksCost(12 * MILLI);
                case 1_195 -> physics.scale(run.now, Ratio.of(9, 10));
                case 1_200 -> physics.pause(run.now);
                case 1_230 -> physics.resume(run.now);
                default -> {}
            }
        });
        List<Finding> all = report.findings();
        assertEquals(
                List.of(Cause.LONG_STEP, Cause.TIME_CHANGE, Cause.TIME_CHANGE),
                all.stream().map(Finding::cause).toList(),
                all::toString);
        assertTrue(all.get(0).text().contains("steps took 12 ms on average"), all::toString);
        assertEquals("at 11.94 s time was paused", all.get(1).text());
        assertTrue(all.get(2).text().startsWith("at 12.29 s time was resumed after a pause"), all::toString);
    }

    /** A service whose thread has many others slows time down, although its own steps are short. */
    @Test
    void aServiceThatSlowsTimeDownIsNamedWithoutALongStep() {
        Finding found = only(report(run -> {
            physics.overload();
            physics.scale(run.now, Ratio.of(1, 2));
        }));
        assertFinding(
                Cause.LONG_STEP,
                "at 11.99 s the service or its group could not keep up; the service slowed time down, to 0.500 of the"
                        + " requested speed",
                found);
        assertTrue(found.advice().startsWith("give the steps more time"), found::advice);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 60})
    void theModeIsNamedThatMovesByWholeTicks(int rate) {
        mode = FrameMode.LATEST;
        physics = new SimulatedPhysics(rate, 4);
        MotionReport report = report(1_800, run -> physics.stall(run.now, 45 * MILLI));
        assertEquals(1, report.findings().size(), () -> report.findings().toString());
        Finding found = report.findings().get(0);
        assertEquals(Cause.NEWEST_STATES, found.cause());
        assertTrue(
                found.text()
                        .matches("at 0.\\d+ s the sampler showed the newest states as they are, so the picture moved"
                                + " by whole ticks(; [0-9,]+ frames? (froze|jumped))+"),
                found::text);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 400, 900, 1_500, 3_000})
    void theModeIsNotBlamedForMotionThatIsEvenOrForAStall(int millis) {
        mode = FrameMode.LATEST;
        MotionReport report = report(run -> physics.stall(run.now, millis * MILLI));
        assertEquals(List.of(only(report)), report.findings());
        assertEquals(Cause.LATE_WAKE_UP, only(report).cause());
    }

    /** Without events of ticks, a log has only those that were published. */
    @Test
    void theMeanOfAnOverloadIsThatOfTheTicksInTheLog() {
        Overruns overruns = new Overruns(new TickWork(3, 0, 0, 12), 10);
        for (int i = 0; i < 5; i++) {
            overruns.add(new TickWork(3 + 3 * i, 0, 40 * i, 40 * i + 12));
        }
        assertEquals(12, overruns.meanNanos);
        assertTrue(overruns.isOverload());
    }
}
