package io.github.freestep.render.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.internal.Varint;
import io.github.freestep.internal.file.BlockFile;
import io.github.freestep.internal.file.BlockReader;
import io.github.freestep.internal.file.BlockWriter;
import io.github.freestep.render.DisplayMeter;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.codec.TraceEntry;
import io.github.freestep.render.trace.codec.TraceFormat;
import io.github.freestep.render.trace.replay.InvalidTraceException;
import io.github.freestep.render.trace.replay.MotionReplay;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.SmallDisk;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files of motion traces: their size, and what becomes of damage, hostile content and full disks. */
@Timeout(60)
class MotionTraceFilesTest {
    /** Above the size of a block with nothing but an end entry. */
    private static final int END_BYTES = 16;

    private static final MotionReplay.Handler IGNORED = (frame, hostNanos) -> {};

    @TempDir
    private Path folder;

    private Path file(String name) {
        return folder.resolve(name);
    }

    private Path recorded(double seconds) throws IOException {
        MotionTrace trace = MotionTrace.open(file("run"));
        TracedRun run = new TracedRun(7, trace);
        run.run(seconds);
        run.close();
        trace.close();
        assertNull(trace.failure());
        return file("run");
    }

    /** Publishes a state, with evenly spaced or uneven times, and samples frames. */
    private static final class Even {
        final AtomicLong clock = new AtomicLong();
        final StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock::get, false);
        final TimeAnchor anchor = new TimeAnchor();
        final Random random = Seeds.random(1);
        final FrameSampler frames;
        final MotionTrace trace;
        final double frameJitter;
        boolean reports;
        long tick;
        double published;

        Even(MotionTrace trace, double frameJitter) {
            this.trace = trace;
            this.frameJitter = frameJitter;
            frames = FrameSampler.builder(publisher.states()).trace(trace).open();
        }

        void run(int from, int to) {
            for (int frame = from; frame < to; frame++) {
                long now =
                        1_000_000_000 + Math.round(frame * 1e9 / 144 + Math.abs(random.nextGaussian()) * frameJitter);
                for (double end = next(); end <= now; end = next()) {
                    published = end;
                    long due = tick * 10_000_000;
                    publisher.begin(tick++, due, anchor, due + 20_000 + random.nextInt(100_000));
                    publisher.publish((long) end);
                }
                clock.set(now);
                long number = frames.sample(now).number();
                if (reports && number > 2) {
                    frames.displayed(number - 2, Math.round((frame + 1) * 1e9 / 144) + 1_000_000_000);
                }
                if (frame % 500 == 0) {
                    trace.drain();
                }
            }
        }

        private double next() {
            return Math.max(published, tick * 1e7) + 4e6 * Math.exp(0.3 * random.nextGaussian());
        }
    }

    @ParameterizedTest
    @CsvSource({"50_000", "200_000", "1_000_000", "2_000_000"})
    void aMinuteOfFramesAndStatesTakesAtMost90Kilobytes(String jitterNanos) throws IOException {
        MotionTrace trace = MotionTrace.open(file("run"));
        Even run = new Even(trace, Double.parseDouble(jitterNanos.replace("_", "")));
        run.run(0, 3 * 60 * 144);
        run.frames.close();
        trace.close();
        assertEquals(0, trace.lostFrames());
        long perMinute = Files.size(file("run")) / 3;
        assertTrue(perMinute < 90_000 && perMinute > 60_000, () -> perMinute + " bytes a minute");
        assertTrue(MotionReplay.of(file("run")).run(IGNORED).isExact());
    }

    @Test
    void displayTimesTakeAtMost40KilobytesMoreAMinute() throws IOException {
        MotionTrace trace = MotionTrace.open(file("run"));
        Even run = new Even(trace, 50_000);
        run.reports = true;
        run.run(0, 3 * 60 * 144);
        run.frames.close();
        trace.close();
        long perMinute = Files.size(file("run")) / 3;
        assertTrue(perMinute < 120_000 && perMinute > 90_000, () -> perMinute + " bytes a minute");
    }

    /** No block may be longer than a block of a file. */
    @Test
    void pausesWithoutFramesAreWrittenTo() throws IOException {
        MotionTrace trace = MotionTrace.open(file("run"));
        Even run = new Even(trace, 50_000);
        run.run(0, 144);
        for (int i = 0; i < 20_000; i++) {
            trace.pause(Long.MIN_VALUE + i, Long.MAX_VALUE);
            if (i % 1_000 == 0) {
                trace.drain();
            }
        }
        run.frames.close();
        trace.close();
        assertNull(trace.failure());
        AtomicInteger pauses = new AtomicInteger();
        MotionReplay replay = MotionReplay.of(file("run")).run(new MotionReplay.Handler() {
            @Override
            public void frame(Frame frame, long hostNanos) {}

            @Override
            public void pause(long nanos, long length) {
                assertEquals(Long.MIN_VALUE + pauses.getAndIncrement(), nanos);
            }
        });
        assertTrue(replay.isExact());
        assertEquals(20_000, pauses.get());
    }

    @Test
    void aTracedFrameAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        try (MotionTrace trace = MotionTrace.openLast(Duration.ofSeconds(30))) {
            Even run = new Even(trace, 50_000);
            run.reports = true;
            long least = Long.MAX_VALUE;
            int frame = 0;
            for (int i = 0; i < 20 && least > 0; i++) {
                run.run(frame, frame + 5_000);
                frame += 5_000;
                long before = threads.getThreadAllocatedBytes(thread);
                run.run(frame, frame + 5_000);
                frame += 5_000;
                least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
            }
            assertEquals(0, least, "minimum over several runs, because a compiler may allocate once");
            run.frames.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"5, ''", "7, ', or a newer one'"})
    void anotherFormatVersionIsRefused(int version, String remedy) throws IOException {
        ByteBuffer header = TraceFormat.header();
        header.putInt(8, version);
        int end = header.limit() - BlockFile.CHECKSUM_BYTES;
        header.putInt(end, BlockFile.checksum(header.duplicate().limit(end)));
        Files.write(file("other"), header.array());
        MotionReplay replay = MotionReplay.of(file("other"));
        InvalidTraceException e = assertThrows(InvalidTraceException.class, () -> replay.run(IGNORED));
        assertEquals(
                file("other") + ": the motion trace's format version must be 6, was " + version
                        + "; read it with the Freestep release that wrote it" + remedy,
                e.getMessage());
    }

    @Test
    void damageAtAnyByteLeavesTheFramesBeforeIt() throws IOException {
        byte[] whole = Files.readAllBytes(recorded(8));
        List<TracedRun.Shown> all = new ArrayList<>();
        MotionReplay.of(file("run")).run((frame, nanos) -> all.add(TracedRun.Shown.of(frame, nanos)));
        Random random = Seeds.random(3);
        for (int i = 0; i < 150; i++) {
            byte[] damaged = whole.clone();
            int at = random.nextInt(whole.length);
            if (i % 3 == 0) {
                damaged = Arrays.copyOf(damaged, at);
            } else {
                damaged[at] ^= (byte) (1 << random.nextInt(8));
            }
            Path path = Files.write(file("damaged"), damaged);
            List<TracedRun.Shown> shown = new ArrayList<>();
            MotionReplay replay = MotionReplay.of(path);
            try {
                replay.run((frame, nanos) -> shown.add(TracedRun.Shown.of(frame, nanos)));
                assertNotNull(replay.damage(), "byte " + at);
            } catch (InvalidTraceException e) {
                assertTrue(at < 20, e.getMessage());
            }
            assertEquals(all.subList(0, shown.size()), shown, "byte " + at);
        }
    }

    @Test
    void noContentWithValidChecksumsCrashesAReplay() throws IOException {
        List<byte[]> payloads = payloads(recorded(8));
        for (int seed = 0; seed < 150; seed++) {
            Random random = Seeds.random(seed);
            List<byte[]> hostile = new ArrayList<>();
            for (byte[] payload : payloads) {
                byte[] changed = payload.clone();
                for (int i = random.nextInt(4); i > 0; i--) {
                    // Often in the snapshot, which is at the beginning.
                    int within = random.nextBoolean() ? Math.min(changed.length, 300) : changed.length;
                    changed[random.nextInt(within)] = (byte) random.nextInt();
                }
                hostile.add(changed);
            }
            MotionReplay replay =
                    MotionReplay.of(write("hostile" + seed, hostile)).run(IGNORED);
            assertFalse(replay.isExact() && replay.damage() == null && replay.frames() == 0, "seed " + seed);
        }
    }

    /** A replay goes on with its own sampler, and only compares it with the later snapshots. */
    @Test
    void aReplayWhoseSamplerDiffersFromASnapshotIsNotExact() throws IOException {
        List<byte[]> payloads = payloads(recorded(20));
        ByteBuffer snapshot = payloads.stream()
                .skip(1)
                .filter(payload -> payload[0] == TraceEntry.Kind.SNAPSHOT.ordinal())
                .findFirst()
                .map(ByteBuffer::wrap)
                .orElseThrow();
        assertTrue(MotionReplay.of(write("same", payloads)).run(IGNORED).isExact());
        for (String before : List.of("kind", "count", "mode", "allowed lateness")) {
            assertTrue(Varint.get(snapshot) < 1_000, before);
        }
        // The initial allowed lateness was 0.
        snapshot.put((byte) 2);
        MotionReplay replay = MotionReplay.of(write("other", payloads)).run(IGNORED);
        assertNull(replay.damage());
        assertFalse(replay.isExact());
    }

    /** As if the trace's thread had not run for some seconds. */
    @Test
    void theFiguresGoOnAfterLostFrames() throws IOException {
        MotionTrace trace = MotionTrace.open(file("run"));
        Even run = new Even(trace, 50_000);
        run.reports = true;
        run.run(0, 40 * 144);
        run.frames.close();
        trace.close();
        List<byte[]> payloads = payloads(file("run"));
        List<Integer> snapshots = new ArrayList<>();
        for (int i = 0; i < payloads.size(); i++) {
            if (payloads.get(i)[0] == TraceEntry.Kind.SNAPSHOT.ordinal()) {
                snapshots.add(i);
            }
        }
        List<byte[]> rest = new ArrayList<>(payloads.subList(0, 10));
        rest.add(new byte[] {(byte) TraceEntry.Kind.LOST.ordinal(), 100});
        rest.addAll(payloads.subList(snapshots.get(1), payloads.size()));
        long[] frames = {0, 0};
        MotionReport report = MotionReport.of(write("rest", rest));
        MotionReplay.of(file("rest")).run(new MotionReplay.Handler() {
            @Override
            public void frame(Frame frame, long hostNanos) {
                frames[0]++;
            }

            @Override
            public void lost(long count) {
                frames[1] = frames[0];
            }
        });
        assertTrue(frames[1] > 1_000 && frames[0] > 4_000, () -> Arrays.toString(frames));
        DisplayMeter display = report.display();
        assertTrue(display.periodNanos() > 0);
        // The first second does not count. At the loss and at the end, three frames have no report.
        assertEquals(frames[0] - 144 - 6, display.displayed(), 6);
        assertEquals(3, display.notReported(), "the newest frames before the loss");
        assertEquals(0, display.notDisplayed());
        // Neither the first frame after the loss has an error, nor the first of all.
        assertEquals(display.displayed() - 1, display.frames(), 1);
        assertEquals(0, display.missedRefreshes() + display.repeatedRefreshes(), "the loss is none");
    }

    private Path write(String name, List<byte[]> payloads) throws IOException {
        Path path = file(name);
        try (BlockWriter writer = new BlockWriter(
                path, BlockFile::newFile, TraceFormat.header(), "motion trace", MotionTraceException::new)) {
            for (byte[] payload : payloads) {
                writer.block().put(payload);
                writer.flush();
            }
        }
        return path;
    }

    private static List<byte[]> payloads(Path path) throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        try (BlockReader reader = new BlockReader(path, TraceFormat.KIND, MotionTraceException::new)) {
            while (reader.remainingBytes() > 0) {
                ByteBuffer payload = reader.append(ByteBuffer.allocate(0));
                byte[] bytes = new byte[payload.remaining()];
                payload.get(bytes);
                payloads.add(bytes);
            }
        }
        return payloads;
    }

    @Test
    void aFullDiskKeepsAllWholeBlocksAndTheFramesGoOn() throws IOException {
        MotionTrace trace =
                MotionTrace.open(file("full"), path -> new SmallDisk(BlockFile.newFile(path), 5_000, false));
        TracedRun run = new TracedRun(7, trace);
        run.run(30);
        run.close();
        trace.close();
        assertNotNull(trace.failure());
        assertTrue(trace.failure().getMessage().contains("No space"), trace.failure()::getMessage);
        MotionReplay replay = MotionReplay.of(file("full")).run(IGNORED);
        assertTrue(replay.isExact() && replay.frames() > 20);
        long room = 5_000 - Files.size(file("full"));
        assertTrue(room >= 0, () -> "more than the disk has: " + room);
        if (replay.damage() != null) {
            assertTrue(replay.damage().endsWith("without an end entry"), replay.damage());
            assertTrue(room < END_BYTES, () -> "there was room for an end entry: " + room);
        }
    }

    @Test
    void noFileIsLeftBehindOrOverwrittenIfATraceCannotBeSaved() throws IOException {
        Files.writeString(file("mine"), "x");
        assertThrows(FileAlreadyExistsException.class, () -> MotionTrace.open(file("mine")));
        try (MotionTrace trace = MotionTrace.openLast(Duration.ofSeconds(30))) {
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> trace.save(file("early")));
            assertEquals("there is no frame to save; sample a frame first", e.getMessage());
            TracedRun run = new TracedRun(7, trace);
            run.run(3);
            assertThrows(FileAlreadyExistsException.class, () -> trace.save(file("mine")));
            assertEquals("x", Files.readString(file("mine")));
            assertThrows(IOException.class, () -> trace.save(file("no/such/folder")));
            run.close();
        }
        assertFalse(Files.exists(file("early")));
    }

    @Test
    void aTraceHasOneSampler() {
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
        try (MotionTrace trace = MotionTrace.openLast(Duration.ofSeconds(30));
                FrameSampler first =
                        FrameSampler.builder(publisher.states()).trace(trace).open()) {
            FrameSampler.Builder second =
                    FrameSampler.builder(publisher.states()).trace(trace);
            assertEquals(
                    "this MotionTrace already has a sampler; create one for each sampler",
                    assertThrows(IllegalStateException.class, second::open).getMessage());
            first.sample();
        }
    }

    @Test
    void aStutterIsSavedByItself() throws IOException {
        try (MotionTrace trace = MotionTrace.openLast(Duration.ofSeconds(30)).saveStutters(folder, 2)) {
            Even run = new Even(trace, 50_000);
            run.run(0, 144 * 5);
            trace.drain();
            assertEquals(List.of(), trace.stutters());
            // The host and the simulation miss 0.3 s, and the simulation is late after that.
            run.published += 300_000_000;
            run.run(144 * 5, 144 * 8);
            trace.drain();
            assertEquals(List.of(file("stutter-1.motion")), trace.stutters());
            MotionReplay replay = MotionReplay.of(file("stutter-1.motion")).run(IGNORED);
            assertTrue(replay.isExact() && replay.frames() > 144 * 6);
            run.published += 300_000_000;
            run.run(144 * 8, 144 * 11);
            trace.drain();
            assertEquals(1, trace.stutters().size(), "at most one in ten seconds");
            run.run(144 * 11, 144 * 20);
            run.published += 300_000_000;
            run.run(144 * 20, 144 * 23);
            trace.drain();
            assertEquals(2, trace.stutters().size());
            run.frames.close();
        }
    }

    @Test
    void eachStutterIsAnEventWithItsOwnTimeAndFile() throws IOException {
        try (Recording recording = new Recording();
                MotionTrace trace = MotionTrace.openLast(Duration.ofSeconds(30)).saveStutters(folder, 1)) {
            recording.enable("io.github.freestep.Stutter");
            recording.start();
            Even run = new Even(trace, 50_000);
            run.run(0, 144 * 5);
            for (int seconds = 5; seconds < 11; seconds += 3) {
                run.published += 300_000_000;
                run.run(144 * seconds, 144 * (seconds + 3));
                trace.drain();
            }
            run.frames.close();
            recording.stop();
            recording.dump(file("events.jfr"));
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file("events.jfr")).stream()
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
        assertEquals(
                Arrays.asList(file("stutter-1.motion").toString(), null),
                events.stream().map(event -> event.getString("file")).distinct().toList());
        assertTrue(events.stream().map(RecordedEvent::getStartTime).distinct().count() > 1, events::toString);
    }
}
