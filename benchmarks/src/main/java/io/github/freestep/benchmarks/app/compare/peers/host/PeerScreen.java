package io.github.freestep.benchmarks.app.compare.peers.host;

import io.github.freestep.benchmarks.app.compare.loops.Refreshes;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A display with vertical synchronisation, and the cost of steps, for one host. {@link #step} is for the thread
 * that steps, all other methods are for the thread that draws. Frames allocate nothing.
 *
 * <p>In slow motion, the display, the cost of steps, drawing and {@link #clock} are a number of times slower, so that
 * whatever else the machine does disturbs a play that many times less. The host divides the times that it measures by
 * {@link #slowness}. Its own work, such as the steps of its engine, stays as fast as it is.
 *
 * <p>A frame is: {@link #draw}, {@link #show}. Steps may be anywhere. The beginning is not recorded,
 * because loops settle and code is compiled. After the last frame, {@link #show} writes a {@link PeerFilm}.
 */
public final class PeerScreen {
    private static final double NANOS = 1e9;
    private static final long DRAW_NANOS = 1_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int slowness;
    private final NanoClock clock;
    private final Path file;
    private final Refreshes refreshes;
    private final LongSupplier costs;
    private final long settledNanos;
    private final long recordedNanos;
    private final PreciseWait wait;

    private final long[] began;
    private final long[] drawn;
    private final long[] busy;
    private final long[] displayed;
    private final double[] runner;
    private int frames;

    private boolean begun;
    private long startNanos;
    private long wokenNanos;
    private long busyNanos;

    private boolean recording;
    private long endNanos;
    private boolean ended;

    PeerScreen(
            NanoClock clock,
            int slowness,
            int fps,
            PeerLoad load,
            double settle,
            double seconds,
            long seed,
            Path file) {
        if (fps < 1) {
            throw new IllegalArgumentException("fps must be at least 1, was " + fps);
        }
        this.slowness = slowness;
        this.clock = clock;
        this.file = file;
        wait = new PreciseWait(clock);
        refreshes = Refreshes.even(fps);
        costs = load.costs(seed);
        settledNanos = Math.round(settle * NANOS);
        recordedNanos = Math.round(seconds * NANOS);
        int most = (int) Math.ceil(seconds * fps) + 2;
        began = new long[most];
        drawn = new long[most];
        busy = new long[most];
        displayed = new long[most];
        runner = new double[most];
    }

    /** Opens the display that the arguments of the process describe: see {@link #arguments}. */
    public static PeerScreen open(String[] args) {
        int slowness = Integer.parseInt(args[6]);
        return new PeerScreen(
                new SlowClock(slowness),
                slowness,
                Integer.parseInt(args[0]),
                PeerLoad.valueOf(args[1]),
                Double.parseDouble(args[2]),
                Double.parseDouble(args[3]),
                Long.parseLong(args[4]),
                Path.of(args[5]));
    }

    /**
     * Returns the arguments of a process whose host calls {@link #open}.
     *
     * @param settle how many seconds are not recorded at the beginning
     * @param seconds how many seconds are recorded after that
     * @param file where the film goes
     * @param slowness how many times slower than real time
     */
    public static List<String> arguments(
            int fps, PeerLoad load, double settle, double seconds, long seed, Path file, int slowness) {
        return List.of("" + fps, load.name(), "" + settle, "" + seconds, "" + seed, file.toString(), "" + slowness);
    }

    /** The clock of the display. A host that can take a clock takes this one. */
    public NanoClock clock() {
        return clock;
    }

    /** How many times slower the display is than in real time. */
    public int slowness() {
        return slowness;
    }

    private void begin() {
        if (!begun) {
            begun = true;
            startNanos = clock.nanoTime();
        }
    }

    /** Spends the additional cost of a step. Call it once in each step, on the thread that steps. */
    public void step() {
        burn(costs.getAsLong());
    }

    /** Spends the time that drawing a frame takes. Does not end a frame. */
    public void draw() {
        begin();
        burn(DRAW_NANOS);
    }

    private void burn(long nanos) {
        long since = clock.nanoTime();
        while (clock.nanoTime() - since < nanos) {
            clock.spin();
        }
    }

    /**
     * Shows a picture from the next refresh on, and waits until then.
     *
     * @param runnerX where the picture shows the runner
     * @return whether there is another frame
     */
    public boolean show(double runnerX) {
        begin();
        if (ended) {
            return false; // some hosts draw another frame after they were asked to end
        }
        long drawnNanos = clock.nanoTime() - startNanos;
        long refresh = refreshes.before(drawnNanos) + 1;
        while (refreshes.nanos(refresh) <= drawnNanos) {
            refresh++;
        }
        long now = refreshes.nanos(refresh);
        if (recording) {
            began[frames] = wokenNanos;
            drawn[frames] = drawnNanos;
            busy[frames] = busyNanos() - busyNanos;
            displayed[frames] = now;
            runner[frames] = runnerX;
            frames++;
        }
        // A host may stand still for longer than it is recorded. One frame shows no motion.
        if (recording && frames > 1 && (now >= endNanos || frames == displayed.length)) {
            ended = true;
            write();
            return false;
        }
        wait.until(startNanos + now);
        if (!recording && now >= settledNanos) {
            recording = true;
            endNanos = now + recordedNanos;
        }
        wokenNanos = clock.nanoTime() - startNanos;
        busyNanos = busyNanos();
        return true;
    }

    /** The processor time of the thread that draws, as slow as the clock. */
    private long busyNanos() {
        return THREADS.getCurrentThreadCpuTime() / slowness;
    }

    private long[] cut(long[] times) {
        return Arrays.copyOf(times, frames);
    }

    private void write() {
        try {
            new PeerFilm(cut(began), cut(drawn), cut(busy), cut(displayed), Arrays.copyOf(runner, frames)).write(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
