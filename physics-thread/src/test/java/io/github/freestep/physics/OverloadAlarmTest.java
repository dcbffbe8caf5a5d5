package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.problem.Problem;
import io.github.freestep.time.Ratio;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A game whose steps are too long runs in slow motion, and a person must learn why. */
@Timeout(240)
class OverloadAlarmTest extends ServiceUnderTest {
    private static final long MILLI = 1_000_000;

    /** What a step takes, on the virtual clock. */
    private volatile long stepNanos;

    @BeforeEach
    void stepsTakeTime() {
        builder.rate(100).name("room-7");
        world.during = tick -> clock.advance(stepNanos);
    }

    private List<Problem.Kind> told() {
        builder.problems.flush();
        return problems.stream().map(Problem::kind).toList();
    }

    @Test
    void anOverloadAndItsEndAreOneLineEach() {
        stepNanos = 15 * MILLI;
        long begin = clock.nanoTime();
        start(Host.SERVICE);
        await(() -> !problems.isEmpty());
        long toldNanos = clock.nanoTime() - begin;
        awaitTick(run().metrics().tick() + 500);
        assertEquals(List.of(Problem.Kind.OVERLOAD), told());
        assertEquals(
                "room-7: simulation time runs at 0.6 of its speed, because a step takes 15.0 ms of 10.0 ms; do less in a"
                        + " step, or lower the rate to 60 per second",
                problems.get(0).message());
        assertTrue(toldNanos > 3_000 * MILLI, "after three seconds, but was " + toldNanos + " ns");
        stepNanos = MILLI;
        await(() -> problems.size() == 2);
        awaitTick(run().metrics().tick() + 1_000);
        assertEquals(List.of(Problem.Kind.OVERLOAD, Problem.Kind.OVERLOAD_ENDED), told());
        assertEquals("room-7: simulation time keeps up again", problems.get(1).message());
        physics.close();
    }

    /**
     * As while a level loads. Time is slowed after a second, and for one more it does not know that steps are light.
     */
    @Test
    void anOverloadOfTwoSecondsIsNotTold() {
        world.during = tick -> clock.advance(tick.number() < 120 ? 15 * MILLI : MILLI);
        start(Host.SERVICE);
        awaitTick(1_000);
        physics.close();
        assertTrue(run().metrics().slips() > 0);
        assertEquals(List.of(), told());
    }

    /** Its host calls it in each frame, of which its own work takes 5 ms. */
    @Test
    void aStepperTellsItToo() {
        stepNanos = 15 * MILLI;
        InlineStepper stepper = builder.inline();
        long[] last = {clock.nanoTime()};
        for (int frame = 0; frame < 500; frame++) {
            clock.advance(5 * MILLI);
            long now = clock.nanoTime();
            stepper.advance(now - last[0]);
            last[0] = now;
        }
        assertEquals(List.of(Problem.Kind.OVERLOAD), told());
        stepNanos = MILLI;
        for (int frame = 0; frame < 1_000; frame++) {
            clock.advance(15 * MILLI);
            long now = clock.nanoTime();
            stepper.advance(now - last[0]);
            last[0] = now;
        }
        assertEquals(List.of(Problem.Kind.OVERLOAD, Problem.Kind.OVERLOAD_ENDED), told());
        stepper.close();
    }

    @Test
    void aRunThatNeverSlipsTellsItToo() {
        builder.overloadPolicy(OverloadPolicy.neverSlip());
        stepNanos = 15 * MILLI;
        start(Host.SERVICE);
        await(() -> !problems.isEmpty());
        assertEquals(List.of(Problem.Kind.OVERLOAD), told());
        String text = problems.get(0).message();
        assertTrue(
                text.contains(" because a step takes 15.0 ms of 10.0 ms; do less in a step, or lower the rate"), text);
        physics.close();
    }

    /** A game that fast-forwards asks for more than there is on purpose. Slower than its usual speed is too slow. */
    @Test
    void fastMotionThatIsSlowerThanAskedIsNotTold() {
        stepNanos = 5 * MILLI;
        start(Host.SERVICE);
        run().timeScale(Ratio.of(8)).join();
        awaitTick(run().metrics().tick() + 2_000); // the thread may have made thousands before
        assertTrue(run().metrics().sustainedScale() < 0.3, "the test must ask for too much");
        assertEquals(List.of(), told());
        stepNanos = 15 * MILLI;
        await(() -> !problems.isEmpty());
        assertEquals(List.of(Problem.Kind.OVERLOAD), told());
        physics.close();
    }

    /** Loads of levels and collections of garbage are caught up or dropped, and are nothing that a rate could mend. */
    @Test
    void longStallsAndPausesAreNotTold() {
        world.during = tick -> clock.advance(tick.number() % 300 == 299 ? 2_000 * MILLI : MILLI);
        start(Host.SERVICE);
        awaitTick(1_500);
        assertTrue(run().metrics().droppedNanos() > 0);
        run().pause().join();
        clock.advance(60_000 * MILLI);
        run().resume().join();
        awaitTick(run().metrics().tick() + 500);
        assertEquals(List.of(), told());
        physics.close();
    }

    /** The player who waits for another has no overload. */
    @Test
    void aWaitForInputIsNotTold() {
        long[] readyNanos = {clock.nanoTime()};
        // Input comes at half of the rate.
        WaitingStage.ready(
                builder.overloadPolicy(OverloadPolicy.neverSlip()),
                toTick -> clock.nanoTime() - readyNanos[0] >= toTick * 20 * MILLI);
        start(Host.SERVICE);
        awaitTick(1_500);
        assertTrue(run().metrics().debtNanos() > 1_000 * MILLI);
        assertEquals(List.of(), told());
        physics.close();
    }
}
