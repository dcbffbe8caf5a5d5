package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Under random time control, random input goes to the tick that {@link NaiveInputs} predicts. */
class RandomInputTest {
    private static final int STEPS = 5_000;
    private static final int AXES = 3;
    private static final long MILLI = 1_000_000;

    private final RuntimeException unplugged = new IllegalStateException("unplugged");
    private Random random;
    private Timeline timeline;
    private InputCollector inputs;
    private LongAdder refused;
    private NaiveInputs naive;
    private long now;
    private long stepped;
    private long pollNanos;
    private boolean failing;
    private int step;
    private String where;

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyInputIsConsumedOnceInItsTickOrRefused(int seed) {
        random = Seeds.random(seed);
        // Most clocks wrap during the run.
        now = Long.MAX_VALUE - upTo(20_000 * MILLI);
        timeline = new Timeline(Ratio.of(seed % 3 == 0 ? 60 : 100), now);
        int capacity = 1 + random.nextInt(20);
        long origin = now - upTo(MILLI);
        refused = new LongAdder();
        inputs = new InputCollector(
                AXES,
                capacity,
                PolledInput.polls(List.of(this::source, this::source)),
                new InputClock(() -> origin, false),
                refused);
        naive = new NaiveInputs(AXES, capacity, origin);
        for (step = 0; step < STEPS; step++) {
            where = "seed " + seed + ", step " + step + ": ";
            operate();
            naive.checkCounts(inputs, refused, this::where);
            now += upTo(MILLI);
        }
        takeAllThatWaits();
        assertEquals(naive.offered, inputs.counts.consumed() + refused.sum(), this::where);
        assertTrue(inputs.counts.deferred() > 0 && refused.sum() > 0, this::where);
    }

    private void operate() {
        switch (random.nextInt(20)) {
            case 0 -> timeline.pause(now);
            case 1, 2 -> timeline.resume(now);
            case 3 -> scale();
            case 4 -> drop();
            case 5 -> drain();
            case 6, 7, 8, 9 -> wakeUp();
            case 10, 11 -> now += upTo(30 * MILLI);
            default -> push();
        }
    }

    private void push() {
        boolean action = random.nextBoolean();
        int code = action ? random.nextInt() : random.nextInt(AXES);
        float value = random.nextInt(10);
        long nanos = anyStamp();
        where += "push " + nanos;
        // A port would refuse the times of other clocks.
        boolean accepted = inputs.queue.push(action, code, value, nanos);
        assertEquals(naive.push(action, code, value, nanos), accepted, this::where);
    }

    /** A time in the past or the future, exactly at a due time, or any number. */
    private long anyStamp() {
        return switch (random.nextInt(20)) {
            case 0 -> random.nextLong();
            case 1, 2 -> timeline.anchor().isPaused() ? now : timeline.dueNanos(stepped + 1);
            case 3, 4 -> now + upTo(30 * MILLI);
            default -> now - upTo(30 * MILLI);
        };
    }

    private void drain() {
        where += "drain";
        inputs.drain(now);
        naive.drain(now);
    }

    /** Takes some or all due ticks, single or merged; sometimes also one that is not yet due. */
    private void wakeUp() {
        drain();
        boolean early = !timeline.anchor().isPaused() && random.nextInt(10) == 0;
        long last = Math.max(stepped, timeline.tickAt(timeline.simulationAt(now))) + (early ? 1 : 0);
        if (last > stepped) {
            last = Math.max(stepped + 1, last - random.nextInt(3));
            poll(timeline.dueNanos(last));
            while (stepped < last) {
                take(Math.min(last, stepped + 1 + random.nextInt(3)));
            }
        }
    }

    private void poll(long dueNanos) {
        where += ", poll at " + dueNanos;
        pollNanos = dueNanos;
        failing = random.nextInt(4) == 0;
        assertSame(failing ? unplugged : null, inputs.poll(dueNanos), this::where);
    }

    /**
     * A random source. Some of its input has no effect, because there is no room, or because the source then throws.
     */
    private void source(PolledInput sample) {
        NaiveInputs.Sample expected = naive.sample(pollNanos);
        for (int i = random.nextInt(4); i > 0; i--) {
            int code = random.nextInt(AXES);
            float value = random.nextInt(3);
            if (random.nextBoolean()) {
                sample.axis(code, value);
                expected.axis(code, value);
            } else {
                assertEquals(expected.action(code, value), sample.action(code, value), this::where);
            }
        }
        if (failing) {
            throw unplugged;
        }
        expected.commit();
    }

    private void take(long to) {
        where += ", take " + stepped + " to " + to;
        TickInput input = new TickInput(inputs.take(timeline, stepped, to));
        naive.checkTake(input, timeline, stepped, to, this::where);
        timeline.simulated(timeline.simulationOf(to));
        stepped = to;
    }

    private void drop() {
        long pending = timeline.simulationAt(now) - timeline.simulatedNanos();
        if (pending >= 0) {
            timeline.drop(now, timeline.simulationAt(now) - upTo(pending));
        }
    }

    private void takeAllThatWaits() {
        timeline.resume(now);
        timeline.scale(now, 1, 1);
        // A tick taken early may be ahead of all due ticks.
        now = now + 1_000 * MILLI;
        while (naive.hasWaiting()) {
            drain();
            take(Math.max(stepped, timeline.tickAt(timeline.simulationAt(now))) + 1);
            now += 100 * MILLI;
        }
    }

    private void scale() {
        Ratio scale = random.nextBoolean() ? Ratio.ONE : Ratio.of(1 + random.nextInt(50), 1 + random.nextInt(50));
        timeline.scale(now, scale.numerator(), scale.denominator());
    }

    /** A random number from 0 to the limit, with all magnitudes equally likely. */
    private long upTo(long limit) {
        long bits = random.nextLong() >>> (1 + random.nextInt(Long.SIZE - 1));
        return bits <= limit ? bits : bits % (limit + 1);
    }

    private String where() {
        return where + ", now " + now;
    }
}
