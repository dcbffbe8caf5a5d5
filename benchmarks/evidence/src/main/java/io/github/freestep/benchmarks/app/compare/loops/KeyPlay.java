package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.tools.Failures;
import io.github.freestep.tools.Walkers;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Measures the time from a key to the first refresh whose picture shows an effect, on the scripted clock. The display
 * refreshes evenly, drawing takes 1 ms, and keys are pressed at random times, which are the same for all ways.
 *
 * <p>A late frame begins before its refresh by the longest time that one of the last 1,000 frames took, modulo the
 * refresh, and by the longest oversleep. So it misses hardly more refreshes than a frame that begins at once.
 */
public final class KeyPlay implements Stage.Beside {
    public static final int KEYS = 400;

    /** After this time, no frame of the start is among those from which a lead is learned. */
    private static final double SETTLED_SECONDS = 20;

    private static final int LEARNED_FRAMES = 1_000;
    private static final long DRAW_NANOS = 1_000_000;
    private static final long MARGIN_NANOS = 200_000;

    /** Between two keys: at least the first, at most the sum. */
    private static final int KEY_NANOS = 60_000_000;

    private static final int KEY_MORE_NANOS = 80_000_000;

    /** More than rounding changes, and less than a tick does in a hundredth of its time. */
    public static final double SEEN = 0.01;

    private static final double HALF = 0.5;

    private final Stage stage;
    private final KeyWay way;
    private final Refreshes refreshes;
    private final long refreshNanos;
    private final LongSupplier costs;
    private final long[] pressed = new long[KEYS];
    private int known;
    private int seen;
    private int halfSeen;
    private double firstMillis;
    private double halfMillis;

    private long refresh;
    private long wokenNanos;
    private long beginsNanos;
    private boolean polled;
    private final long[] took = new long[LEARNED_FRAMES];
    private int drawnFrames;
    private long overslept;

    private long displayedNanos;
    private long shownNanos;
    private int frames;
    private double squares;

    private Physics physics;
    private FrameSampler sampler;

    private final Loop loop = FrameLoops.accumulatorInterpolated(this::step);
    private long steps;
    private double before;
    private double newest;

    /**
     * What was measured.
     *
     * @param mean the mean time from a key to a picture that shows any effect, in milliseconds
     * @param half the mean time to a picture that shows half of the effect
     * @param judder how uneven motion was, as a share of its speed
     */
    public record Figures(double mean, double half, double judder) {}

    private KeyPlay(KeyWay way, int fps, StepLoad load, long seed) {
        PlaySettings setting = new PlaySettings(fps, load, seed, 0, SETTLED_SECONDS);
        this.way = way;
        stage = new Stage(setting);
        refreshes = new Refreshes(fps);
        refreshNanos = setting.refreshNanos();
        costs = load.costs(seed);
        Random keys = new Random(seed + 1);
        long at = (long) (SETTLED_SECONDS * 1e9);
        for (int i = 0; i < KEYS; i++) {
            at += KEY_NANOS + keys.nextInt(KEY_MORE_NANOS);
            pressed[i] = at;
        }
    }

    /** Plays a way, from the start. */
    public static Figures of(KeyWay way, int fps, StepLoad load, long seed) {
        KeyPlay play = new KeyPlay(way, fps, load, seed);
        play.await();
        if (way.isService()) {
            play.service();
        } else {
            while (!play.ended()) {
                play.stage.until(play.dueNanos());
                play.draw();
            }
        }
        return new Figures(play.firstMillis / KEYS, play.halfMillis / KEYS, Math.sqrt(play.squares / play.frames));
    }

    /** The sampler is not closed, because it belongs to the service's thread, which has ended by then. */
    private void service() {
        Walkers world = new Walkers(1) {
            @Override
            public void step(Tick tick) {
                x = tick.input().axis(0);
                stage.work(costs.getAsLong());
            }
        };
        PhysicsService service = PhysicsService.builder(world)
                .rate(way.rate())
                .publishEvery(1)
                .clock(stage)
                // Its steps may be too slow on purpose.
                .onProblem(problem -> {})
                .build();
        physics = service;
        try (service) {
            sampler = FrameSampler.open(service.states());
            stage.play(service::start, this);
        }
        Failures.requireNone(service);
    }

    private void step(long dtNanos) {
        steps++;
        before = newest;
        newest = known;
        stage.work(costs.getAsLong());
    }

    @Override
    public long dueNanos() {
        long frame = polled || way.input() != KeyWay.Input.AT_REFRESH ? beginsNanos : wokenNanos;
        return way.input() == KeyWay.Input.AT_ONCE && known < KEYS ? Math.min(pressed[known], frame) : frame;
    }

    @Override
    public void draw() {
        long now = stage.nanoTime();
        while (known < KEYS && pressed[known] <= now) {
            known++;
            if (way.isService()) {
                physics.input().axis(0, known);
            }
        }
        polled = true;
        if (now >= beginsNanos) {
            frame(now);
        }
    }

    private void frame(long now) {
        double shownKeys;
        long shown;
        if (way.isService()) {
            Frame frame = way.isLate() ? sampler.sample(refreshes.nanos(refresh + 1)) : sampler.sample();
            shownKeys = frame.slots() == 0 ? 0 : frame.x()[0];
            shown = frame.simulationNanos();
        } else {
            shown = loop.frame(now).shownNanos();
            double alpha = (double) shown / Loop.TICK_NANOS - (steps - 1);
            shownKeys = before + alpha * (newest - before);
        }
        long drawn = stage.draw(DRAW_NANOS);
        took[drawnFrames++ % LEARNED_FRAMES] = (drawn - now) % refreshNanos;
        refresh = Math.max(refresh, refreshes.before(drawn));
        await();
        while (refreshes.nanos(refresh) <= drawn) {
            await();
        }
        show(shownKeys, shown);
    }

    /** Waits for the next refresh, at which the thread wakes up. */
    private void await() {
        refresh++;
        polled = false;
        wokenNanos = refreshes.nanos(refresh) + wake();
        long lead = way.isLate() ? Arrays.stream(took).max().orElseThrow() + overslept + MARGIN_NANOS : 0;
        beginsNanos = way.isLate() ? Math.max(wokenNanos, refreshes.nanos(refresh + 1) - lead + wake()) : wokenNanos;
    }

    private long wake() {
        long late = stage.wakeNanos();
        overslept = Math.max(overslept, late);
        return late;
    }

    private void show(double shownKeys, long shown) {
        long now = refreshes.nanos(refresh);
        while (seen < known && shownKeys > seen + SEEN) {
            firstMillis += (now - pressed[seen]) / 1e6;
            seen++;
        }
        while (halfSeen < known && shownKeys >= halfSeen + HALF) {
            halfMillis += (now - pressed[halfSeen]) / 1e6;
            halfSeen++;
        }
        if (known > 0 && displayedNanos > 0) {
            double off = (double) (shown - shownNanos) / (now - displayedNanos) - 1;
            squares += off * off;
            frames++;
        }
        displayedNanos = now;
        shownNanos = shown;
    }

    @Override
    public boolean ended() {
        return halfSeen == KEYS;
    }
}
