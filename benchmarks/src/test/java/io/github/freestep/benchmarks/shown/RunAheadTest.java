package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.physics.prediction.RunAhead;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The player's own body, stepped by the frame up to its refresh, with a service whose steps are light, jittery, or 35
 * ms long each second. Frames begin 1.2 ms before their refresh: a pacer's reserve, and 1 ms to draw. Pictures are
 * compared with where the body then was at their refreshes.
 */
class RunAheadTest {
    private static final long MILLI = 1_000_000;
    private static final long LATE = 1_200_000;

    private final Random random = Seeds.random(1);
    private final RunnerServer world = new RunnerServer();
    private final double[] xs = new double[16_384];
    private final double[] ys = new double[xs.length];
    private final long[] refreshes = new long[xs.length];
    private int drawn;
    private RunnerCopy copy;
    private OneThread both;
    private RunAhead own;
    private FrameSampler me;

    private double judder;
    private double longestJump;
    private int mostSteps;

    enum Load {
        LIGHT,
        JITTERY,
        SPIKES
    }

    private LongSupplier costs(Load load) {
        Random costs = Seeds.random(2);
        int[] step = {0};
        return () -> switch (load) {
            case LIGHT -> MILLI / 2;
            case JITTERY -> costs.nextInt(20) == 0 ? 9 * MILLI : MILLI / 2;
            case SPIKES -> ++step[0] % 100 == 0 ? 35 * MILLI : 3 * MILLI;
        };
    }

    private void open(Load load) {
        both = new OneThread(world, costs(load));
        copy = new RunnerCopy();
        own = RunAhead.builder(copy, both.physics()).open();
        me = FrameSampler.builder(own.states()).mode(FrameMode.LATEST).open();
    }

    @AfterEach
    void close() {
        both.close();
    }

    private interface Player {
        void play(long nanos);
    }

    /** Draws frames, and measures how unevenly the body has moved. */
    private void run(double seconds, int fps, Player player) {
        drawn = 0;
        both.run(seconds, fps, nanos -> draw(nanos, player));
        both.run(0.2, fps, nanos -> {});
        double errors = 0;
        double ways = 0;
        for (int i = 1; i < drawn; i++) {
            double wayX = world.x(refreshes[i]) - world.x(refreshes[i - 1]);
            double wayY = world.y(refreshes[i]) - world.y(refreshes[i - 1]);
            double error = Math.hypot(xs[i] - xs[i - 1] - wayX, ys[i] - ys[i - 1] - wayY);
            errors += error * error;
            ways += wayX * wayX + wayY * wayY;
            longestJump = Math.max(longestJump, error);
        }
        judder = Math.sqrt(errors / ways);
    }

    private void draw(long nanos, Player player) {
        player.play(nanos);
        int before = copy.steps;
        own.advance(nanos + LATE);
        mostSteps = Math.max(mostSteps, copy.steps - before);
        Frame frame = me.sample();
        if (frame.slots() > 0) {
            xs[drawn] = frame.x()[0];
            ys[drawn] = frame.y()[0];
            refreshes[drawn++] = nanos + LATE;
        }
    }

    /** Presses a key each 60 to 600 ms, and turns before the walls. */
    private Player keys() {
        long[] next = {0};
        return nanos -> {
            if (nanos >= next[0] && drawn > 0) {
                next[0] = nanos + (60 + random.nextInt(540)) * MILLI;
                double x = xs[drawn - 1];
                if (random.nextInt(5) == 0) {
                    own.action(Runner.JUMP, 1);
                } else {
                    own.axis(Runner.AXIS, x < 3 ? 1 : x > 10 ? -1 : random.nextInt(3) - 1);
                }
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"LIGHT, 60", "LIGHT, 144", "JITTERY, 60", "JITTERY, 144", "SPIKES, 60", "SPIKES, 144"})
    void motionIsEvenWhateverTheStepsDo(Load load, int fps) {
        open(load);
        run(60, fps, keys());
        assertTrue(judder < 0.01, () -> "judder of " + judder);
        // A jump takes off at 6 m/s, and may be made up for from a fifth of a tick.
        assertTrue(longestJump < 0.012, () -> "a step too long by " + longestJump);
        int steps = mostSteps;
        assertTrue(steps <= 15, () -> steps + " steps in a frame");
    }

    /** Each key jumps from the floor, and is visible once the body has left it by a hundredth of the way of a tick. */
    @ParameterizedTest
    @CsvSource({
        "LIGHT, 60, 11",
        "LIGHT, 144, 6",
        "JITTERY, 60, 11",
        "JITTERY, 144, 6",
        "SPIKES, 60, 11",
        "SPIKES, 144, 6"
    })
    void aKeyIsVisibleBeforeItsTick(Load load, int fps, double mostMillis) {
        open(load);
        long[] pressed = new long[100];
        int[] keys = {0};
        run(90, fps, nanos -> {
            int key = keys[0];
            if (drawn > 0 && key < pressed.length && nanos >= (key + 1) * 850 * MILLI + key * 37 % 100 * MILLI / 10) {
                // Pressed at any time since the last frame, evenly.
                pressed[keys[0]++] = nanos - (long) (key * 0.618 % 1 * 1e9 / fps);
                own.action(Runner.JUMP, 1);
            }
        });
        double sum = 0;
        int frame = 0;
        for (long key : pressed) {
            while (refreshes[frame] < key || ys[frame] < 6e-4) {
                frame++;
            }
            sum += refreshes[frame] - key;
        }
        double mean = sum / pressed.length / MILLI;
        assertTrue(mean < mostMillis, () -> mean + " ms from key to picture");
    }
}
