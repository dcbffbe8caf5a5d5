package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Throw;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MouseInputTest {
    private static final int MANY = 300;

    private final MouseInput mouse = new MouseInput();
    private final Catcher catcher = new Catcher();

    @Test
    void eachThrowHasItsOwnTickAndValues() {
        InlineStepper stepper = PhysicsService.builder(catcher).input(mouse).inline();
        stepper.advanceTick();
        assertTrue(mouse.add(toss(1)) && mouse.add(toss(2)));
        for (int i = 0; i < 4; i++) {
            stepper.advanceTick();
        }
        assertEquals(List.of(toss(1), toss(2)), catcher.caught);
        assertEquals(List.of(2L, 3L), catcher.ticks);
        stepper.close();
    }

    /** Throws pile up between ticks that are far apart, and while the physics is paused. */
    @Test
    void throwsBeyondTheCapacityAreRefused() {
        int taken = 0;
        while (mouse.add(toss(taken))) {
            taken++;
        }
        assertEquals(64, taken);
        InlineStepper stepper = PhysicsService.builder(catcher).input(mouse).inline();
        for (int i = 0; i < 100; i++) {
            stepper.advanceTick();
        }
        assertEquals(64, catcher.caught.size());
        assertTrue(mouse.add(toss(64)));
        stepper.close();
    }

    /** The service has room for one input, which another source takes before the mouse is polled. */
    @Test
    void aThrowThatTheServiceHasNoRoomForIsReportedAgain() {
        InlineStepper stepper = PhysicsService.builder(catcher)
                .inputCapacity(1)
                .input(sample -> assertTrue(catcher.ticks.size() > 2 || sample.action(Throw.BOX + 1, 0)))
                .input(mouse)
                .inline();
        assertTrue(mouse.add(toss(1)));
        stepper.advanceTick();
        assertEquals(List.of(), catcher.caught);
        catcher.ticks.addAll(List.of(0L, 0L, 0L));
        stepper.advanceTick();
        assertEquals(List.of(toss(1)), catcher.caught);
        stepper.close();
    }

    @Test
    void noThrowIsLostDoubledOrMixedUpBetweenThreads() throws InterruptedException {
        try (PhysicsService physics =
                PhysicsService.builder(catcher).rate(2_000).input(mouse).start()) {
            long since = System.nanoTime();
            for (int i = 0; i < MANY; i++) {
                while (!mouse.add(toss(i))) {
                    assertTrue(System.nanoTime() - since < TimeUnit.SECONDS.toNanos(60), "the queue stays full");
                    Thread.onSpinWait();
                }
            }
            assertTrue(catcher.all.await(60, TimeUnit.SECONDS), "the last throw has not arrived");
            assertFalse(physics.metrics().tick() < MANY);
        }
        for (int i = 0; i < MANY; i++) {
            assertEquals(toss(i), catcher.caught.get(i));
        }
        assertEquals(MANY, catcher.caught.size());
    }

    private static Toss toss(int number) {
        return new Toss(number, number + 0.125f, number + 0.25f, -number, -number - 0.5f, -number - 0.75f);
    }

    /** Records the throws that reach a step. */
    private static final class Catcher implements Simulation {
        final List<Toss> caught = new ArrayList<>();
        final List<Long> ticks = new ArrayList<>();
        final CountDownLatch all = new CountDownLatch(MANY);

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {}

        @Override
        public void step(Tick tick) {
            TickInput input = tick.input();
            for (int i = 0; i < input.size(); i++) {
                if (input.isAction(i) && input.code(i) == Throw.BOX) {
                    caught.add(new Toss(
                            input.axis(Throw.FROM),
                            input.axis(Throw.FROM + 1),
                            input.axis(Throw.FROM + 2),
                            input.axis(Throw.VELOCITY),
                            input.axis(Throw.VELOCITY + 1),
                            input.axis(Throw.VELOCITY + 2)));
                    ticks.add(tick.number());
                    all.countDown();
                }
            }
        }

        @Override
        public void write(StateWriter state) {}
    }
}
