package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.OwnThreads;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes starts fail because the process can start no thread, or only some: its virtual memory has a limit, and there is
 * none left for stacks. Each start must then leave nothing behind, and succeed once there are threads.
 */
final class FewThreads {
    /** The length of each stack, which the JVM must use: so long that the memory for threads can be measured out. */
    static final long STACK = 256L << 20;

    /** What the JVM itself may still take. Less than a stack. */
    private static final long ROOM = STACK / 2;

    /** No start needs more, and a thread for problems. */
    private static final int ENOUGH_THREADS = 4;

    private static final Path PROCESS = Path.of("/proc/self");
    private static final MatchSettings ALONE =
            MatchSettings.of("sum", SumWorld.LAYOUT, 1).rate(200).axes(2);

    private final long limit;
    private final Path file;
    private final int port = FreePorts.inARow(1);

    private final List<LockstepTransport> transports = new ArrayList<>();

    /** How many threads the process has that are not Java's. */
    private final int foreign = tasks() - javaThreads();

    private FewThreads(long limit, Path file) {
        this.limit = limit;
        this.file = file;
    }

    /** What is tried. May be called again after it has thrown. */
    @FunctionalInterface
    private interface Start {
        AutoCloseable start() throws Exception;
    }

    /** Arguments: the limit of the virtual memory in bytes, and a file that does not exist. */
    public static void main(String[] arguments) throws Exception {
        new FewThreads(Long.parseLong(arguments[0]), Path.of(arguments[1])).tryAll();
    }

    private void tryAll() throws Exception {
        SumWorld world = new SumWorld();
        tryStart("service", () -> service(world).start());
        try (PhysicsGroup group = PhysicsGroup.builder().open();
                PhysicsService member = service(new SumWorld()).group(group).start()) {
            // A service that closes at once may never get the threads of the group, which stay.
            Await.until(() -> member.metrics().tick() > 0);
            tryStart("group", () -> service(world).group(group).start());
        }
        tryStart("smooth", FewThreads::smooth);
        tryStart("receiver", () -> RemoteStates.builder(SumWorld.LAYOUT).start());
        tryStart("port", () -> SharedPort.listen("127.0.0.1", port));
        tryStart("sequencer", () -> SequencerServer.start(ALONE, atPort().listen()));
        tryStart("session", this::open);
        try (PhysicsService physics = service(new SumWorld()).build()) {
            tryStart("recorder", () -> Recorder.open(physics, file, "sum", "", 0));
            Files.deleteIfExists(file);
            physics.start();
            List<StateReader> others = fill(physics.states());
            tryStart("subscription", () -> physics.events().with().subscribe("few", event -> {}));
            tryStart(
                    "sender",
                    () -> StateSender.builder(physics.states()).port(port).start());
            tryStart("loop", () -> FrameLoop.start(FrameSampler.builder(physics.states()), 100, frame -> {}));
            others.forEach(StateReader::close);
        }
        tryStart("recording", () -> record(world));
        tryStart("match", () -> play(world));
        try (SequencerServer server = SequencerServer.start(ALONE);
                LockstepSession session =
                        LockstepSession.builder(ALONE, server.connectLocal()).open()) {
            MatchService physics = session.start(MatchWorld.of(new SumWorld()));
            tryStart("prediction", () -> session.predict(MatchWorld.of(world)).start());
            physics.close();
        }
    }

    /** Takes the places of all readers but one. */
    private static List<StateReader> fill(StateBuffer states) {
        List<StateReader> readers = new ArrayList<>();
        try {
            while (true) {
                readers.add(states.reader());
            }
        } catch (IllegalStateException full) {
            readers.remove(0).close();
            return readers;
        }
    }

    private static PhysicsBuilder service(SumWorld world) {
        return PhysicsService.builder(world).axes(2).onProblem(told -> {});
    }

    private DirectLockstep atPort() {
        return DirectLockstep.at("127.0.0.1").port(port);
    }

    /** Its close does not join its thread, whose end would free the memory of another one. */
    private static AutoCloseable smooth() {
        Smooth<Object> smooth = Smooth.open(100, seconds -> {}, (body, pose) -> {});
        return () -> {
            smooth.close();
            Await.until(() -> OwnThreads.named("freestep-smooth").isEmpty());
        };
    }

    private AutoCloseable open() {
        LockstepTransport transport = atPort().connect();
        // Otherwise, a garbage collection may close it.
        transports.add(transport);
        return LockstepSession.builder(ALONE, transport).open();
    }

    private AutoCloseable record(SumWorld world) throws IOException {
        PhysicsService physics = service(world).build();
        try (physics;
                Recorder recorder = Recorder.open(physics, file, "sum", "", 0)) {
            physics.start();
            return recorder;
        }
    }

    private static AutoCloseable play(SumWorld world) {
        SequencerServer server = SequencerServer.start(ALONE);
        try (LockstepSession session =
                LockstepSession.builder(ALONE, server.connectLocal()).open()) {
            session.start(MatchWorld.of(world)).close();
            return server;
        } catch (Throwable t) {
            server.close();
            throw t;
        }
    }

    private void tryStart(String name, Start start) throws Exception {
        // Loads the classes, for which the JVM opens files.
        start.start().close();
        Files.deleteIfExists(file);
        assertFalse(isStarted(name, start, 0), name);
        for (int threads = 1; threads < ENOUGH_THREADS; threads++) {
            isStarted(name, start, threads);
        }
        assertTrue(isStarted(name, start, ENOUGH_THREADS), name);
    }

    /** Tries a start with some threads, and once more if it was refused. Returns whether it was not. */
    private boolean isStarted(String name, Start start, int threads) throws Exception {
        List<String> own = ownThreads();
        int files = openFiles();
        Thread hog = hog(threads);
        AutoCloseable started = null;
        try {
            started = start.start();
        } catch (OutOfMemoryError noThread) {
            // As planned.
        } finally {
            LockSupport.unpark(hog);
            hog.join();
            // The next start needs that memory.
            settle();
        }
        boolean isStarted = started != null;
        AutoCloseable again = isStarted ? started : start.start();
        again.close();
        Files.deleteIfExists(file);
        String where = name + " with " + threads + " threads leaves ";
        // A thread of the attempt before may have been about to end.
        Await.until(() -> own.containsAll(ownThreads()), () -> where + ownThreads());
        Await.until(() -> openFiles() <= files, () -> where + (openFiles() - files) + " open files");
        return isStarted;
    }

    /** Takes all memory but that of some threads. */
    private Thread hog(int threads) throws IOException, InterruptedException {
        settle();
        long taken = Files.readAllLines(PROCESS.resolve("status")).stream()
                        .filter(line -> line.startsWith("VmSize:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                << 10;
        return thread(limit - taken - threads * STACK - ROOM, LockSupport::park);
    }

    /** Waits until the memory of ended threads is free, also that of the thread for problems, which ends after 1 s. */
    private void settle() throws InterruptedException {
        awaitEnds();
        // The system keeps the stack of the last thread until another one has ended.
        thread(1 << 20, () -> {}).join();
        awaitEnds();
    }

    /** Waits until the system has ended all threads that Java has. */
    private void awaitEnds() {
        Await.until(() -> !isTelling() && tasks() == foreign + javaThreads());
    }

    private static Thread thread(long stack, Runnable work) {
        Thread thread = new Thread(null, work, "hog", stack);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static List<String> ownThreads() {
        return OwnThreads.named("freestep-");
    }

    private static boolean isTelling() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("freestep-problems"));
    }

    private static int javaThreads() {
        return Thread.getAllStackTraces().size();
    }

    private static int tasks() {
        return count("task");
    }

    private static int openFiles() {
        return count("fd");
    }

    private static int count(String folder) {
        return Objects.requireNonNull(new File(PROCESS.toFile(), folder).list()).length;
    }
}
