package io.github.freestep.smooth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** A game's own world: a body that moves one metre a second, at 60 steps a second and 144 frames a second. */
class SmoothTest {
    private static final long FRAME = 1_000_000_000 / 144;

    private static final class Box {
        private double x;
        private double angle;
    }

    private final VirtualClock clock = new VirtualClock(0);
    private final Box box = new Box();

    private Smooth<Box> smooth() {
        return Smooth.inline(60, 100, clock, dt -> box.x += dt, (each, to) -> to.flat(each.x, 0, each.angle));
    }

    /** The root mean square of the error of the speed on the screen, in proportion. */
    private double judder(DoubleSupplier frame) {
        double last = 0;
        double sum = 0;
        for (int i = 0; i < 1_000; i++) {
            clock.advance(FRAME);
            double x = frame.getAsDouble();
            double error = (x - last) / (FRAME / 1e9) - 1;
            sum += i < 100 ? 0 : error * error;
            last = x;
        }
        return Math.sqrt(sum / 900);
    }

    @Test
    void framesAreEvenWhereAnAccumulatorJudders() {
        Smooth<Box> smooth = smooth();
        smooth.add(box);
        double even = judder(() -> {
            smooth.frame();
            return smooth.x(box);
        });
        Box other = new Box();
        double[] owed = {0};
        double uneven = judder(() -> {
            owed[0] += FRAME / 1e9;
            while (owed[0] >= 1 / 60d) {
                other.x += 1 / 60d;
                owed[0] -= 1 / 60d;
            }
            return other.x;
        });
        assertTrue(even < 0.001, () -> "judder " + even);
        assertTrue(uneven > 1, () -> "judder " + uneven);
    }

    @Test
    void noStepRunsInTheGamesTurn() {
        AtomicBoolean isGames = new AtomicBoolean(true);
        AtomicLong steps = new AtomicLong();
        Smooth.Step step = dt -> {
            assertFalse(isGames.get());
            box.x += dt;
            steps.incrementAndGet();
        };
        try (Smooth<Box> smooth = Smooth.threaded(1000, step, (each, to) -> to.flat(each.x, 0, each.angle))) {
            smooth.add(box);
            for (int i = 0; i < 100; i++) {
                smooth.frame();
                isGames.set(true);
                long before = steps.get();
                Thread.yield();
                assertEquals(before, steps.get());
                isGames.set(false);
                smooth.draw();
                Await.until(() -> steps.get() > before);
            }
        }
    }
}
