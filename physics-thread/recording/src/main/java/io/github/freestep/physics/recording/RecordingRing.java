package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsRun;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last 20 seconds of a run in memory, so that they can be written as a recording once something has gone
 * wrong. Safe for use by any threads.
 *
 * <pre>{@code
 * RecordingRing ring = RecordingRing.open(physics, "pinball", "table=3", seed);
 * ...
 * ring.write(Path.of("bug.rec")); // Replay.open(...) begins 20 to 25 s before
 * }</pre>
 *
 * <p>The physics thread saves the world every 5 seconds between two ticks, as for a keyframe of a {@link Recorder}, and
 * otherwise only copies into a ring. The recording begins with the newest saved world that is at least 20 seconds old.
 * A world that does not {@linkplain SavableSimulation#restoresExactly restore exactly} is never saved, so the recording
 * then begins with the run, as long as all that has entered it fits into 2 MB. Once a save is above 64 MB, no other is
 * tried, because each would hold up a tick, and the run's problems say so. The recording then begins with the last
 * saved world that fitted, or with the run, as long as what has entered since then fits into these 64 MB.
 *
 * <p>To have all of a run, use a {@link Recorder}.
 */
public final class RecordingRing implements AutoCloseable {
    static final Duration KEPT = Duration.ofSeconds(20);
    static final Duration SAVES_EVERY = Duration.ofSeconds(5);

    /** Of saved worlds and entries together. A larger world has fewer seconds. */
    private static final int MOST_BYTES = 64 << 20;

    private static final int MOST_BYTES_WITHOUT_SAVES = 2 << 20;

    private static final String NOT_EXACT = "this world is not saved, because it does not restore exactly, and more has"
            + " entered the run than the 2 MB that are kept; use a Recorder";

    /** The ring of the physics thread holds more than a second of a thousand inputs per tick. */
    private static final long NAP_NANOS = 200_000_000;

    private static final long CLOSE_NANOS = 5_000_000_000L;

    /** Null if the world is never saved. */
    private final @Nullable KeyframeSaver saver;

    private final RingBlocks blocks;
    private final RecordingHandler handler;
    private final JournalReader journal;
    private final Thread thread = new Thread(this::run, "freestep-ring");
    private final Object lock = new Object();
    private volatile boolean stopped;

    private RecordingRing(
            RecordingHeader header, Journal<PhysicsContext> run, boolean saves, boolean begins, int capacity) {
        long every = KeyframeSaver.ticks(header.run().rate(), SAVES_EVERY);
        saver = saves ? new KeyframeSaver(run.context(), every, begins ? 0 : -every, MOST_BYTES) : null;
        long kept = KeyframeSaver.ticks(header.run().rate(), KEPT);
        blocks = new RingBlocks(header, kept, saves ? MOST_BYTES : MOST_BYTES_WITHOUT_SAVES, begins);
        journal = RunJournal.of(run).open(capacity, saver);
        handler = new RecordingHandler(
                new RecordingWriter(blocks),
                saver,
                failure -> run.problems.report(
                        Problem.Kind.RECORDING_FAILED, "the last seconds of the run are not kept whole", failure));
        thread.setDaemon(true);
    }

    /**
     * Keeps the last seconds of a run from now on.
     *
     * @param physics a service or a stepper; if its simulation does not restore exactly, one that has not begun
     * @param simulation a name of the simulation, for the replay
     * @param settings how to set the simulation up again, in a format of your own
     * @param seed the seed of its random numbers
     * @return a ring, to be closed
     * @throws IllegalArgumentException if the simulation does not restore exactly, and the run has begun, or begins
     *     with another world than that of its set-up; or if the simulation's name or settings, or what its {@code
     *     computedBy} returns, are beyond the limits of {@link RecordingHeader}
     */
    public static RecordingRing open(PhysicsRun physics, String simulation, String settings, long seed) {
        Objects.requireNonNull(physics, "physics must not be null");
        Journal<PhysicsContext> run = Inside.of(physics.events());
        boolean saves =
                run.context().world(Simulation.class) instanceof SavableSimulation savable && savable.restoresExactly();
        boolean begins =
                run.startTick() == 0 && !run.isStarted() && physics.metrics().tick() == 0;
        if (!saves && !begins) {
            throw new IllegalArgumentException("a run that has begun must have a simulation that restores exactly,"
                    + " because its last seconds begin with a saved world, was "
                    + run.context().world(Simulation.class).getClass().getName()
                    + "; open the ring before the run begins");
        }
        RecordingHeader header = RecordingHeader.of(physics, simulation, settings, seed);
        RecordingRing ring =
                new RecordingRing(header, run, saves, begins, Recorder.capacity(physics.settings(), Recorder.RING));
        try {
            ring.thread.start();
        } catch (Throwable e) {
            ring.journal.close();
            throw e;
        }
        return ring;
    }

    private void run() {
        while (!stopped && journal.isOpen()) {
            synchronized (lock) {
                poll();
            }
            LockSupport.parkNanos(this, NAP_NANOS);
        }
    }

    private void poll() {
        journal.poll(handler);
        handler.begins(blocks.firstTick());
    }

    /**
     * Returns the last seconds of the run until now, as the content of a recording. If the newest step has failed, a
     * replay fails in it, too. May also be called once the run has ended, or this ring was closed. The content is that
     * of this ring and not a copy, so read it soon: until then, its memory stays in use.
     *
     * @return a recording, as {@link Replay} reads it from a file; for one thread
     * @throws RecordingException if nothing is kept from which a replay could begin, because no world was saved yet, a
     *     save was above 64 MB, or too much has entered the run since; or if the ring has ended, as {@link #failure}
     *     says
     */
    public InputStream content() throws RecordingException {
        synchronized (lock) {
            poll();
            RecordingException failure = handler.failure;
            // Only a failure ends a ring.
            if (handler.hasEnded && failure != null) {
                throw new RecordingException(failure.getMessage() + "; open another ring for this run", failure);
            }
            blocks.flush();
            String notSaved = saver != null && saver.hasStopped() && failure != null
                    ? failure.getMessage() + "; use a Recorder, or let the world save less"
                    : null;
            blocks.requireKept(saver != null ? notSaved : NOT_EXACT);
            return blocks.recording(Math.max(0, handler.faultTick - handler.tick), "the last seconds end here");
        }
    }

    /**
     * Writes the last seconds of the run to a file, as a whole, like {@link AtomicFiles#write}. Waits for the disk, so
     * call it on a thread that may wait.
     *
     * @param file the file to create or to replace
     * @throws IOException if there is nothing to write, as {@link #content} says, or if the file could not be written
     */
    public void write(Path file) throws IOException {
        AtomicFiles.write(file, content()::transferTo);
    }

    /**
     * Leaves the messages of exceptions out of what is kept from now on, which then has only the names of their
     * classes. A message may have what nobody else may know, such as a name or a password.
     */
    public void omitMessages() {
        handler.omitsMessages = true;
    }

    /**
     * Returns why a replay of the last seconds will not reach their end, such as a command without a written form, or
     * why this ring has ended.
     *
     * @return null if nothing is known to prevent it
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable RecordingException failure() {
        return handler.failure;
    }

    /** Stops to keep what happens. What is kept can still be written. A second call does nothing. */
    @Override
    public void close() {
        stopped = true;
        synchronized (lock) {
            poll();
            journal.close();
        }
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            Threads.join(thread, CLOSE_NANOS);
        }
    }
}
