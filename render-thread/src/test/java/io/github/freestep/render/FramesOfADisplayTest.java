package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measures motion by when a display shows frames, whose thread wakes up a little after each refresh. */
class FramesOfADisplayTest {
    private static final int FRAMES = 2_000;
    private static final int SETTLED = 600;

    /** Where the states come from. All go through the same sampler. */
    enum Source {
        SERVICE,
        RECEIVER,
        STEPPER
    }

    /** How uneven motion is on the screen, in %, and how old the picture is when the display shows it, in ms. */
    private record Motion(double judder, double ageMillis) {}

    private final Random random = Seeds.random(1);
    private StateBuffer states;
    private LongConsumer runTo;

    private void open(Source source) {
        if (source == Source.STEPPER) {
            VirtualClock clock = new VirtualClock(0);
            StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, true);
            states = publisher.states();
            TimeAnchor anchor = new Timeline(Ratio.of(100), 0).anchor();
            long[] done = {-1};
            runTo = now -> {
                clock.advance(now - clock.nanoTime());
                for (; (done[0] + 1) * 10_000_000 <= now; done[0]++) {
                    long tick = done[0] + 1;
                    publisher.begin(tick, tick * 10_000_000, anchor, now);
                    publisher.publish(now);
                }
            };
        } else {
            SimulatedPhysics physics = source == Source.RECEIVER
                    ? SimulatedPhysics.ofAnotherMachine(100, 6)
                    : new SimulatedPhysics(100, 6);
            physics.ticksCost(1_000_000);
            states = physics.publisher.states();
            runTo = physics::runTo;
        }
    }

    /**
     * A frame is shown at the refresh after the one that its thread has waited for. Of two samples in a frame, neither
     * gets the time of a refresh, so both have their own.
     */
    private Motion play(Source source, double hertz, double lateMillis, boolean own) {
        open(source);
        double squares = 0;
        double age = 0;
        long before = 0;
        double period = 1e9 / hertz;
        try (FrameSampler frames = FrameSampler.open(states)) {
            for (int i = 1; i <= FRAMES; i++) {
                double late = Math.min(0.5 * period, -Math.log(1 - random.nextDouble()) * lateMillis * 1e6);
                long now = Math.round(i * period + late);
                if (own) {
                    long between = Math.round((i - 0.1 - 0.3 * random.nextDouble()) * period);
                    runTo.accept(between);
                    frames.sample(between);
                }
                runTo.accept(now);
                long shown = frames.sample(now).simulationNanos();
                if (i > SETTLED) {
                    squares += Math.pow((shown - before) / period - 1, 2);
                    age += (i + 1) * period - shown;
                }
                before = shown;
            }
        }
        return new Motion(100 * Math.sqrt(squares / (FRAMES - SETTLED)), age / (FRAMES - SETTLED) / 1e6);
    }

    /** In 100 seeds, at most 0.2 %. The times of wake-ups have 0.5 to 12 %. */
    @ParameterizedTest
    @CsvSource({
        "SERVICE, 60, 0.06", "SERVICE, 59.94, 0.3", "SERVICE, 144, 0.06", "SERVICE, 144, 0.3", "SERVICE, 240, 0.06",
        "RECEIVER, 60, 0.06", "RECEIVER, 144, 0.3", "STEPPER, 60, 0.06", "STEPPER, 144, 0.06", "STEPPER, 60, 0.3"
    })
    void motionIsEvenOnTheScreenByDefaultAndNotOlder(Source source, double hertz, double lateMillis) {
        Motion own = play(source, hertz, lateMillis, true);
        Motion byDefault = play(source, hertz, lateMillis, false);
        String context = own + " -> " + byDefault;
        assertTrue(byDefault.judder < 0.3 && byDefault.judder < own.judder / 5, context);
        assertEquals(own.ageMillis, byDefault.ageMillis, 0.15, context);
    }

    /** As in a window for two players. */
    @Test
    void twoSamplersOfOneLoopShowTheSameWorld() {
        open(Source.SERVICE);
        try (FrameSampler one = FrameSampler.open(states);
                FrameSampler other = FrameSampler.open(states)) {
            for (int i = 1; i <= FRAMES; i++) {
                long now = Math.round(i * 1e9 / 60 - Math.log(1 - random.nextDouble()) * 100_000);
                runTo.accept(now);
                long shown = one.sample().simulationNanos();
                runTo.accept(now + 50_000);
                assertEquals(
                        shown + 50_000, other.sample().simulationNanos(), i < SETTLED ? 10e6 : 10_000, "frame " + i);
            }
        }
    }
}
