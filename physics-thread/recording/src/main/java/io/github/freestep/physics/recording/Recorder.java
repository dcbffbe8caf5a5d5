package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsRun;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Records in a file everything that enters a simulation, and a hash of each state, so that a {@link Replay} can repeat
 * the run. Safe for use by any number of threads; only {@link #close} blocks.
 *
 * <pre>{@code
 * PhysicsService physics = PhysicsService.builder(world).build();
 * try (physics; Recorder recorder = Recorder.open(physics, file, "pinball", "table=3", seed)) {
 *     physics.start();
 *     ...
 * }
 * }</pre>
 *
 * <p>No fault of the disk stops the simulation: the physics thread only copies into a ring, and a daemon thread writes
 * the file. {@link #failure} reports each fault, and so does a {@link Problem} of the run. The page of the artifact
 * says what is in the file then. A replay ends at the first command that is not a {@link PortableCommand}.
 *
 * <p>To save a world at one moment, use {@link SavableSimulation} instead.
 */
public final class Recorder implements AutoCloseable {
    /**
     * The number of entries in the ring, which takes 9 MB. At 1,000 inputs per second, it is enough if the disk blocks
     * for half a minute.
     */
    static final int RING = 1 << 16;

    private static final Duration LEAST_INTERVAL = Duration.ofMillis(1);
    private static final Duration MOST_INTERVAL = Duration.ofDays(1);

    private static final int MOST_CAPACITY = 1 << 20;

    /**
     * The time between polls. The thread polls, because waking it in every tick would be a system call for the
     * physics thread.
     */
    private static final long NAP_NANOS = 5_000_000;

    private static final long CLOSE_NANOS = 5_000_000_000L;

    private final Path file;
    private final PhysicsRun physics;
    private final RecordingHandler handler;
    private final JournalReader journal;
    private final Reporter problems;
    private final Thread thread = new Thread(this::run, "freestep-recorder");
    private volatile boolean stopped;
    private final Object lock = new Object();

    /** Guarded by the lock. */
    private boolean closed;

    private Recorder(
            Path file, PhysicsRun physics, RecordingHandler handler, JournalReader journal, Reporter problems) {
        this.file = file;
        this.physics = physics;
        this.handler = handler;
        this.journal = journal;
        this.problems = problems;
        thread.setDaemon(true);
    }

    /** Writes until the run ends, the recorder is closed, or no more can be written. */
    private void run() {
        boolean last;
        do {
            // Read before the entries are taken, so that all entries from before the stop are among them.
            last = stopped;
            journal.poll(handler);
            handler.flushInTime();
            if (!last && journal.isOpen()) {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        } while (!last && journal.isOpen() && !handler.hasEnded);
        journal.close();
        handler.end(physics.failure());
    }

    /**
     * Starts to record a run, which must not have begun. The recorder and the run may be closed in either order. The
     * recording has all ticks up to the first of the two closes. A run that begins with another world than that of its
     * set-up can't be recorded, because the file has no saved world for a replay to begin with. If a stepper's host
     * changes bodies outside of commands, the recording does not have these changes; use commands instead. If the
     * system has no thread for the recorder or for the service, no file is left behind, so the next attempt can use its
     * name.
     *
     * @param physics a service that is not yet started, or a stepper that has run no tick and no command
     * @param file the file to create; it must not exist
     * @param simulation a name of the simulation, for the replay
     * @param settings how to set the simulation up again, in a format of your own
     * @param seed the seed of its random numbers
     * @return a recorder, to be closed
     * @throws IOException if the file exists, in which case it is not changed; or if it can't be created, in which case
     *     no file is left behind
     * @throws IllegalStateException if the service was started, or the stepper has run a tick or a command
     * @throws IllegalArgumentException if the run begins with another world than that of its set-up, by {@link
     *     PhysicsBuilder#startAt} or {@code from}; or if the simulation's name or settings, or what its {@code
     *     computedBy} returns, are beyond the limits of {@link RecordingHeader}
     */
    public static Recorder open(PhysicsRun physics, Path file, String simulation, String settings, long seed)
            throws IOException {
        Objects.requireNonNull(physics, "physics must not be null");
        int capacity = capacity(physics.settings(), RING);
        return open(physics, file, RecordingBlockWriter::newFile, simulation, settings, seed, capacity, null);
    }

    /**
     * Starts to record a run like {@link #open(PhysicsRun, Path, String, String, long)}, and also saves the world from
     * time to time. A {@link ReplaySimulation} then goes to any tick in bounded time: it restores the nearest saved
     * world before that tick, and replays at most one interval.
     *
     * <p>The physics thread saves the world between two ticks, and allocates only then. Saving a pile of 1,000 Jolt
     * boxes takes it about 0.8 ms, and 400 kB of the file. If the disk is slow, keyframes are late. If one can't be
     * saved or written, {@link #failure} says so, and the recording continues without keyframes.
     *
     * @param physics a service that is not yet started, or a stepper that has run no tick and no command; its
     *     simulation must be a {@link SavableSimulation} that {@linkplain SavableSimulation#restoresExactly restores
     *     exactly}
     * @param file the file to create; it must not exist
     * @param simulation a name of the simulation, for the replay
     * @param settings how to set the simulation up again, in a format of your own
     * @param seed the seed of its random numbers
     * @param keyframesEvery the simulation time from one saved world to the next, from 1 ms to 1 day; at least a tick
     * @return a recorder, to be closed
     * @throws IOException if the file exists, in which case it is not changed; or if it can't be created, in which case
     *     no file is left behind
     * @throws IllegalStateException if the run has begun
     * @throws IllegalArgumentException if the simulation is not such a one or the interval is out of its range; and for
     *     the reasons of {@link #open(PhysicsRun, Path, String, String, long)}
     */
    public static Recorder open(
            PhysicsRun physics, Path file, String simulation, String settings, long seed, Duration keyframesEvery)
            throws IOException {
        Objects.requireNonNull(physics, "physics must not be null");
        int capacity = capacity(physics.settings(), RING);
        KeyframeSaver saver = saver(physics, keyframesEvery);
        return open(physics, file, RecordingBlockWriter::newFile, simulation, settings, seed, capacity, saver);
    }

    static KeyframeSaver saver(PhysicsRun physics, Duration every) {
        Objects.requireNonNull(every, "keyframesEvery must not be null");
        if (every.compareTo(LEAST_INTERVAL) < 0 || every.compareTo(MOST_INTERVAL) > 0) {
            throw new IllegalArgumentException(
                    "keyframesEvery must be between " + LEAST_INTERVAL + " and " + MOST_INTERVAL + ", was " + every);
        }
        Journal<PhysicsContext> journal = Inside.of(physics.events());
        if (!(journal.context().world(Simulation.class) instanceof SavableSimulation savable
                && savable.restoresExactly())) {
            throw new IllegalArgumentException("a simulation with keyframes must be a SavableSimulation that restores"
                    + " exactly, because a replay continues from them, was "
                    + journal.context().world(Simulation.class).getClass().getName() + "; record without keyframes");
        }
        long ticks = KeyframeSaver.ticks(physics.settings().rate(), every);
        return new KeyframeSaver(journal.context(), ticks, 0, Format.MAX_KEYFRAME_BYTES);
    }

    /** For tests: with a given capacity of the ring, and a disk that may fail. */
    static Recorder open(
            PhysicsRun physics,
            Path file,
            RecordingBlockWriter.Disk disk,
            String simulation,
            String settings,
            long seed,
            int capacity,
            @Nullable KeyframeSaver keyframes)
            throws IOException {
        Journal<PhysicsContext> run = Inside.of(physics.events());
        if (run.startTick() > 0) {
            throw new IllegalArgumentException(
                    "a run to record must begin with the world of its set-up, but was begun by"
                            + " startAt or from; record a run from its beginning, or save the world instead");
        }
        boolean isOver = physics.status() == Physics.Status.CLOSED || physics.status() == Physics.Status.FAILED;
        if (run.isStarted() || isOver || physics.metrics().tick() > 0) {
            throw new IllegalStateException("a run to record must not have begun, was " + physics.status() + " at tick "
                    + physics.metrics().tick()
                    + "; open the recorder before start(), or before a stepper runs its first"
                    + " tick or command");
        }
        RecordingHeader header = RecordingHeader.of(physics, simulation, settings, seed);
        JournalReader journal = RunJournal.of(run).open(capacity, keyframes);
        RecordingWriter writer = null;
        try {
            writer = new RecordingWriter(file, header, disk);
            RecordingHandler handler = new RecordingHandler(
                    writer,
                    keyframes,
                    failure -> run.problems.report(
                            Problem.Kind.RECORDING_FAILED, "the recording " + file + " is incomplete", failure));
            Recorder recorder = new Recorder(file, physics, handler, journal, run.problems);
            recorder.thread.start();
            return recorder;
        } catch (Throwable e) {
            journal.close();
            if (writer != null) {
                writer.blocks.remove(e);
            }
            throw e;
        }
    }

    /**
     * Returns a capacity of the ring that is large enough for the first tick after a pause. That tick may get a full
     * queue of inputs, {@link RunSettings#inputCapacity}.
     */
    static int capacity(RunSettings run, int least) {
        return Math.max(least, Math.min(MOST_CAPACITY, 4 * Integer.highestOneBit(run.inputCapacity())));
    }

    /**
     * Returns the newest recorded tick. A host that steps faster than real time must wait if the recorder is too far
     * behind: the ring has room for 65,536 inputs, commands, hashes and ticks.
     *
     * @return a tick's number, or 0
     */
    public long tick() {
        return handler.tick;
    }

    /**
     * Returns why a replay will not reach the end of the run, or will be slow to get there. It is known while the run
     * continues. There are three causes:
     *
     * <ul>
     *   <li>The disk fell behind, is full or failed. Then the recording has ended, and the message names the
     *       last tick in the file.
     *   <li>A command without a written form, such as a lambda, was run. Then the recording continues, and the message
     *       names the command's class and the last tick that a replay can reach.
     *   <li>A keyframe could not be saved or written. Then the recording continues without keyframes. A replay reaches
     *       the end, but replays everything after the last keyframe to get there.
     * </ul>
     *
     * @return null if there is no failure so far; each further failure makes a new exception, whose message
     *     contains all failures
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable RecordingException failure() {
        return handler.failure;
    }

    /**
     * Writes all entries so far, and ends the recording. A second call does nothing. An interrupt does not end the
     * wait, and remains set. Does not throw the {@link #failure}, which says whether the file is complete. That another
     * program has deleted or changed the file is noticed here at the latest.
     *
     * @throws IllegalStateException if the disk does not answer within 5 seconds; the cause shows where the thread
     *     hangs
     */
    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            stopped = true;
            LockSupport.unpark(thread);
            if (!Threads.join(thread, CLOSE_NANOS)) {
                throw new IllegalStateException(
                        "the recorder of " + file + " did not end within " + CLOSE_NANOS / 1_000_000
                                + " ms; its thread ends when the disk answers",
                        Threads.where(thread));
            }
            // The program may end now, and problems that have not been delivered would be lost.
            problems.flush();
        }
    }
}
