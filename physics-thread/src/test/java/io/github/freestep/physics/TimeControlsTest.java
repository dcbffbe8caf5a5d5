package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Pending time controls together have the same effect as one after the other. */
class TimeControlsTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final CommandCallbacks callbacks = new CommandCallbacks(thread -> false, 1, null, null, () -> 0);

    private final TimeControls controls = new TimeControls(callbacks, new VirtualClock(0), () -> {});
    private final Schedule schedule = newSchedule();
    private final List<CompletableFuture<Void>> futures = new ArrayList<>();

    @Test
    void theFirstOfTwoResumesEndsThePause() {
        TimeControls timed = new TimeControls(callbacks, clock, () -> {});
        schedule.pause(clock.nanoTime());
        clock.advance(5 * MILLI);
        timed.resume();
        clock.advance(5 * MILLI);
        timed.resume();
        assertTrue(timed.resumesBy(7 * MILLI));
        clock.advance(5 * MILLI);
        timed.run(schedule, clock);
        assertTrue(schedule.timeline().pausedAt(3 * MILLI));
        assertFalse(schedule.timeline().pausedAt(7 * MILLI));
    }

    @Test
    void aFailingStepDoesNotFailTheOtherControls() {
        Schedule slow = new Schedule(Ratio.of(1, 1_000), OverloadPolicy.slip().values, 4, 1, 0, 0);
        CompletableFuture<Void> pause = controls.pause();
        CompletableFuture<Void> steps = controls.step(Integer.MAX_VALUE);
        CompletableFuture<Void> scale = controls.timeScale(Ratio.of(2));
        controls.run(slow, clock);
        callbacks.completeAll();
        assertTrue(steps.isCompletedExceptionally());
        pause.join();
        scale.join();
        assertTrue(slow.timeline().anchor().isPaused());
        assertEquals(Ratio.of(2), slow.timeline().scale());
    }

    /** A thread that closes the service may end the queue meanwhile. */
    @Test
    void whileTheClockHangsTheEndFindsTheControls() {
        CompletableFuture<Void> pause = controls.pause();
        IllegalStateException hangs = new IllegalStateException("hangs");
        controls.run(schedule, () -> {
            controls.end(hangs, hangs);
            callbacks.completeAll();
            assertTrue(pause.isCompletedExceptionally());
            return 0;
        });
        assertFalse(schedule.timeline().anchor().isPaused());
    }

    @Test
    void pendingControlsHaveTheEffectOfOneByOne() {
        long seed = Seeds.first(1).findFirst().getAsLong();
        Random random = Seeds.random(seed);
        Schedule oneByOne = newSchedule();
        for (int look = 0; look < 5_000; look++) {
            long now = clock.nanoTime();
            for (int asked = random.nextInt(6); asked > 0; asked--) {
                ask(random, oneByOne, now);
            }
            look();
            assertEquals(oneByOne.timeline().scale(), schedule.timeline().scale(), () -> "seed " + seed);
            assertEquals(
                    oneByOne.timeline().anchor().isPaused(),
                    schedule.timeline().anchor().isPaused(),
                    () -> "seed " + seed);
            assertEquals(stepped(oneByOne), stepped(schedule), () -> "seed " + seed);
            clock.advance(random.nextInt(30) * MILLI);
            assertEquals(
                    oneByOne.timeline().simulationAt(clock.nanoTime()),
                    schedule.timeline().simulationAt(clock.nanoTime()),
                    () -> "seed " + seed);
        }
    }

    private void ask(Random random, Schedule oneByOne, long now) {
        switch (random.nextInt(4)) {
            case 0 -> {
                futures.add(controls.pause());
                oneByOne.pause(now);
            }
            case 1 -> {
                futures.add(controls.resume());
                oneByOne.resume(now);
            }
            case 2 -> {
                int ticks = 1 + random.nextInt(3);
                futures.add(controls.step(ticks));
                oneByOne.step(now, ticks);
            }
            default -> {
                // Powers of two, to avoid rounding.
                Ratio scale = Ratio.of(1 << random.nextInt(3), 1 << random.nextInt(3));
                futures.add(controls.timeScale(scale));
                oneByOne.scale(now, scale);
            }
        }
    }

    @Test
    void stepsThatALaterLookAddsWaitForTheEarlierOnes() {
        CompletableFuture<Void> two = controls.step(2);
        look();
        takeStep();
        CompletableFuture<Void> one = controls.step(1);
        look();
        takeStep();
        assertTrue(two.isDone());
        assertFalse(one.isDone());
        takeStep();
        one.join();
    }

    @Test
    void discardedStepsFailAndSayHowManyWereTaken() {
        CompletableFuture<Void> three = controls.step(3);
        CompletableFuture<Void> five = controls.step(5);
        look();
        for (int step = 0; step < 4; step++) {
            takeStep();
        }
        three.join();
        CompletableFuture<Void> late = controls.step(2);
        CompletableFuture<Void> resume = controls.resume();
        CompletableFuture<Void> after = controls.step(6);
        look();
        resume.join();
        assertDiscarded("1 of 5 steps were taken before", five);
        assertDiscarded("0 of 2 steps were taken before", late);
        assertFalse(after.isDone());
        assertEquals(6, stepped(schedule));
        settle();
        after.join();
    }

    private static void assertDiscarded(String message, CompletableFuture<Void> future) {
        Throwable cause = assertThrows(CompletionException.class, () -> future.getNow(null))
                .getCause();
        assertEquals(IllegalStateException.class, cause.getClass());
        assertTrue(cause.getMessage().startsWith(message), cause.getMessage());
    }

    private void takeStep() {
        schedule.wake(clock.nanoTime());
        schedule.done(schedule.nextTicks());
        settle();
    }

    private void settle() {
        controls.settle(schedule);
        callbacks.completeAll();
    }

    private static Schedule newSchedule() {
        return new Schedule(Ratio.of(100), OverloadPolicy.neverSlip().values, 4, 1, 0, 0);
    }

    private void look() {
        controls.run(schedule, clock);
        callbacks.completeAll();
    }

    private int stepped(Schedule of) {
        int steps = 0;
        of.wake(clock.nanoTime());
        while (of.inBatch()) {
            of.done(of.nextTicks());
            of.wake(clock.nanoTime());
            steps++;
        }
        return steps;
    }
}
