package io.github.freestep.render.display;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.NanoClock;
import java.util.Random;

/**
 * A loop that draws and swaps on a display, with a pacer or without. It is also the clock of both, which wraps soon.
 */
final class SimulatedDisplay implements NanoClock {
    static final double MILLI = 1e6;

    /** What the clock reads at 0. */
    static final long START_NANOS = Long.MAX_VALUE - 9_000_000_000L;

    /** What drawing takes at 60 Hz, in ms. At other rates, it takes the same share of a refresh. */
    enum Drawing {
        SHORT,
        MIDDLE,
        SPIKES,
        LOG_NORMAL,
        RARELY_LONGER,
        JUMPS,
        COLLECTIONS,
        RAMP,
        PHASES,
        BURSTS,
        WALK,
        SPIKES_BEYOND_A_REFRESH,
        ABOUT_A_REFRESH
    }

    /** How late threads wake up. */
    enum Load {
        QUIET(0, 0),
        BUSY(0.01, 8),
        OVERLOADED(0.06, 20),
        /** Once in 30 s, a wait ends late by as much. A loop without a pacer does not wait, so it has none. */
        HITCHES(0, 15),
        /** Once in 10 s, a swap returns late by as much, although the display shows its frame in time. */
        STOPS(0, 20);

        /** This share of the wake-ups is late, by up to as many milliseconds as the next field says. */
        private final double share;

        private final double mostMillis;

        Load(double share, double mostMillis) {
            this.share = share;
            this.mostMillis = mostMillis;
        }
    }

    /** When a frame that is drawn is shown. Swap waits for that, except in the last case. */
    enum Sync {
        FIXED,
        /** As fixed, but the GPU needs another 2 ms. */
        GPU,
        /** As fixed, but the GPU needs another 6 ms. */
        GPU_BURST,
        /** At once, but not sooner than a refresh after the last frame. */
        VARIABLE,
        AT_ONCE
    }

    /** In how much of a run nothing is counted, because the pacer learns. */
    private static final int SETTLED_SHARE = 20;

    private final Drawing drawing;
    private final Load load;
    Sync sync;
    private final Random draws;
    private final Random swaps;
    private final Random parks;
    private double nowNanos = 20 * MILLI;
    double shownNanos = nowNanos;
    private double spikeNanos;
    private boolean skips;
    private double hitchNanos = 10_000 * MILLI;
    private double walkMillis = 2;
    double hertz;
    int framesPerMiss = FrameCosts.FRAMES_PER_MISS;
    int frames;
    int missed;
    double waitedMillis;

    SimulatedDisplay(Drawing drawing, double hertz, Load load, Sync sync, long seed) {
        this.drawing = drawing;
        this.hertz = hertz;
        this.load = load;
        this.sync = sync;
        draws = Seeds.random(3 * seed);
        swaps = Seeds.random(3 * seed + 1);
        parks = Seeds.random(3 * seed + 2);
    }

    FramePacer pacer() {
        return FramePacer.open(this, new FineTimer("Linux"), framesPerMiss);
    }

    SimulatedDisplay run(double seconds, boolean paces) {
        FramePacer pacer = pacer();
        int count = (int) (seconds * hertz);
        for (int frame = 0; frame < count; frame++) {
            if (frame == count / SETTLED_SHARE) {
                frames = 0;
                missed = 0;
                waitedMillis = 0;
            }
            frame(paces ? pacer : null, drawMillis());
        }
        return this;
    }

    /** Returns from when the frame began until it was shown, in milliseconds. */
    double frame(FramePacer pacer, double millis) {
        double period = 1_000 * MILLI / hertz;
        if (pacer != null) {
            pacer.await();
            waitedMillis += pacer.waitNanos() / MILLI;
        }
        double begun = nowNanos;
        nowNanos += millis * MILLI * 60 / hertz;
        if (pacer != null) {
            pacer.drawn();
        }
        double before = shownNanos;
        shownNanos = switch (sync) {
            case FIXED -> Math.ceil(nowNanos / period + 1e-9) * period;
            case GPU -> Math.ceil((nowNanos + 2 * MILLI) / period) * period;
            case GPU_BURST -> Math.ceil((nowNanos + 6 * MILLI) / period) * period;
            case VARIABLE -> Math.max(nowNanos, before + period);
            case AT_ONCE -> nowNanos;
        };
        frames++;
        int missing = (int) Math.round((shownNanos - before) / period) - 1;
        missed += missing;
        skip(missing);
        nowNanos = sync == Sync.AT_ONCE ? nowNanos + 0.02 * MILLI : shownNanos + late(swaps);
        return (shownNanos - begun) / MILLI;
    }

    double drawMillis() {
        return switch (drawing) {
            case SHORT -> 1;
            case MIDDLE -> 4 + 4 * draws.nextDouble();
            case SPIKES -> every(1) ? 10 : 2;
            case LOG_NORMAL -> 3 * Math.exp(0.5 * draws.nextGaussian());
            case RARELY_LONGER -> draws.nextInt(500) == 0 ? 8 : 2;
            case JUMPS -> (long) (nowNanos / 20_000 / MILLI) % 2 == 0 ? 1 : 7;
            case COLLECTIONS -> every(3) ? 12 : 2;
            case RAMP -> 2 + 8 * ofEach(10);
            case PHASES -> ofEach(60) < 5.0 / 60 ? 9.6 + 2.4 * draws.nextDouble() : 1;
            case BURSTS -> ofEach(40) < 0.2 / 40 ? 12 : 1;
            case WALK -> walkMillis = Math.max(2, Math.min(10, walkMillis + 0.1 * draws.nextGaussian()));
            case SPIKES_BEYOND_A_REFRESH -> draws.nextInt(20) == 0 ? 24 : 1;
            case ABOUT_A_REFRESH -> 13 + 8 * draws.nextDouble();
        };
    }

    /** Draws what missed refreshes would have drawn, so that two loops have the same luck at the same refresh. */
    private void skip(int refreshes) {
        skips = true;
        for (int i = 0; i < refreshes; i++) {
            usuallyLate(swaps);
            drawMillis();
        }
        skips = false;
    }

    private boolean every(double seconds) {
        boolean isNow = nowNanos >= spikeNanos && !skips;
        spikeNanos += isNow ? seconds * 1_000 * MILLI : 0;
        return isNow;
    }

    /** Returns which share of a span has passed that begins each time it ends. */
    private double ofEach(double seconds) {
        return nowNanos / (1_000 * MILLI) / seconds % 1;
    }

    private double late(Random random) {
        double late = usuallyLate(random);
        boolean isHit = load == Load.HITCHES ? random == parks : load == Load.STOPS && random == swaps;
        if (isHit && nowNanos >= hitchNanos) {
            late += load.mostMillis * MILLI;
            hitchNanos += (load == Load.HITCHES ? 30_000 : 10_000) * MILLI;
        }
        return late;
    }

    private double usuallyLate(Random random) {
        double more = random.nextDouble() < load.share ? load.mostMillis * random.nextDouble() : 0;
        return (0.02 + 0.06 * random.nextDouble() + more) * MILLI;
    }

    @Override
    public long nanoTime() {
        return START_NANOS + (long) nowNanos;
    }

    @Override
    public void park(long nanos) {
        nowNanos += nanos + late(parks);
    }

    @Override
    public void spin() {
        nowNanos += 1_000;
    }
}
