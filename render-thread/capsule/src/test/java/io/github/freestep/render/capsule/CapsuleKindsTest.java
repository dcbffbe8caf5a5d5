package io.github.freestep.render.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.recording.AtomicFiles;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.problem.Problem;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.io.DataOutput;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What makes a capsule write a file, and what it does if it cannot. */
@Timeout(240)
class CapsuleKindsTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    private final List<Problem> problems = new CopyOnWriteArrayList<>();

    /** Calls code of a test in each step. */
    private static final class World implements Simulation {
        private final Runnable inStep;

        World(Runnable inStep) {
            this.inStep = inStep;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            inStep.run();
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, 0, 0);
        }
    }

    private boolean fails;

    private InlineStepper stepper() {
        return PhysicsService.builder(new World(() -> {
                    if (fails) {
                        throw new IllegalStateException("it falls");
                    }
                }))
                .rate(100)
                .clock(new VirtualClock(0))
                .onProblem(problems::add)
                .inline();
    }

    /** Shows frames that freeze once: after more than the two seconds in which a sampler begins. */
    private static void stutter(InlineStepper stepper, FrameListener listener) {
        try (FrameSampler frames =
                FrameSampler.builder(stepper.states()).listener(listener).open()) {
            for (int i = 0; i < 300; i++) {
                stepper.advanceTick();
                frames.sample(stepper.clock().nanoTime());
            }
            frames.sample(stepper.clock().nanoTime() + 80 * MILLI);
        }
    }

    private static List<String> names(Path of) throws IOException {
        try (Stream<Path> all = Files.list(of)) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    /** A stutter is written once a minute at most, and may be the first sign of what then fails. */
    @Test
    void aFailureSoonAfterAStutterIsWrittenBesideOldFiles() throws IOException {
        for (int old = 1; old <= 11; old++) {
            Files.writeString(folder.resolve("bug-" + old + ".freestep"), "of another run");
        }
        InlineStepper stepper = stepper();
        Capsule capsule = Capsule.ofTimes(stepper, folder);
        stutter(stepper, capsule.listener());
        Path first = folder.resolve("bug-12.freestep");
        Await.until(() -> Files.exists(first) || capsule.failure() != null);
        stutter(stepper, capsule.listener());
        fails = true;
        assertThrows(PhysicsException.class, stepper::advanceTick);
        stepper.close();
        capsule.close();
        assertEquals(CapsuleFile.Kind.STUTTER, CapsuleFile.read(first).kind());
        CapsuleFile second = CapsuleFile.read(folder.resolve("bug-13.freestep"));
        assertEquals(CapsuleFile.Kind.FAILURE, second.kind());
    }

    /** As with a full heap. The thread must be there when the run fails. */
    @Test
    void aLookThatFailsDoesNotEndTheLooks() throws IOException {
        try (InlineStepper stepper = stepper()) {
            Capsule capsule = Capsule.ofTimes(stepper, folder);
            Error full = new OutOfMemoryError("in the test");
            capsule.watchMatch(() -> {
                throw full;
            });
            Await.until(() -> capsule.failure() == full);
            capsule.watchMatch(() -> 7);
            capsule.close();
        }
        assertEquals(List.of("bug-1.freestep"), names(folder));
    }

    /** The disk is the player's. */
    @Test
    void aCapsuleWritesTenFilesByItself() throws Exception {
        try (InlineStepper stepper = stepper()) {
            Capsule capsule = Capsule.ofTimes(stepper, folder);
            // To write the others would take a second each.
            Field files = Capsule.class.getDeclaredField("files");
            files.setAccessible(true);
            files.setInt(capsule, 10);
            capsule.watchMatch(() -> 7);
            capsule.close();
        }
        assertEquals(List.of(), names(folder));
    }

    /** A file takes much processor time, and some games always stutter. */
    @Test
    void fewerAndFewerFilesAreWrittenForStutters() {
        long at = 0;
        List<Long> minutes = new ArrayList<>();
        for (int files = 1; files < 5; files++) {
            long wait = 1;
            while (Capsule.isEnough(files, wait * 60_000 * MILLI)) {
                wait++;
            }
            at += wait;
            minutes.add(at);
        }
        assertEquals(List.of(1L, 3L, 7L, 15L), minutes);
        assertTrue(Capsule.isEnough(5, Long.MAX_VALUE));
        assertTrue(Capsule.isEnough(0, 59_999 * MILLI), "the first could not be written");
        assertFalse(Capsule.isEnough(0, 60_000 * MILLI));
    }

    /** Both have chosen a name before either writes its file. */
    @Test
    void twoCapsulesOfAFolderDoNotReplaceEachOthersFiles() throws Exception {
        CountDownLatch chosen = new CountDownLatch(2);
        CountDownLatch written = new CountDownLatch(2);
        Capsule.Output output = (file, content) -> {
            chosen.countDown();
            Await.until(() -> chosen.getCount() == 0);
            AtomicFiles.write(file, content);
            written.countDown();
        };
        fails = true;
        try (InlineStepper first = stepper();
                InlineStepper second = stepper();
                Capsule one = Capsule.watch(first, folder, null, output);
                Capsule other = Capsule.watch(second, folder, null, output)) {
            assertThrows(PhysicsException.class, first::advanceTick);
            assertThrows(PhysicsException.class, second::advanceTick);
            written.await();
            assertNull(one.failure());
            assertNull(other.failure());
        }
        assertEquals(List.of("bug-1.freestep", "bug-2.freestep"), names(folder));
        for (String name : names(folder)) {
            Path file = folder.resolve(name);
            assertEquals(CapsuleFile.Kind.FAILURE, CapsuleFile.read(file).kind());
            if (Files.getFileAttributeView(file, PosixFileAttributeView.class) != null) {
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
    }

    /** A server may have many runs with a capsule each, and a program samplers of other runs. */
    @Test
    void onlyItsOwnSamplersMakeItWrite() throws IOException {
        Path others = Files.createDirectory(folder.resolve("others"));
        try (InlineStepper stepper = stepper()) {
            Capsule capsule = Capsule.ofTimes(stepper, folder);
            Capsule other = Capsule.ofTimes(stepper, others);
            stutter(stepper, MotionEvents.listener());
            stutter(stepper, other.listener());
            capsule.close();
            other.close();
        }
        assertEquals(List.of("others"), names(folder));
        assertEquals(List.of("bug-1.freestep"), names(others));
        CapsuleFile bug = CapsuleFile.read(others.resolve("bug-1.freestep"));
        assertTrue(bug.reports().size() < 2, "it has another sampler's frames");
    }

    /** It may have returned, and many ticks may have run, before a capsule looks again. */
    @Test
    void aStepThatHasReturnedAfterAHangIsNamedByItsTick() throws IOException {
        AtomicReference<PhysicsService> service = new AtomicReference<>();
        World world = new World(() -> Await.until(() -> service.get().metrics().hungSteps() > 0));
        try (PhysicsService physics = PhysicsService.builder(world)
                .onProblem(problems::add)
                .watchdog(Duration.ofSeconds(5))
                .build()) {
            service.set(physics);
            Path file = folder.resolve("bug-1.freestep");
            Capsule capsule = Capsule.open(physics, folder, "hanging", "", 0);
            physics.start();
            Await.until(() -> Files.exists(file) || capsule.failure() != null);
            capsule.close();
            assertNull(capsule.failure());
            CapsuleFile bug = CapsuleFile.read(file);
            assertEquals(CapsuleFile.Kind.HANG, bug.kind());
            assertEquals(1, bug.tick());
        }
    }

    @Test
    void aStepThatHangsIsWrittenWhileItHangs() throws IOException {
        CompletableFuture<Void> ends = new CompletableFuture<>();
        try (PhysicsService physics = PhysicsService.builder(new World(ends::join))
                .onProblem(problems::add)
                // Longer than anything else takes on a busy machine, because only the first hang is written.
                .watchdog(Duration.ofSeconds(5))
                .build()) {
            Path file = folder.resolve("bug-1.freestep");
            Capsule capsule = Capsule.open(physics, folder, "hanging", "", 0);
            physics.start();
            Await.until(() -> Files.exists(file) || capsule.failure() != null);
            ends.complete(null);
            capsule.close();
            assertNull(capsule.failure());
            CapsuleFile bug = CapsuleFile.read(file);
            assertEquals(CapsuleFile.Kind.HANG, bug.kind());
            assertEquals(1, bug.tick());
            assertEquals("the physics service hangs: a call after tick 0 has not returned", bug.reason());
            assertTrue(bug.writeRun(folder.resolve("run")));
        }
    }

    /** A command of the game, which cannot be recorded. */
    private record Login(String why) implements PortableCommand {
        @Override
        public void run(PhysicsContext context) {}

        @Override
        public int type() {
            return 1;
        }

        @Override
        public void write(DataOutput out) {
            throw new IllegalStateException(why);
        }
    }

    /** Of the entries of a file, those that have a text. */
    private static List<String> entriesWith(String text, Path file) throws IOException {
        List<String> found = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
                if (new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1).contains(text)) {
                    found.add(each.getName());
                }
            }
        }
        return found;
    }

    /** A player mails the file to strangers, and what the page says of messages must be all that it has of them. */
    @Test
    void theMessagesOfExceptionsAreWrittenUnlessTheyAreOmitted() throws IOException {
        for (boolean omits : new boolean[] {false, true}) {
            Path file = folder.resolve(omits ? "bug-2.freestep" : "bug-1.freestep");
            InlineStepper stepper = stepper();
            Capsule capsule = Capsule.open(stepper, folder, "login", "", 0);
            if (omits) {
                capsule.omitMessages();
            }
            stepper.submit(new Login("no token SECRET-1")).join();
            stepper.advanceTick();
            fails = true;
            assertThrows(PhysicsException.class, stepper::advanceTick);
            fails = false;
            stepper.close();
            capsule.close();
            assertNull(capsule.failure());
            CapsuleFile bug = CapsuleFile.read(file);
            assertEquals(omits ? List.of() : List.of("about.properties", "run.rec"), entriesWith("it falls", file));
            assertEquals(omits ? List.of() : List.of("run.rec"), entriesWith("SECRET-1", file));
            assertTrue(bug.reason().contains(omits ? "java.lang.IllegalStateException" : "it falls"), bug.reason());
        }
    }

    /** Has room for a few bytes, or for all. */
    private static final class Disk implements Capsule.Output {
        volatile boolean isFull = true;

        @Override
        public void write(Path file, AtomicFiles.Content content) throws IOException {
            AtomicFiles.write(file, out -> content.writeTo(isFull ? new Full(out) : out));
        }
    }

    private static final class Full extends FilterOutputStream {
        private int room = 100;

        Full(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) throws IOException {
            if (room-- == 0) {
                throw new IOException("No space left on device");
            }
            out.write(value);
        }
    }

    @Test
    void aFullDiskIsToldAndCostsNothingElse() throws IOException {
        Disk disk = new Disk();
        try (InlineStepper stepper = stepper()) {
            Capsule capsule = Capsule.watch(stepper, folder, null, disk);
            stutter(stepper, capsule.listener());
            Await.until(() -> capsule.failure() != null);
            String told = capsule.failure().getMessage();
            assertTrue(told.contains("bug-1.freestep could not be written"), told);
            assertTrue(
                    told.endsWith("No space left on device; check that its folder exists, that you may write to it,"
                            + " and that the disk has room"),
                    told);
            Await.until(() -> !problems.isEmpty());
            assertEquals(Problem.Kind.RECORDING_FAILED, problems.get(0).kind());
            assertTrue(problems.get(0).message().contains("No space left on device"), problems::toString);
            Path asked = folder.resolve("asked.freestep");
            assertThrows(IOException.class, () -> capsule.write(asked));
            assertEquals(List.of(), names(folder));
            long tick = stepper.metrics().tick();
            assertEquals(1, stepper.advanceTick());
            assertEquals(tick + 1, stepper.metrics().tick());
            disk.isFull = false;
            capsule.write(asked);
            capsule.close();
            assertEquals(List.of("asked.freestep"), names(folder));
            assertEquals(CapsuleFile.Kind.DEMAND, CapsuleFile.read(asked).kind());
        }
    }

    /** Nobody can close what was never returned. */
    @Test
    void aCapsuleThatCannotBeginLeavesNothingOpen() {
        try (InlineStepper stepper = stepper()) {
            assertThrows(NullPointerException.class, () -> Capsule.watch(null, folder, null, AtomicFiles::write));
            assertEquals(0, recordings());
            try (Capsule capsule = Capsule.ofTimes(stepper, folder)) {
                assertNotNull(capsule);
                assertEquals(1, recordings());
            }
            assertEquals(0, recordings());
        }
    }

    /** Of each allocation that is looked at, the stack is recorded, and some games make thousands in a second. */
    @Test
    void ofManyAllocationsItLooksAtAFew() {
        try (InlineStepper stepper = stepper();
                Capsule capsule = Capsule.ofTimes(stepper, folder)) {
            assertNotNull(capsule);
            Recording recording = running().findAny().orElseThrow();
            assertEquals("50/s", recording.getSettings().get("jdk.ObjectAllocationSample#throttle"));
        }
    }

    private static long recordings() {
        return running().count();
    }

    private static Stream<Recording> running() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(each -> each.getName().equals("freestep-capsule"));
    }
}
