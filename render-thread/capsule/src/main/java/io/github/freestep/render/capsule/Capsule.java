package io.github.freestep.render.capsule;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Threads;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsRun;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.recording.AtomicFiles;
import io.github.freestep.physics.recording.RecordingException;
import io.github.freestep.physics.recording.RecordingRing;
import io.github.freestep.problem.Problem;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.capsule.CapsuleFile.Kind;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.log.FlightRing;
import io.github.freestep.render.trace.log.MotionLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes one file that shows a bug: a saved world, the input and commands since, and when ticks and frames were made,
 * of the last 20 to 25 seconds. It does so by itself if motion was uneven, if a step fails or hangs, or if a
 * {@linkplain #watchMatch match} differs, and whenever {@link #write} is called. Safe for use by any threads.
 *
 * <pre>{@code
 * PhysicsService physics = PhysicsService.builder(world).build();
 * Capsule capsule = Capsule.open(physics, folder, "pinball", "table=3", seed);
 * physics.start();
 * FrameSampler frames = FrameSampler.builder(physics.states()).listener(capsule.listener()).open();
 * ...
 * capsule.close(); // after the service
 * }</pre>
 *
 * <p>The physics thread saves the world every 5 seconds, as a {@link RecordingRing} says, and all else happens on a
 * thread of its own. It records with JDK Flight Recorder.
 *
 * <p>To look only at times, use a recording of JDK Flight Recorder and a {@link MotionReport}.
 */
public final class Capsule implements AutoCloseable {
    /** No bug needs more, and the disk is the player's. */
    private static final int MOST_FILES = 10;

    /** So that a failure after many stutters is written, too. */
    private static final int MOST_STUTTERS = 5;

    /** How long after the first file one for uneven motion may follow. */
    private static final long BETWEEN_NANOS = 60_000_000_000L;

    private static final long NAP_NANOS = 500_000_000;

    /** What comes just after a failure helps to explain it. */
    private static final long AFTER_NANOS = 1_000_000_000;

    /** A stutter that happens again is seen more closely. */
    private static final long AFTER_STUTTER_NANOS = FlightRing.CLOSE_NANOS;

    private static final long CLOSE_NANOS = 10_000_000_000L;

    private static final FileAttribute<?> OWNERS_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final PhysicsRun physics;
    private final Path folder;
    private final @Nullable RecordingRing ring;
    private final Output output;
    private final FlightRing times = new FlightRing();
    private @Nullable EventReader events;
    private volatile boolean omitsMessages;
    private volatile LongSupplier differedTick = () -> -1;
    private long seenDifference = -1;
    private long seenHangs;
    private long seenTick;
    private final Thread thread = new Thread(this::run, "freestep-capsule");
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    /** What is to be written, and since when; null for nothing. For the thread. */
    private @Nullable Trigger trigger;

    private long lastNanos = System.nanoTime() - BETWEEN_NANOS;
    private int files;

    private record Trigger(Kind kind, String reason, long tick, long atNanos) {
        long afterNanos() {
            return kind == Kind.STUTTER ? AFTER_STUTTER_NANOS : AFTER_NANOS;
        }
    }

    /** Writes a file as a whole: {@link AtomicFiles}, or in tests a full disk. */
    @FunctionalInterface
    interface Output {
        void write(Path file, AtomicFiles.Content content) throws IOException;
    }

    private Capsule(PhysicsRun physics, Path folder, @Nullable RecordingRing ring, Output output) {
        this.physics = physics;
        this.folder = folder;
        this.ring = ring;
        this.output = output;
        seenHangs = physics.metrics().hungSteps();
        seenTick = physics.metrics().tick();
        thread.setDaemon(true);
    }

    /** Begins to watch. If that fails, nothing stays open, because nobody could close it. */
    static Capsule watch(PhysicsRun physics, Path folder, @Nullable RecordingRing ring, Output output) {
        Capsule capsule = new Capsule(physics, folder, ring, output);
        try {
            capsule.times.start();
            capsule.events = physics.events().with(PhysicsEvent.Kind.FAULT).open();
            capsule.thread.start();
            return capsule;
        } catch (Throwable e) {
            capsule.close();
            throw e;
        }
    }

    /**
     * Watches a run from now on. It writes at most ten files by itself. After the first, it waits a minute before it
     * writes another for uneven motion, and twice as long after each further one, of up to five in all. They have the
     * names {@code bug-1.freestep} and so on, of which it leaves out those that exist. A file is empty until all of it
     * has been written.
     *
     * @param physics a service or a stepper; if its simulation does not restore exactly, one that has not begun
     * @param folder where to write files; it must exist
     * @param simulation a name of the simulation, for the replay
     * @param settings how to set the simulation up again, in a format of your own
     * @param seed the seed of its random numbers
     * @return a capsule, to be closed
     * @throws IllegalArgumentException if the folder does not exist, or as for {@link RecordingRing#open}
     */
    public static Capsule open(PhysicsRun physics, Path folder, String simulation, String settings, long seed) {
        requireFolder(folder);
        return watch(physics, folder, RecordingRing.open(physics, simulation, settings, seed), AtomicFiles::write);
    }

    /**
     * Watches a run, and writes only times: no worlds, no input and no commands, so nothing can be replayed.
     *
     * @param physics a service or a stepper
     * @param folder where to write files; it must exist
     * @return a capsule, to be closed
     * @throws IllegalArgumentException if the folder does not exist
     */
    public static Capsule ofTimes(PhysicsRun physics, Path folder) {
        requireFolder(folder);
        return watch(Objects.requireNonNull(physics, "physics must not be null"), folder, null, AtomicFiles::write);
    }

    /**
     * Creates a listener for one sampler, which then records as {@link MotionEvents#listener} says. Files have the
     * times of these samplers, and this capsule looks only at them for uneven motion.
     *
     * @return a listener, to be passed to one sampler
     */
    public FrameListener listener() {
        return times.listener();
    }

    private static void requireFolder(Path folder) {
        if (!Files.isDirectory(Objects.requireNonNull(folder, "folder must not be null"))) {
            throw new IllegalArgumentException("folder must exist, was " + folder + "; create it first");
        }
    }

    /**
     * Also writes a file when the states of the players of a match differ, so that each side has what it computed:
     *
     * <pre>{@code
     * capsule.watchMatch(session::differedTick);
     * }</pre>
     *
     * @param newestDifference returns the newest tick at which they differed, -1 while none has; called on the thread
     *     of this capsule, twice a second
     */
    public void watchMatch(LongSupplier newestDifference) {
        differedTick = Objects.requireNonNull(newestDifference, "newestDifference must not be null");
    }

    /**
     * Leaves the messages of exceptions out of the files, which then have only the names of their classes. Otherwise, a
     * file has the whole messages of the exception for which it was written, and of those in the recorded run. A
     * message may contain what nobody else may know, such as a name or a password, and a player may send the file to
     * anybody. Call it before the run begins, because what was kept before stays.
     */
    public void omitMessages() {
        omitsMessages = true;
        if (ring != null) {
            ring.omitMessages();
        }
    }

    private void run() {
        while (!stopped) {
            LockSupport.parkNanos(this, NAP_NANOS);
            look();
            if (trigger != null && System.nanoTime() - trigger.atNanos >= trigger.afterNanos()) {
                writeTriggered();
            }
        }
        look();
        writeTriggered();
    }

    private void look() {
        try {
            lookForTrigger();
        } catch (Throwable e) {
            // Such as a full heap: the thread must still be there when the run fails.
            failure = e;
        }
    }

    /** Looks for a reason to write. The first one counts, unless a failure follows a stutter. */
    private void lookForTrigger() {
        if (!stopped) {
            times.adapt(System.nanoTime());
        }
        long stutters = times.newStutters();
        if (stutters > 0) {
            trigger(Kind.STUTTER, "motion was uneven", physics.metrics().tick());
        }
        events.poll(event -> trigger(Kind.FAILURE, message(event.cause()), event.tick()));
        // Before the hangs, because a call that hangs may return in between, and more ticks may come.
        long tick = physics.metrics().tick();
        long hangs = physics.metrics().hungSteps();
        if (hangs > seenHangs) {
            seenHangs = hangs;
            // The service itself is healthy if the call was a callback, or has returned meanwhile. Otherwise, what it
            // says may have the message of an exception.
            String health = physics.health();
            String reason = health.startsWith("healthy") || omitsMessages ? "a call did not return in time" : health;
            // It has hung since before the last look, because looks come more often than calls are given time.
            trigger(Kind.HANG, reason, seenTick + 1);
        }
        seenTick = tick;
        long differed = differedTick.getAsLong();
        if (differed > seenDifference) {
            seenDifference = differed;
            trigger(Kind.DIFFERENCE, "the states of the players differed", differed);
        }
    }

    /** The message of an exception of the user's, which may have code of its own. */
    private String message(Throwable cause) {
        try {
            Throwable deeper = Objects.requireNonNullElse(cause.getCause(), cause);
            return omitsMessages ? deeper.getClass().getName() : String.valueOf(cause.getMessage());
        } catch (Throwable e) {
            return cause.getClass().getName();
        }
    }

    private void trigger(Kind kind, String reason, long tick) {
        if (trigger == null || trigger.kind == Kind.STUTTER && kind != Kind.STUTTER) {
            trigger = new Trigger(kind, reason, tick, System.nanoTime());
        }
    }

    private void writeTriggered() {
        Trigger now = trigger;
        trigger = null;
        if (now == null || files == MOST_FILES) {
            return;
        }
        // A stutter may be one of many, but a step fails once, and perhaps soon after a stutter.
        if (now.kind == Kind.STUTTER && isEnough(files, System.nanoTime() - lastNanos)) {
            return;
        }
        lastNanos = System.nanoTime();
        try {
            Path file = reserve();
            try {
                write(file, now.kind, now.reason, now.tick);
            } catch (Throwable e) {
                release(file);
                throw e;
            }
            files++;
        } catch (Throwable e) {
            // Catches errors, too, such as of a full heap, which must cost nothing else.
            failure = e;
            Journal<?> run = Inside.of(physics.events());
            run.problems.report(
                    Problem.Kind.RECORDING_FAILED, "a file that shows \"" + now.reason + "\" was not written", e);
        }
    }

    /**
     * Whether there are enough files, so that none is written for uneven motion now. The wait doubles with each,
     * because a file takes more processor time than the rest of half a minute, and some games always stutter.
     *
     * @param files how many this capsule has written
     * @param sinceNanos how long ago it began to write the newest
     */
    static boolean isEnough(int files, long sinceNanos) {
        return files >= MOST_STUTTERS || sinceNanos < BETWEEN_NANOS << Math.max(0, files - 1);
    }

    /** Creates an empty file, so that no other capsule of this folder takes its name. */
    private Path reserve() throws IOException {
        boolean isPosix = Files.getFileAttributeView(folder, PosixFileAttributeView.class) != null;
        FileAttribute<?>[] ownersOnly = isPosix ? new FileAttribute<?>[] {OWNERS_ONLY} : new FileAttribute<?>[0];
        for (int number = 1; ; number++) {
            Path file = folder.resolve("bug-" + number + ".freestep");
            try {
                return Files.createFile(file, ownersOnly);
            } catch (FileAlreadyExistsException e) {
                // The next name may be free.
            } catch (IOException e) {
                throw new IOException(
                        file + " could not be written: " + e + "; check that its folder exists, that you may write to"
                                + " it, and that the disk has room",
                        e);
            }
        }
    }

    /** Deletes a file without content. It has content if only its folder could not be forced to the disk. */
    private static void release(Path file) {
        try {
            if (Files.size(file) == 0) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // The exception that is on its way says more.
        }
    }

    /**
     * Writes a file now, such as when the player asks for it. Waits for the disk and for the recorder, usually for less
     * than a second, so call it on a thread that may wait.
     *
     * @param file the file to create or to replace, as a whole
     * @throws IOException if it could not be written, so that its old content is as before
     */
    public void write(Path file) throws IOException {
        write(
                Objects.requireNonNull(file, "file must not be null"),
                Kind.DEMAND,
                "it was asked for",
                physics.metrics().tick());
    }

    private synchronized void write(Path file, Kind kind, String reason, long tick) throws IOException {
        InputStream run = null;
        String without = "";
        try {
            run = ring == null ? null : ring.content();
        } catch (RecordingException e) {
            // The times alone may explain it.
            without = "; without the run: " + e.getMessage();
        }
        List<MotionLog> logs = List.of();
        try {
            logs = times.logs();
        } catch (IOException e) {
            // The run alone may explain it, and the recorder needs room in the folder for temporary files.
            without += "; without times: " + message(e);
        }
        output.write(file, CapsuleFile.content(kind, reason, without, tick, run, logs));
    }

    /**
     * Returns why this capsule could not write a file by itself, also if a later file was written. {@link #write}
     * throws instead.
     *
     * @return the newest such reason; null if no file has failed
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Writes what is due, and ends. To get the file of a failure that ended the run, close it after the run. */
    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread && !Threads.join(thread, CLOSE_NANOS)) {
            failure = new IOException("the last file was not finished in " + CLOSE_NANOS / 1_000_000_000
                    + " s; use a faster disk, or look for what holds up the thread " + thread.getName());
        }
        if (events != null) {
            events.close();
        }
        times.close();
        if (ring != null) {
            ring.close();
        }
    }
}
