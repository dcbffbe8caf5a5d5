package io.github.freestep.render.trace;

import io.github.freestep.internal.Threads;
import io.github.freestep.internal.file.BlockFile;
import io.github.freestep.internal.file.BlockWriter;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.FrameTrace;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.render.trace.codec.TraceRing;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Records the times of all states and frames of a sampler, so that a stutter that happened once can be replayed,
 * plotted and tested against. Safe for use by any number of threads. The sampler's thread copies a few numbers for each
 * frame, wait-free and without allocation. A daemon thread of the trace makes blocks of them: a minute of 100 states
 * and 144 frames per second takes about 83 kB, and at most 95 kB on a busy machine, without display times and
 * without frame times of the host.
 *
 * <p>A trace has times and no poses: when each state was due, begun and published, when each frame was made, and when
 * the display showed it, if the host {@linkplain FrameSampler#displayed reports that}. From
 * these a {@link MotionReport} computes what each frame showed, to the last bit, and says in words what happened.
 *
 * <p>There are two kinds. {@link #openLast} keeps the last minute in memory, for games that are shipped. {@link #open}
 * writes all of it to a file, and may run for hours.
 *
 * <pre>{@code
 * MotionTrace trace = MotionTrace.openLast(Duration.ofMinutes(1));
 * FrameSampler frames = FrameSampler.builder(physics.states()).trace(trace).open();
 * ...
 * trace.save(Path.of("stutter.motion"));
 * }</pre>
 */
public final class MotionTrace extends FrameTrace implements AutoCloseable {
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofHours(1);
    private static final int MOST_FILES = 1_000;
    private static final long NAP_NANOS = 50_000_000;
    private static final long CLOSE_NANOS = 5_000_000_000L;

    private final MotionTap tap;

    /** Guarded by itself: the sampler's thread never takes it. */
    private final TraceSink sink;

    private final Thread thread = new Thread(this::run, "freestep-motion");
    private volatile boolean stopped;

    /** Guarded by this. */
    private boolean attached;

    private boolean closed;

    private MotionTrace(TraceSink sink) {
        this.sink = sink;
        TraceRing ring = new TraceRing();
        tap = new MotionTap(ring);
        sink.reads(ring);
        thread.setDaemon(true);
    }

    /**
     * Opens a trace that keeps the newest frames in memory until it is asked to save them. It takes as much memory as
     * its files, and at most 16 MB.
     *
     * @param span how much to keep, from 1 second to 1 hour. Usually a trace has up to 15 seconds more
     * @return a trace, to be closed
     * @throws IllegalArgumentException if the span is out of that range
     */
    public static MotionTrace openLast(Duration span) {
        Objects.requireNonNull(span, "span must not be null");
        if (span.compareTo(LEAST) < 0 || span.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("span must be between " + LEAST + " and " + MOST + ", was " + span
                    + "; for a longer one, write a file: MotionTrace.open(file)");
        }
        return new MotionTrace(TraceSink.ofLast(span.toNanos()));
    }

    /**
     * Opens a trace that writes a file, once a second. If the disk fails or is full, the file keeps all whole blocks
     * and the frames go on untraced; see {@link #failure}. If this process is killed, the file lacks the last second.
     *
     * @param file the file to create; it must not exist
     * @return a trace, to be closed
     * @throws IOException if the file exists, in which case it is not changed; or if it can't be created, in which case
     *     no file is left behind
     */
    public static MotionTrace open(Path file) throws IOException {
        return open(file, BlockFile::newFile);
    }

    /** For tests: with a disk that may fail. */
    static MotionTrace open(Path file, BlockWriter.Disk disk) throws IOException {
        Objects.requireNonNull(file, "file must not be null");
        return new MotionTrace(TraceSink.to(file, disk));
    }

    /**
     * Saves a file whenever a frame stutters, that is, moves at less than half or more than one and a half times the
     * speed of simulation time. The file is written a second later, so that it also has what came after. At most one
     * file is written in ten seconds. The first two seconds do not count, nor does a second after a pause or a change
     * of the time scale. Each stutter is also an event {@code io.github.freestep.Stutter} of JDK Flight Recorder, with
     * or without this call.
     *
     * @param folder where to write {@code stutter-1.motion} and so on; an existing file is never overwritten
     * @param most the maximum number of files, from 1 to 1000
     * @return this
     * @throws IllegalArgumentException if that number is out of range
     * @throws IllegalStateException if {@link #open} created this trace
     */
    public MotionTrace saveStutters(Path folder, int most) {
        Objects.requireNonNull(folder, "folder must not be null");
        if (most < 1 || most > MOST_FILES) {
            throw new IllegalArgumentException("most must be between 1 and " + MOST_FILES + ", was " + most);
        }
        synchronized (sink) {
            sink.saveStutters(folder, most);
        }
        return this;
    }

    /** Starts the thread. */
    @Override
    protected synchronized void opened(StateBuffer states) {
        if (attached || closed) {
            throw new IllegalStateException("this MotionTrace " + (closed ? "is closed" : "already has a sampler")
                    + "; create one for each sampler");
        }
        attached = true;
        tap.opened(states);
        synchronized (sink) {
            sink.listen(states.clock());
        }
        thread.start();
    }

    @Override
    protected boolean before(long hostNanos, boolean isWhole) {
        return tap.before(hostNanos, isWhole);
    }

    @Override
    protected void snapshot(long[] numbers, int count, StateReader window) {
        tap.snapshot(numbers, count, window);
    }

    @Override
    @SuppressWarnings("exports") // See module-info.
    protected void after(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news) {
        tap.after(hostNanos, clockNanos, frame, news);
    }

    @Override
    protected void displayed(long back, long displayNanos) {
        tap.displayed(back, displayNanos);
    }

    /** No frame follows. A ring can still be saved. */
    @Override
    protected void closed() {
        tap.close();
        stop();
    }

    /** Creates a meter that keeps its counts when a replay begins another sampler, after lost frames. */
    static MotionMeter replayMeter() {
        return meter();
    }

    /** For tests that run faster than time. */
    void drain() {
        synchronized (sink) {
            sink.drain();
        }
    }

    /** For tests: the garbage collector paused all threads. */
    void pause(long nanos, long length) {
        synchronized (sink) {
            sink.pause(nanos, length);
        }
    }

    /** Takes what the sampler has noted, until the sampler or this trace is closed. */
    private void run() {
        boolean last;
        do {
            last = stopped;
            drain();
            if (!last) {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        } while (!last);
        synchronized (sink) {
            sink.end();
        }
    }

    private void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /**
     * Saves all frames that are in memory, for example when a player reports a stutter. Takes some milliseconds, and
     * waits for the disk, so do not call it on the render thread. Works until this trace is closed, also after its
     * sampler was closed.
     *
     * @param file the file to create; it must not exist
     * @throws IOException if the file exists, in which case it is not changed; or if it can't be written, in which case
     *     no file is left behind
     * @throws IllegalStateException if {@link #open} created this trace, if it is closed, or if it has no frame yet
     */
    public void save(Path file) throws IOException {
        Objects.requireNonNull(file, "file must not be null");
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("this MotionTrace is closed; save before that");
            }
        }
        synchronized (sink) {
            sink.drain();
            sink.save(file, BlockFile::newFile);
        }
    }

    /**
     * The files that were saved because of a stutter, the oldest first.
     *
     * @return the files of {@link #saveStutters}
     */
    public List<Path> stutters() {
        synchronized (sink) {
            return sink.stutters();
        }
    }

    /**
     * The number of frames that are noted so far.
     *
     * @return frames, including those that are no longer in memory
     */
    public long frames() {
        synchronized (sink) {
            return sink.frames();
        }
    }

    /**
     * The number of frames that are missing, because the trace's thread did not run for seconds.
     *
     * @return frames; usually 0. A replay begins anew after them
     */
    public long lostFrames() {
        synchronized (sink) {
            return sink.lost();
        }
    }

    /**
     * Why the trace is incomplete: the disk is full or failed, or another program changed the file.
     *
     * @return null if there was no failure so far
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable IOException failure() {
        synchronized (sink) {
            return sink.failure();
        }
    }

    /**
     * Ends the trace and its file. Does not close the sampler, whose further frames are not noted. A second call does
     * nothing. Throws nothing if the disk failed: see {@link #failure}.
     *
     * @throws IllegalStateException if the disk does not answer within 5 seconds; the cause shows where the thread
     *     hangs
     */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        stop();
        if (thread.getState() == Thread.State.NEW) {
            synchronized (sink) {
                sink.end();
            }
        } else if (!Threads.join(thread, CLOSE_NANOS)) {
            throw new IllegalStateException(
                    "the motion trace did not end within " + CLOSE_NANOS / 1_000_000
                            + " ms; its thread ends when the disk answers",
                    Threads.where(thread));
        }
    }
}
