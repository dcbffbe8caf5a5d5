package io.github.freestep.benchmarks.app.compare.peers.host;

import io.github.freestep.benchmarks.app.compare.loops.Refreshes;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * A display with vertical synchronisation, the cost of steps, and a player who presses keys, for one host.
 * {@link #step} is for the thread that steps, all other methods are for the thread that draws. Frames allocate nothing.
 *
 * <p>In slow motion, the display, the cost of steps, drawing, keys and {@link #clock} are a number of times slower, so
 * that whatever else the machine does disturbs a play that many times less. The host divides the times that it measures
 * by {@link #slowness}. Its own work, such as the steps of its engine, stays as fast as it is.
 *
 * <p>A frame is: {@link #draw}, {@link #picture}, {@link #show}. Steps may be anywhere. The beginning is not recorded,
 * because loops settle and code is compiled. After the last frame, {@link #show} writes {@link PeerFilm}s.
 */
public final class PeerScreen {
    private static final double NANOS = 1e9;
    private static final long DRAW_NANOS = 1_000_000;

    /** Between two keys: at least the first, which is more than three ticks, so that their effects do not mix. */
    private static final int KEY_NANOS = 40_000_000;

    private static final int KEY_MORE_NANOS = 40_000_000;
    private static final int MOST_PICTURES = 3;

    private final int slowness;
    private final long tickNanos;
    private final NanoClock clock;
    private final Path file;
    private final Refreshes refreshes;
    private final LongSupplier costs;
    private final long settledNanos;
    private final long recordedNanos;
    private final PreciseWait wait;
    private final PreciseWait stepWait;
    private final long[] pressed;

    private final long[] displayed;
    private final double[][] runner;
    private final double[][] shuttle;
    private final double[][] keys;
    private int pictures;
    private int frames;

    private final long startNanos;
    private int steps;

    /** Written by the thread that steps: how early a step began, at most, and so when simulation time was zero. */
    private volatile long zeroNanos = Long.MAX_VALUE;

    private volatile boolean recording;
    private long endNanos;
    private volatile boolean ended;

    PeerScreen(
            NanoClock clock,
            int slowness,
            int rate,
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
        tickNanos = Math.round(NANOS / rate);
        this.clock = clock;
        this.file = file;
        wait = new PreciseWait(clock);
        stepWait = new PreciseWait(clock);
        refreshes = new Refreshes(NANOS / PeerScene.refreshNanos(fps));
        costs = load.costs(seed, rate);
        settledNanos = Math.round(settle * NANOS);
        recordedNanos = Math.round(seconds * NANOS);
        pressed = pressed(new Random(seed));
        int most = (int) Math.ceil(seconds * fps) + 2;
        displayed = new long[most];
        runner = new double[MOST_PICTURES][most];
        shuttle = new double[MOST_PICTURES][most];
        keys = new double[MOST_PICTURES][most];
        startNanos = clock.nanoTime();
    }

    private long[] pressed(Random random) {
        return LongStream.iterate(settledNanos, last -> last + KEY_NANOS + random.nextInt(KEY_MORE_NANOS))
                .takeWhile(nanos -> nanos < settledNanos + recordedNanos)
                .toArray();
    }

    /** Opens the display that the arguments of the process describe: see {@link #arguments}. */
    public static PeerScreen open(String[] args) {
        return open(args, PeerScene.RATE);
    }

    /** Opens one as {@link #open(String[])} does, for a host that takes another number of steps per second. */
    public static PeerScreen open(String[] args, int rate) {
        int slowness = Integer.parseInt(args[6]);
        return new PeerScreen(
                new SlowClock(slowness),
                slowness,
                rate,
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
     * @param file where the films go
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

    private long nowNanos() {
        return clock.nanoTime() - startNanos;
    }

    /**
     * Spends the additional cost of a step. Call it once at the beginning of each step, on the thread that steps.
     *
     * @return how many steps were taken before
     */
    public int step() {
        int before = steps++;
        if (recording) {
            // The step that was least late began when the time to which it steps had just passed.
            zeroNanos = Math.min(zeroNanos, nowNanos() - steps * tickNanos);
        }
        burn(stepWait, costs.getAsLong());
        return before;
    }

    /** Returns how many keys have been pressed, for a host that polls, on any thread. */
    public int keys() {
        int known = Arrays.binarySearch(pressed, nowNanos());
        return known < 0 ? -known - 1 : known + 1;
    }

    /**
     * Calls a host back on a thread of its own at each key, as a window system does, with the number of keys so far.
     */
    public void onKey(IntConsumer pressedKeys) {
        Thread player = new Thread(
                () -> {
                    PreciseWait waits = new PreciseWait(clock);
                    for (int i = 0; i < pressed.length && !ended; i++) {
                        waits.until(startNanos + pressed[i]);
                        pressedKeys.accept(i + 1);
                    }
                },
                "player");
        player.setDaemon(true);
        player.start();
    }

    /** Spends the time that drawing a frame takes. Does not end a frame. */
    public void draw() {
        burn(wait, DRAW_NANOS);
    }

    /** Waits instead of spinning, so that a machine with two processors plays many hosts at once. */
    private void burn(PreciseWait waits, long nanos) {
        if (nanos > 0) {
            waits.until(clock.nanoTime() + nanos);
        }
    }

    /**
     * Says what the frame shows. A host may draw several pictures, each by another rule, of the same states.
     *
     * @param picture the number of the picture, from 0
     * @param runnerX where it shows the runner
     * @param shuttleX where it shows the shuttle
     * @param shownKeys how many keys it shows
     */
    public void picture(int picture, double runnerX, double shuttleX, double shownKeys) {
        if (!ended) { // some hosts draw another frame after they were asked to end
            runner[picture][frames] = runnerX;
            shuttle[picture][frames] = shuttleX;
            keys[picture][frames] = shownKeys;
            pictures = Math.max(pictures, picture + 1);
        }
    }

    /**
     * Shows the frame from the next refresh on, and waits until then.
     *
     * @return whether there is another frame
     */
    public boolean show() {
        if (ended) {
            return false;
        }
        long drawnNanos = nowNanos();
        long refresh = refreshes.before(drawnNanos) + 1;
        while (refreshes.nanos(refresh) <= drawnNanos) {
            refresh++;
        }
        long now = refreshes.nanos(refresh);
        if (recording) {
            displayed[frames++] = now;
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
        return true;
    }

    private void write() {
        PeerFilm[] films = new PeerFilm[pictures];
        for (int i = 0; i < pictures; i++) {
            films[i] = new PeerFilm(
                    zeroNanos,
                    pressed,
                    Arrays.copyOf(displayed, frames),
                    Arrays.copyOf(runner[i], frames),
                    Arrays.copyOf(shuttle[i], frames),
                    Arrays.copyOf(keys[i], frames));
        }
        try {
            PeerFilm.write(films, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
