package io.github.freestep.physics.recording;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.Events;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.journal.JournalReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Writes everything that enters a simulation to a file. The physics thread copies it into a ring, and adds a hash of each
 * state; a daemon thread of the recorder writes the file. Safe for use by any number of threads; only {@link #close} blocks.
 *
 * <pre>{@code
 * PhysicsService physics = PhysicsService.builder(world).build();
 * try (physics; Recorder recorder = Recorder.open(physics, file, "pinball", "table=3", seed)) {
 *     physics.start();
 *     ...
 * }
 * }</pre>
 *
 * <p>If the disk does not keep up, is full or fails, the recording ends as incomplete, and the simulation goes on.
 * {@link #failure} names the last tick in the file. A full disk keeps all ticks that fit.
 *
 * <p>A {@link Replay} runs the recording again, up to the first command that is no {@link PortableCommand}.
 */
public final class Recorder implements AutoCloseable {
    /** 9 MB: enough for half a minute of a thousand inputs a second, if the disk takes so long. */
    private static final int CAPACITY = 1 << 16;

    private static final int MOST_CAPACITY = 1 << 20;

    /** The thread polls: waking it in every tick would be a system call for the physics thread. */
    private static final long NAP_NANOS = 5_000_000;

    private static final long CLOSE_NANOS = 5_000_000_000L;

    private final Path file;
    private final RecordingHandler handler;
    private final JournalReader journal;
    private final Thread thread = new Thread(this::run, "freestep-recorder");
    private volatile boolean stopped;
    private volatile @Nullable RecordingException failureSeen;

    private final Object lock = new Object();

    /** Guarded by the lock. */
    private boolean closed;

    private Recorder(Path file, BlockWriter.Disk disk, RecordingHeader header, Events events, int capacity)
            throws IOException {
        this.file = file;
        journal = Journal.of(events).open(capacity);
        try {
            handler = new RecordingHandler(
                    RecordingWriter.create(file, header, disk), header.run().mergedTicks());
        } catch (Throwable e) {
            journal.close();
            throw e;
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** Writes until the run ends, the recorder is closed, or no more can be written. */
    private void run() {
        boolean last;
        do {
            // Before the entries are taken: those that came before the stop are then among them.
            last = stopped;
            journal.handOut(handler);
            handler.flushInTime();
            if (!last && journal.isOpen()) {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        } while (!last && journal.isOpen() && !handler.hasEnded());
        journal.close();
        handler.end();
    }

    /**
     * Records a run from its first tick on. Close the recorder first, or the run: what was ticked by then is recorded.
     * A run that does not begin at tick 0 can't be recorded, and is a {@link #failure} at once. What a stepper's host
     * does to the bodies by itself is not recorded: let it be a command.
     *
     * @param physics a service that is not started yet, or a stepper that has not ticked yet
     * @param file to be made
     * @param simulation which simulation it is
     * @param settings how to set it up again, in its own words
     * @param seed of its random numbers
     * @return to be closed
     * @throws IOException if the file exists already, and it is left as it is; or if it can't be created, and none
     *     is left behind
     * @throws IllegalStateException if the service was started before, or the stepper has ticked before
     * @throws IllegalArgumentException for a simulation or settings beyond the limits of {@link RecordingHeader}
     */
    public static Recorder open(Physics physics, Path file, String simulation, String settings, long seed)
            throws IOException {
        Objects.requireNonNull(physics, "physics must not be null");
        return open(physics, file, RecordingWriter::newFile, simulation, settings, seed, capacity(physics.settings()));
    }

    /** With room for a number of events, and to a disk that may fail. */
    static Recorder open(
            Physics physics,
            Path file,
            BlockWriter.Disk disk,
            String simulation,
            String settings,
            long seed,
            int capacity)
            throws IOException {
        boolean first = physics instanceof InlineStepper
                ? physics.metrics().tick() == 0
                : physics.status() == Physics.Status.NEW;
        if (!first) {
            throw new IllegalStateException("a recording must begin with the first tick, which is over;"
                    + " make the recorder before start() or the first step");
        }
        RecordingHeader header =
                new RecordingHeader(physics.settings(), physics.states().layout(), simulation, settings, seed);
        return new Recorder(file, disk, header, physics.events(), capacity);
    }

    /** A tick behind a pause can have all the input that could wait. */
    static int capacity(RunSettings run) {
        return Math.max(CAPACITY, Math.min(MOST_CAPACITY, 4 * Integer.highestOneBit(run.inputCapacity())));
    }

    /**
     * The number of the newest tick that is recorded. A host that steps faster than real time must wait when the
     * recorder is too far behind: there is room for 65,536 inputs, commands, hashes and ticks.
     *
     * @return a tick, or 0
     */
    public long tick() {
        return handler.tick();
    }

    /**
     * Why a replay will not reach the end of the run; known while the run goes on. There are two causes:
     *
     * <ul>
     *   <li>The disk fell behind, is full or failed. Then the recording has ended, and the message names the last tick in
     *       the file.
     *   <li>A command ran that has no written form, such as a lambda. Then the recording goes on, and the message names the
     *       command's class and the last tick that a replay can reach.
     * </ul>
     *
     * @return null as long as there is none; a later failure is another exception, whose message has all of them
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable RecordingException failure() {
        RecordingException failure = handler.failure();
        failureSeen = failure;
        return failure;
    }

    /**
     * Writes all entries so far, and ends the recording. A second call does nothing. An interrupt does not end the wait, and
     * its flag stays.
     *
     * @throws UncheckedIOException if there is a {@link #failure} that no call has returned yet; also if the file
     *     was deleted or changed by another program, which is noticed here at the latest
     * @throws IllegalStateException if the disk does not answer within 5 seconds; the cause shows where it hangs
     */
    @Override
    public void close() {
        synchronized (lock) {
            if (!closed) {
                closed = true;
                end();
            }
        }
    }

    private void end() {
        stopped = true;
        LockSupport.unpark(thread);
        if (!Threads.join(thread, CLOSE_NANOS)) {
            throw new IllegalStateException(
                    "the recording " + file + " could not be ended within " + CLOSE_NANOS / 1_000_000
                            + " ms; its thread ends when the disk answers",
                    Threads.where(thread));
        }
        RecordingException seen = failureSeen;
        RecordingException failure = failure();
        if (failure != null && failure != seen) {
            throw new UncheckedIOException(new RecordingException(
                    "the recording " + file + " is not whole: " + failure.getMessage(), failure));
        }
    }
}
