package io.github.freestep.smooth.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.NanoClock;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A game of 60 steps a second before a display, simulated with all of its threads: the one that steps begins at once,
 * or never, and a step takes as long as a test says. A body moves by a metre a second.
 */
class SlowStepsTest {
    private static final double SECOND = 1e9;

    /** Drawing a frame takes so long. */
    private static final long DRAW_NANOS = 1_000_000;

    private final class Machine implements NanoClock {
        final boolean hasProcessor;
        final LongSupplier costs;
        long nowNanos = 1;
        Turns turns;
        long doneNanos = Long.MAX_VALUE;

        /** How many of the steps that are being taken have been paid for. */
        int planned;

        Machine(boolean hasProcessor, LongSupplier costs) {
            this.hasProcessor = hasProcessor;
            this.costs = costs;
        }

        @Override
        public long nanoTime() {
            return nowNanos;
        }

        /** The thread of the game waits, and is woken up as soon as the steps are taken. */
        @Override
        public void park(long nanos) {
            begin();
            long until = nowNanos + nanos;
            if (doneNanos <= until) {
                finish();
            } else {
                nowNanos = until;
            }
        }

        void until(long nanos) {
            begin();
            if (doneNanos <= nanos) {
                finish();
            }
            nowNanos = nanos;
        }

        private void begin() {
            if (hasProcessor && turns.stepping != null && turns.stepping.claim()) {
                doneNanos = nowNanos;
                for (long due = turns.frameNanos() * 60 / 1_000_000_000; due > steps + planned; planned++) {
                    doneNanos += costs.getAsLong();
                }
            }
        }

        private void finish() {
            nowNanos = doneNanos;
            doneNanos = Long.MAX_VALUE;
            turns.stepping.work();
        }
    }

    private int steps;
    private Machine machine;

    private final class World implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn();
        }

        @Override
        public void step(Tick tick) {
            steps++;
            if (machine.planned > 0) {
                machine.planned--;
            } else {
                machine.nowNanos += machine.costs.getAsLong();
            }
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, steps / 60f, 0, 0);
        }
    }

    /** What a player sees. */
    private record Picture(double judder, double ageMillis, int missed, int turns) {}

    /** How the steps are taken. */
    private enum Way {
        INLINE,
        OPEN,
        /** The thread of the steps never gets a processor. */
        STARVED
    }

    /** Plays for a minute, and judges all but the first ten seconds. */
    private Picture play(Way way, int rate, String load) {
        steps = 0;
        machine = new Machine(way == Way.OPEN, costs(load));
        InlineStepper stepper =
                PhysicsService.builder(new World()).rate(60).clock(machine).inline();
        FrameSampler frames = FrameSampler.open(stepper.states());
        ThreadFactory threads = run -> new Thread(run) {
            @Override
            public void start() {} // The machine runs it.
        };
        Turns turns = new Turns(60, stepper, frames, machine, way == Way.INLINE ? null : threads);
        machine.turns = turns;
        long period = Math.round(1.001e9 / rate);
        long shownBefore = 0;
        double xBefore = 0;
        double errors = 0;
        double ages = 0;
        int judged = 0;
        int missed = 0;
        int had = 0;
        while (machine.nowNanos < 60 * SECOND) {
            if (turns.begin(machine.nowNanos)) {
                had++;
                turns.end(0);
                turns.awaitShort();
            }
            float x = turns.sample().x()[0];
            machine.until(machine.nowNanos + DRAW_NANOS);
            long shown = (machine.nowNanos / period + 1) * period;
            machine.until(shown);
            if (shownBefore > 10 * SECOND) {
                double error = (x - xBefore) * SECOND / (shown - shownBefore) - 1;
                errors += error * error;
                missed += (int) ((shown - shownBefore) / period) - 1;
                ages += shown - x * SECOND;
                judged++;
            }
            shownBefore = shown;
            xBefore = x;
        }
        turns.close();
        return new Picture(100 * Math.sqrt(errors / judged), ages / judged * 1e-6, missed, had);
    }

    private static LongSupplier costs(String load) {
        Random random = Seeds.random(1);
        int[] n = {0};
        return switch (load) {
            case "light" -> () -> 300_000;
            case "steady" -> () -> 10_000_000;
            case "jittery" -> () -> random.nextInt(20) == 0 ? 9_300_000 : 300_000;
            default -> () -> ++n[0] % 120 == 0 ? 35_300_000 : 300_000; // spikes
        };
    }

    /**
     * Steps that are longer than a frame can afford make the picture older by what they are late, and lose no frame.
     */
    @ParameterizedTest
    @CsvSource({
        "light, 60, 0.1, 0.1, 0",
        "light, 144, 0.1, 0.1, 0",
        "steady, 60, 0.2, 3, 1000",
        "steady, 144, 0.2, 3, 2000",
        "jittery, 60, 0.2, 7, 0",
        "jittery, 144, 0.2, 1, 80",
        "spikes, 60, 0.5, 18, 40",
        "spikes, 144, 0.2, 25, 100",
    })
    void framesLoseNothingToLongSteps(String load, int rate, double judder, double older, int lostInline) {
        Picture open = play(Way.OPEN, rate, load);
        Picture inline = play(Way.INLINE, rate, load);
        assertTrue(
                open.missed == 0
                        && open.judder <= judder
                        && open.ageMillis <= inline.ageMillis + older
                        && inline.missed >= lostInline,
                () -> open + " instead of " + inline);
    }

    /** On a busy machine, the thread of the steps may wait for a processor for longer than a step takes. */
    @ParameterizedTest
    @CsvSource({"60", "144"})
    void aFrameTakesTheStepsThatTheirThreadHasNotBegun(int rate) {
        assertEquals(play(Way.INLINE, rate, "light"), play(Way.STARVED, rate, "light"));
    }
}
