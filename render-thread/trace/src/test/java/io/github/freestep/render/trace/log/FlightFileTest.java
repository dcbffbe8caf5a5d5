package io.github.freestep.render.trace.log;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.log.Neighbour.Kind;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real recording of JDK Flight Recorder has of a sampler. */
class FlightFileTest {
    private static final long MILLI = 1_000_000;

    /** Of two states and four frames. An event of the JDK's has half a kilobyte, whatever it contains. */
    private static final int MOST_BYTES = 60;

    @TempDir
    private Path folder;

    private static FrameSampler recorded(StateBuffer states) {
        return FrameSampler.builder(states).listener(new FlightListener()).open();
    }

    private Path record(Recorded.Body body, String... names) throws IOException {
        return Recorded.record(folder.resolve("run.jfr"), body, names);
    }

    /** What a sampler of a random run showed, without a recording. */
    private static final class Seen implements FrameListener {
        final List<MotionEntry> entries = new ArrayList<>();
        final Set<Long> ticks = new TreeSet<>();

        static Seen of(long seed, double... seconds) {
            Seen seen = new Seen();
            try (RandomRun run = new RandomRun(seed, seen)) {
                for (double each : seconds) {
                    run.run(each);
                }
            }
            return seen;
        }

        @Override
        public void opened(StateBuffer states, SamplerOptions options) {}

        @Override
        public void sampled(long hostNanos, long clockNanos, Frame frame, StateReader news) {
            for (int age = 0; news != null && age < news.size(); age++) {
                ticks.add(news.state(age).tick());
            }
            entries.add(ShownFrame.of(frame, hostNanos, clockNanos));
        }
    }

    private static List<MotionEntry> shown(MotionLog log) {
        return Entries.of(log).stream()
                .filter(each -> !(each instanceof StateTimes))
                .toList();
    }

    /** Everything that the sampler acquired and showed. */
    private static void assertHas(Seen seen, MotionLog read) {
        assertEquals(seen.entries, shown(read));
        List<StateTimes> states = Entries.of(read).stream()
                .filter(StateTimes.class::isInstance)
                .map(StateTimes.class::cast)
                .toList();
        assertEquals(
                List.copyOf(seen.ticks),
                states.stream()
                        .filter(state -> !state.isAgain())
                        .map(StateTimes::tick)
                        .toList());
    }

    @Test
    void aRecordingHasAllThatTheSamplerShowed() throws IOException {
        for (long seed = 1; seed <= 4; seed++) {
            try (RandomRun run = new RandomRun(seed, new FlightListener())) {
                MotionLog read = MotionLog.read(record(() -> run.run(20))).get(0);
                assertHas(Seen.of(seed, 20), read);
                assertEquals(Thread.currentThread().getName(), read.thread);
            }
        }
    }

    @Test
    void aRecordingMayBeginInTheMiddle() throws IOException {
        List<MotionEntry> all = Seen.of(5, 10, 10).entries;
        int before = Seen.of(5, 10).entries.size();
        try (RandomRun run = new RandomRun(5, new FlightListener())) {
            run.run(10);
            MotionLog read = MotionLog.read(record(() -> run.run(10))).get(0);
            assertEquals(all.subList(before, all.size()), shown(read));
        }
    }

    /** Each sampler has a log of its own, and the one with more frames comes first. */
    @Test
    void severalSamplersAreToldApart() throws IOException {
        try (RandomRun few = new RandomRun(6, new FlightListener());
                RandomRun many = new RandomRun(7, new FlightListener())) {
            List<MotionLog> read = MotionLog.read(record(() -> {
                few.run(2);
                many.run(20);
                few.run(2);
            }));
            assertEquals(2, read.size());
            assertHas(Seen.of(7, 20), read.get(0));
            assertHas(Seen.of(6, 2, 2), read.get(1));
        }
    }

    @Test
    void aLogHasTheTicksOfTheSamplersServiceOnly() {
        SimulatedPhysics own = new SimulatedPhysics(100, 4);
        SimulatedPhysics other = new SimulatedPhysics(100, 4);
        Recorded.ticks(own);
        Recorded.ticks(other);
        try (FrameSampler frames = recorded(own.publisher.states())) {
            MotionLog log = Recorded.log(() -> {
                own.runTo(53 * MILLI);
                other.runTo(100 * MILLI);
                frames.sample(53 * MILLI);
            });
            List<MotionEntry> ticks =
                    Entries.of(log).stream().filter(TickWork.class::isInstance).toList();
            assertEquals(5, ticks.size());
            assertEquals(new TickWork(5, 50 * MILLI, 50 * MILLI, 53 * MILLI), ticks.get(4));
        }
    }

    /** The collection is recorded in the time of the clock, between the frames around it. */
    @Test
    void aCollectionIsAPauseInTheClocksTime() throws IOException {
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
        Path file;
        try (FrameSampler frames = recorded(publisher.states())) {
            publisher.begin(0, 0, new TimeAnchor(), System.nanoTime());
            publisher.publish(System.nanoTime());
            file = record(
                    () -> {
                        for (int i = 0; i < 100; i++) {
                            frames.sample();
                        }
                        System.gc();
                        frames.sample();
                    },
                    "jdk.GCPhasePause",
                    "jdk.ExecuteVMOperation",
                    "jdk.SystemGC");
        }
        MotionLog log = MotionLog.read(file).get(0);
        Entries entries = new Entries();
        log.run(entries);
        List<ShownFrame> shown = entries.frames();
        VmPause longest = log.pauses.stream()
                .filter(each -> each.reason().equals("garbage collection"))
                .max((a, b) -> Long.compare(a.lengthNanos(), b.lengthNanos()))
                .orElseThrow();
        long from = shown.get(99).clockNanos() - MILLI;
        long to = shown.get(100).clockNanos() + MILLI;
        assertTrue(
                longest.startNanos() >= from && longest.startNanos() + longest.lengthNanos() <= to,
                () -> longest + " is not between " + from + " and " + to);
        Neighbour request = log.neighbours.stream()
                .filter(each -> each.kind() == Kind.REQUEST)
                .findFirst()
                .orElseThrow();
        assertTrue(
                request.text().matches("System\\.gc\\(\\) ran for \\d+ ms in .*FlightFileTest\\S+, line \\d+"),
                request::text);
    }

    /** An event as the JDK has it, with one field. */
    private static Event event(String name, Class<?> type, String field, Object value, AnnotationElement... unit) {
        EventFactory factory = EventFactory.create(
                List.of(new AnnotationElement(Name.class, "jdk." + name)),
                List.of(new ValueDescriptor(type, field, List.of(unit))));
        Event event = factory.newEvent();
        event.set(0, value);
        return event;
    }

    private static void record(Event event) {
        event.begin();
        LockSupport.parkNanos(2 * MILLI);
        event.end();
        event.commit();
    }

    /** Newer JDKs let no program make events that the virtual machine itself makes. */
    private static boolean canMakeNativeEvents() {
        try {
            event("ExecutionSample", Thread.class, "sampledThread", Thread.currentThread());
            return true;
        } catch (InternalError e) {
            return false;
        }
    }

    /** Events as the JDK has them, of the thread that makes the frames, and of one that makes none. */
    @Test
    void whatTheThreadOfTheFramesDidIsReadWithItsLine() throws IOException {
        boolean hasNative = canMakeNativeEvents();
        try (FrameSampler frames = recorded(new SimulatedPhysics(100, 4).publisher.states())) {
            Path file = record(() -> {
                frames.sample(4 * MILLI);
                Thread own = Thread.currentThread();
                AnnotationElement millis = new AnnotationElement(Timespan.class, Timespan.MILLISECONDS);
                if (hasNative) {
                    record(event("ExecutionSample", Thread.class, "sampledThread", new Thread()));
                    record(event("ExecutionSample", Thread.class, "sampledThread", own));
                    record(event("JavaMonitorEnter", Thread.class, "previousOwner", own));
                }
                record(event("ThreadSleep", long.class, "time", 1L, millis));
                record(event("FileRead", String.class, "path", "level.dat"));
            });
            String thread = Thread.currentThread().getName();
            String line = " in io.github.freestep.render.trace.log.FlightFileTest.record, line ";
            List<String> all = List.of(
                    line.substring(4),
                    "the thread " + thread + " waited for a lock of the thread " + thread + " for" + line,
                    "the thread " + thread + " slept for" + line,
                    "the thread " + thread + " read the file level.dat for" + line);
            List<Neighbour> read = MotionLog.read(file).get(0).neighbours;
            assertEquals(
                    hasNative ? all : all.subList(2, 4),
                    read.stream()
                            .map(each -> each.text().replaceAll("\\d+ ms ", "").replaceAll("\\d+$", ""))
                            // Newer JDKs leave out the frame that commits a read.
                            .map(text -> text.replace("log.Recorded.record", "log.FlightFileTest.record"))
                            .toList());
            Neighbour sleep = read.get(read.size() - 2);
            assertEquals(MILLI, sleep.endNanos() - sleep.startNanos(), "what it took longer is not the code's");
        }
    }

    /** Each tick has an input 1 ms before it is due, and takes 3 ms. */
    @Test
    void theWayOfInputsIsRecorded() throws IOException {
        SimulatedPhysics physics = new SimulatedPhysics(100, 4);
        try (FrameSampler frames = recorded(physics.publisher.states())) {
            Recorded.Body run = () -> {
                for (long end = physics.publisher.states().clock().nanoTime() + 500 * MILLI, now = end - 499 * MILLI;
                        now < end;
                        now += MILLI) {
                    physics.runTo(now);
                    frames.sample(now + 8 * MILLI);
                }
            };
            record(run);
            run.run();
            LatencyMeter latency = MotionReport.read(record(run)).get(0).latency();
            assertEquals(49, latency.inputs(LatencyMeter.Part.WHOLE), 1, "what was not recorded does not count");
            assertEquals(1, latency.millis(LatencyMeter.Part.TICK, 1), 0.04);
            assertEquals(3, latency.millis(LatencyMeter.Part.STEP, 1), 0.1);
            assertEquals(8, latency.millis(LatencyMeter.Part.SWAP, 1), 0.3);
        }
    }

    @Test
    void aStutterIsAnEvent() throws IOException {
        SimulatedPhysics physics = new SimulatedPhysics(100, 4);
        Path file;
        try (FrameSampler frames = recorded(physics.publisher.states())) {
            file = record(() -> {
                for (long now = 4 * MILLI; now < 6_000 * MILLI; now += 10 * MILLI) {
                    if (now == 4_004 * MILLI) {
                        physics.stall(now, 60 * MILLI);
                    }
                    physics.runTo(now);
                    frames.sample(now);
                }
            });
        }
        List<RecordedEvent> stutters = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().endsWith(".Stutter"))
                .toList();
        assertEquals(4, stutters.size(), "frames that froze after the seconds that do not count");
    }

    /**
     * Its clock stands still during the step, so that the next frame seems to be late. On a busy machine, frames before
     * it may be late as well, but the step takes longer than any of them.
     */
    @Test
    void aSlowStepOfAStepperIsNamed() throws IOException {
        long[] longest = {150 * MILLI};
        Simulation simulation = new FlightRunTest.Empty() {
            @Override
            public void step(Tick tick) {
                LockSupport.parkNanos(tick.number() == 30 ? 3 * longest[0] : 0);
            }
        };
        Path file;
        try (InlineStepper stepper =
                        PhysicsService.builder(simulation).rate(100).inline();
                FrameSampler frames = recorded(stepper.states())) {
            file = record(
                    () -> {
                        long last = System.nanoTime();
                        for (int after = 0; after < 10; frames.sample()) {
                            long took = System.nanoTime() - last;
                            last += took;
                            longest[0] = Math.max(longest[0], took);
                            boolean isBefore = stepper.metrics().tick() < 30;
                            // Not behind real time, else the recording's times would fit an earlier frame best.
                            stepper.advance(Math.max(isBefore ? 10 * MILLI : 0, took));
                            after += isBefore ? 0 : 1;
                        }
                    },
                    "jdk.ThreadPark");
        }
        List<MotionReport.Finding> findings = MotionReport.read(file).get(0).findings();
        assertTrue(
                findings.stream()
                        .anyMatch(each -> each.cause() == MotionReport.Cause.LONG_STEP
                                && each.text()
                                        .matches(".* late, because the step of tick 30 took .*; the thread .* waited"
                                                + " for .* ms in .*FlightFileTest\\$1\\.step, line \\d+.*")),
                findings::toString);
    }

    @Test
    void aRecordedFrameAllocatesNothingAndTakesFewBytes() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SimulatedPhysics physics = new SimulatedPhysics(100, 4);
        long[] least = {Long.MAX_VALUE};
        int frame = 10_000;
        Path file;
        try (FrameSampler frames = recorded(physics.publisher.states())) {
            file = record(() -> {
                long now = 0;
                for (int i = 0; i < frame; i++) {
                    now += 5 * MILLI;
                    physics.runTo(now);
                    long before = threads.getCurrentThreadAllocatedBytes();
                    frames.sample(now);
                    least[0] = Math.min(
                            least[0],
                            i < frame / 2 ? Long.MAX_VALUE : threads.getCurrentThreadAllocatedBytes() - before);
                }
            });
        }
        assertEquals(0, least[0]);
        long bytes = Files.size(file);
        int events = RecordingFile.readAllEvents(file).size();
        assertTrue(events > 1.4 * frame, () -> events + " events");
        assertTrue(bytes < (long) MOST_BYTES * events + 600_000, () -> bytes / events + " bytes for each of " + events);
    }

    /** As another version might have it. */
    @Name(FlightEvents.PREFIX + "Frame")
    private static final class OtherFrame extends Event {
        int sampler = 1;
    }

    @Test
    void eventsOfAnotherVersionAreRefused() throws IOException {
        Path file = record(() -> new OtherFrame().commit());
        refused(file + " has events that this version cannot read", IOException.class, () -> MotionLog.read(file));
    }
}
