package io.github.freestep.physics.prediction;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a user can rely on, with a world that is stepped in the same frame. */
class RunAheadTest {
    private static final long MILLI = 1_000_000;
    private static final long LEAD = 4 * MILLI;
    private static final int AXIS = 0;

    /** A body whose x is the sum of the axis over all ticks, and whose y is the sum of all actions. */
    private static final class Sums implements OwnWorld {
        double x;
        double y;
        boolean isAlive = true;
        boolean teleports;
        int steps;

        /** When in its tick the newest input was. */
        double fraction;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1).doublePositions();
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public int slot(State server) {
            return 0;
        }

        @Override
        public void set(State server, int slot, PhysicsContext context) {
            x = server.x(slot);
            y = server.y(slot);
        }

        @Override
        public void step(Tick tick) {
            steps++;
            TickInput input = tick.input();
            x += input.axis(AXIS);
            for (int i = 0; i < input.size(); i++) {
                y += input.isAction(i) ? input.value(i) : 0;
                fraction = input.fraction(i);
            }
            if (isAlive != tick.bodies().isAlive(0)) {
                if (isAlive) {
                    tick.bodies().spawn(0);
                } else {
                    tick.bodies().remove(0);
                }
            }
            if (teleports) {
                tick.bodies().teleport(0);
                teleports = false;
            }
        }

        @Override
        public void write(StateWriter state) {
            if (state.isAlive(0)) {
                state.position(0, x, y, 0);
                state.orientation(0, 0, 0, 0, 1);
            }
        }
    }

    private final Sums world = new Sums();
    private final Sums copy = new Sums();
    private final InlineStepper physics =
            PhysicsService.builder(world).rate(100).axes(1).inline();
    private final RunAhead own = RunAhead.builder(copy, physics).open();
    private final StateReader shown = own.states().reader();
    private double x;
    private double y;
    private boolean isShown;

    /** A frame after some time. */
    private void frame(long nanos) {
        physics.advance(nanos);
        isShown = own.advance(physics.clock().nanoTime() + LEAD);
        shown.acquire();
        assertEquals(isShown, shown.size() > 0 && shown.state(0).isAlive(0));
        if (isShown) {
            x = shown.state(0).x(0);
            y = shown.state(0).y(0);
        }
    }

    private void frames(int count, long nanos) {
        for (int i = 0; i < count; i++) {
            frame(nanos);
        }
    }

    @Test
    void thePictureIsThatOfTheRefreshAndHasTheNewestInput() {
        frame(34 * MILLI);
        frame(MILLI);
        own.axis(AXIS, 1);
        frame(MILLI);
        assertEquals(0, x);
        frame(MILLI);
        assertEquals(0.1, x, 1e-9, "in the tick from 40 to 50 ms");
        frames(100, 7 * MILLI + 1);
        assertEquals((physics.clock().nanoTime() + LEAD) / 1e7 - 4, x, 1e-9);
        assertEquals(physics.clock().nanoTime() + LEAD, shown.state(0).simulationNanos());
    }

    @Test
    void anInputInATickThatWasShownWaitsForTheNextOne() {
        frame(30 * MILLI);
        frame(MILLI);
        assertTrue(own.action(5, 1));
        frame(MILLI);
        assertEquals(0, y, "half of the tick was shown without it");
        frame(7 * MILLI);
        assertEquals(0.3, y, 1e-9, "in the tick from 40 to 50 ms");
        assertTrue(own.action(5, 1));
        frame(MILLI / 10);
        assertEquals(0.31, y, 1e-9, "more than a fifth was shown, although the service has not begun it");
        frame(7 * MILLI);
        frame(6 * MILLI);
        assertEquals(1.61, y, 1e-9);
        frames(100, 5 * MILLI);
        assertEquals(2, y);
        assertEquals(2, world.y);
    }

    /** As after a hitch of the host. */
    @Test
    void anInputThatHasWaitedTooLongCountsFromNow() {
        frame(30 * MILLI);
        frame(MILLI);
        own.action(5, 1);
        physics.advance(24 * MILLI);
        for (int i = 0; i < 40; i++) {
            double before = y;
            frame(3 * MILLI);
            assertTrue(y >= before, () -> before + " -> " + y);
        }
        assertEquals(1, y, 1e-6);
        assertEquals(1, world.y);
    }

    /** The next frame would come too late to send it. */
    @Test
    void anInputDoesNotWaitForASlowHost() {
        frames(3, 21 * MILLI);
        own.action(5, 1);
        frame(MILLI);
        assertEquals(0.1, y, 0.01, "in the tick from 60 to 70 ms, of which 7 ms were shown without it");
    }

    @Test
    void aLittleThatWasShownIsMadeUpForWithoutAJump() {
        frame(26 * MILLI);
        frame(MILLI);
        own.axis(AXIS, 1);
        frame(3 * MILLI + MILLI / 10);
        assertEquals(0.31, x, 0.01, "0.1 of 0.41 was shown without it");
        frames(100, 7 * MILLI);
        assertEquals((physics.clock().nanoTime() + LEAD) / 1e7 - 3, x, 1e-9);
    }

    @Test
    void eachInputCountsOnce() {
        Random random = Seeds.random(1);
        int actions = 0;
        for (int i = 0; i < 2_000; i++) {
            frame(random.nextInt(30 * (int) MILLI));
            if (random.nextInt(3) == 0) {
                own.axis(AXIS, random.nextInt(3) - 1);
            }
            if (random.nextInt(3) == 0) {
                assertTrue(own.action(5, 1));
                actions++;
            }
            if (i % 100 == 99) {
                own.axis(AXIS, 0);
                frames(60, 9 * MILLI);
                assertEquals(actions, world.y);
                assertEquals(world.y, y);
                assertEquals(world.x, x);
            }
        }
    }

    @Test
    void anInputThatNeedNotWaitIsTakenRightAfterTheOneThatWaits() {
        frame(34 * MILLI);
        frame(12 * MILLI);
        own.axis(AXIS, 1); // It waits for the tick that begins at 50 ms.
        physics.advance(3 * MILLI);
        own.axis(AXIS, 2); // The next frame may come too late to send it.
        frame(3 * MILLI);
        frame(12 * MILLI);
        assertEquals(2, world.x);
        assertEquals(0, world.fraction, 0.001);
    }

    @Test
    void aWrongGuessFadesWithoutAJump() {
        frames(10, 8 * MILLI);
        world.x = 1;
        double greatest = 0;
        for (int i = 0; i < 60; i++) {
            double before = x;
            frame(8 * MILLI);
            greatest = Math.max(greatest, x - before);
            assertTrue(x >= before - 0.02, () -> before + " -> " + x);
        }
        assertEquals(1, x);
        // 0.782 of the error in a half-life of 30 ms.
        assertEquals(0.782 * 8 / 30, greatest, 0.01);
        world.x = 5;
        frames(2, 8 * MILLI);
        assertEquals(5, x, "beyond 3 m");
    }

    @Test
    void inAPauseTheBodyStandsAndOnlyCommandsMoveIt() {
        own.axis(AXIS, 1);
        frames(20, 8 * MILLI);
        frame(3 * MILLI);
        physics.pause();
        frames(60, 8 * MILLI);
        assertEquals(world.x, x);
        own.action(5, 1);
        frames(10, 8 * MILLI);
        assertEquals(0, y);
        physics.submit(context -> world.x += 1);
        frames(60, 8 * MILLI);
        assertEquals(world.x, x);
        physics.resume();
        frames(60, 8 * MILLI);
        assertEquals(1, y);
        assertEquals(world.x + 1, x, 1);
    }

    @Test
    void aDeadBodyIsHiddenAndALaterOneIsAtItsPlaceAtOnce() {
        own.axis(AXIS, 1);
        frames(20, 8 * MILLI);
        assertTrue(isShown);
        world.isAlive = false;
        frames(2, 10 * MILLI);
        assertFalse(isShown);
        int steps = copy.steps;
        frames(20, 8 * MILLI);
        assertEquals(steps, copy.steps);
        world.x = 100;
        world.isAlive = true;
        frames(2, 10 * MILLI);
        assertTrue(isShown && x > 100, () -> "at " + x);
    }

    @Test
    void aTeleportIsShownAtOnce() {
        frames(20, 8 * MILLI);
        int epoch = shown.state(0).epoch(0);
        world.x += 1;
        world.teleports = true;
        frames(2, 10 * MILLI);
        assertEquals(1, x);
        assertTrue(shown.state(0).epoch(0) != epoch, "no frame is between the two places");
        int steps = copy.steps;
        frame(MILLI);
        assertTrue(copy.steps - steps <= 3);
    }

    /** Each frame steps the ticks since the state, at most as many as were allowed. */
    @Test
    void aFrameStepsFewTicks() {
        frames(20, 8 * MILLI);
        for (int i = 0; i < 100; i++) {
            copy.steps = 0;
            frame(8 * MILLI);
            assertTrue(copy.steps <= 5, () -> copy.steps + " steps");
        }
        copy.steps = 0;
        // As if the service had hung for a second.
        own.advance(physics.clock().nanoTime() + 1_000 * MILLI);
        assertEquals(50, copy.steps);
    }

    @Test
    void inputThatWaitsIsSentAtTheEnd() {
        frame(30 * MILLI);
        frame(MILLI);
        own.action(5, 1);
        own.close();
        physics.advance(30 * MILLI);
        assertEquals(1, world.y);
        assertThrows(IllegalStateException.class, () -> own.advance(0));
        assertThrows(IllegalStateException.class, () -> own.action(5, 1));
    }

    @Test
    void anotherThreadIsRefused() {
        frame(8 * MILLI);
        for (Runnable call : new Runnable[] {() -> own.axis(AXIS, 1), () -> own.action(1, 1), () -> own.advance(0)}) {
            assertEquals(IllegalStateException.class, failureElsewhere(call).getClass());
        }
        assertThrows(IllegalArgumentException.class, () -> own.axis(1, 1));
        assertThrows(IllegalArgumentException.class, () -> own.axis(AXIS, Float.NaN));
    }

    @Test
    void aWorldWhoseInputIsFedIsRefused() {
        InlineStepper fed = Feeds.feed(PhysicsService.builder(new Sums()), (tick, into) -> {})
                .inline();
        RunAhead.Builder builder = RunAhead.builder(new Sums(), fed);
        assertEquals(
                "physics must take pushed input, but a feed gives all of it; show its states with a sampler",
                assertThrows(IllegalStateException.class, builder::open).getMessage());
        fed.close();
    }

    @Test
    void aFrameWithInputAndACorrectionAllocatesNothing() {
        Runnable frame = () -> {
            own.axis(AXIS, physics.clock().nanoTime() % 3);
            own.action(5, 1);
            own.advance(physics.clock().nanoTime() + LEAD);
        };
        for (int i = 0; i < 5_000; i++) {
            once(frame);
        }
        assertEquals(0, Allocations.least(() -> {
            long sum = 0;
            for (int i = 0; i < 1_000; i++) {
                sum += once(frame);
            }
            return sum;
        }));
    }

    private long once(Runnable frame) {
        world.x += 0.01;
        physics.advance(7 * MILLI);
        return Allocations.once(frame);
    }
}
