package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.physics.request.CommandCallbacks;
import io.github.freestep.physics.request.Lanes;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Pending time controls together have the same effect as one after the other. */
class TimeControlsTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final CommandCallbacks callbacks = new CommandCallbacks(
            thread -> false, () -> true, null, () -> 0, Problems.toLog().of(""));

    private Schedule schedule = newSchedule();
    private Runnable onRead = () -> {};
    private Lanes lanes = newLanes();

    @Test
    void aFailingStepDoesNotFailTheOtherControls() {
        schedule = new Schedule(Ratio.of(1, 1_000), OverloadPolicy.slip().values, 4, 1, 0);
        lanes = newLanes();
        CompletableFuture<Void> pause = lanes.add(lanes.pause());
        CompletableFuture<Void> steps = lanes.add(lanes.step(Integer.MAX_VALUE));
        CompletableFuture<Void> scale = lanes.add(lanes.timeScale(Ratio.of(2)));
        lanes.applyChanges(this::nanoTime);
        callbacks.completeAll();
        assertTrue(steps.isCompletedExceptionally());
        CompletableFuture.allOf(pause, scale).join();
        assertTrue(schedule.timeline().anchor().isPaused());
        assertEquals(Ratio.of(2), schedule.timeline().scale());
    }

    /** A thread that closes the service may end the queue meanwhile. */
    @Test
    void whileTheClockHangsTheEndFindsTheControls() {
        CompletableFuture<Void> pause = lanes.add(lanes.pause());
        IllegalStateException hangs = new IllegalStateException("hangs");
        onRead = () -> {
            lanes.end(hangs);
            callbacks.completeAll();
            assertTrue(pause.isCompletedExceptionally());
        };
        lanes.applyChanges(this::nanoTime);
        assertFalse(schedule.timeline().anchor().isPaused());
    }

    /** The end of a run may find a request while another thread refuses it. */
    @Test
    void aRequestThatIsRefusedNeverSucceeds() {
        IllegalStateException closed = new IllegalStateException("for the test");
        lanes.end(closed);
        CompletableFuture<Void> ends = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 300_000; i++) {
                lanes.end(closed);
                callbacks.completeAll();
            }
        });
        while (!ends.isDone()) {
            CompletableFuture<Void> refused = lanes.add(lanes.pause());
            while (!refused.isDone() && !ends.isDone()) {
                Thread.onSpinWait();
            }
            assertTrue(refused.isCompletedExceptionally() || !refused.isDone());
        }
    }

    @Test
    void pendingControlsHaveTheEffectOfOneByOne() {
        long seed = Seeds.first(1).findFirst().getAsLong();
        String failing = "seed " + seed;
        Random random = Seeds.random(seed);
        Schedule oneByOne = newSchedule();
        for (int look = 0; look < 5_000; look++) {
            long now = clock.nanoTime();
            for (int asked = random.nextInt(6); asked > 0; asked--) {
                ask(random, oneByOne, now);
            }
            look();
            assertEquals(oneByOne.timeline().scale(), schedule.timeline().scale(), failing);
            assertEquals(
                    oneByOne.timeline().anchor().isPaused(),
                    schedule.timeline().anchor().isPaused(),
                    failing);
            assertEquals(stepped(oneByOne), stepped(schedule), failing);
            clock.advance(random.nextInt(30) * MILLI);
            assertEquals(
                    oneByOne.timeline().simulationAt(clock.nanoTime()),
                    schedule.timeline().simulationAt(clock.nanoTime()),
                    failing);
        }
    }

    private void ask(Random random, Schedule oneByOne, long now) {
        switch (random.nextInt(4)) {
            case 0 -> {
                lanes.add(lanes.pause());
                oneByOne.pause(now);
            }
            case 1 -> {
                lanes.add(lanes.resume());
                oneByOne.resume(now);
            }
            case 2 -> {
                int ticks = 1 + random.nextInt(3);
                lanes.add(lanes.step(ticks));
                oneByOne.step(now, ticks);
            }
            default -> {
                // Powers of two, to avoid rounding.
                Ratio scale = Ratio.of(1 << random.nextInt(3), 1 << random.nextInt(3));
                lanes.add(lanes.timeScale(scale));
                oneByOne.scale(now, scale);
            }
        }
    }

    @Test
    void stepsThatALaterLookAddsWaitForTheEarlierOnes() {
        CompletableFuture<Void> two = lanes.add(lanes.step(2));
        look();
        takeStep();
        CompletableFuture<Void> one = lanes.add(lanes.step(1));
        look();
        takeStep();
        assertTrue(two.isDone());
        assertFalse(one.isDone());
        takeStep();
        one.join();
    }

    @Test
    void discardedStepsFailAndSayHowManyWereTaken() {
        CompletableFuture<Void> three = lanes.add(lanes.step(3));
        CompletableFuture<Void> five = lanes.add(lanes.step(5));
        look();
        for (int step = 0; step < 4; step++) {
            takeStep();
        }
        three.join();
        CompletableFuture<Void> late = lanes.add(lanes.step(2));
        CompletableFuture<Void> resume = lanes.add(lanes.resume());
        CompletableFuture<Void> after = lanes.add(lanes.step(6));
        look();
        resume.join();
        assertDiscarded("1 of 5 steps were taken before", five);
        assertDiscarded("0 of 2 steps were taken before", late);
        assertFalse(after.isDone());
        assertEquals(6, stepped(schedule));
        settle();
        after.join();
    }

    @Test
    void stepsThatAreNotTakenAtTheEndFail() {
        CompletableFuture<Void> two = lanes.add(lanes.step(2));
        look();
        takeStep();
        lanes.end(new IllegalStateException("closed"));
        callbacks.completeAll();
        assertTrue(two.isCompletedExceptionally());
    }

    private static void assertDiscarded(String message, CompletableFuture<Void> future) {
        Throwable cause = assertThrows(CompletionException.class, () -> future.getNow(null))
                .getCause();
        assertEquals(IllegalStateException.class, cause.getClass());
        assertTrue(cause.getMessage().startsWith(message), cause.getMessage());
    }

    private void takeStep() {
        schedule.beginBatch(clock.nanoTime());
        schedule.done();
        settle();
    }

    private void settle() {
        lanes.settle();
        callbacks.completeAll();
    }

    private long nanoTime() {
        onRead.run();
        return clock.nanoTime();
    }

    private Lanes newLanes() {
        return new Lanes("", 2, callbacks, () -> {}, null, schedule);
    }

    private static Schedule newSchedule() {
        return new Schedule(Ratio.of(100), OverloadPolicy.neverSlip().values, 4, 1, 0);
    }

    private void look() {
        lanes.applyChanges(this::nanoTime);
        callbacks.completeAll();
    }

    private int stepped(Schedule of) {
        int steps = 0;
        of.beginBatch(clock.nanoTime());
        while (of.inBatch()) {
            of.done();
            of.beginBatch(clock.nanoTime());
            steps++;
        }
        return steps;
    }
}
