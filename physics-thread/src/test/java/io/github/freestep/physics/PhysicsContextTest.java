package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Commands and set-up reach their world, its bodies and its time. */
class PhysicsContextTest {
    private static final long TICK = 10_000_000;

    private final Falling world = new Falling();

    /** A world that stands for another one. */
    private static final class Wrapper extends Falling {
        private final Simulation inner;

        Wrapper(Simulation inner) {
            this.inner = inner;
        }

        @Override
        public Simulation wrapped() {
            return inner;
        }
    }

    @Test
    void setUpAndCommandsSeeTheSameTimeInEveryRun() {
        List<String> seen = new ArrayList<>();
        Simulation noting = new Falling() {
            @Override
            public void setUp(PhysicsContext context) {
                seen.add("set up at " + time(context));
                super.setUp(context);
            }
        };
        try (InlineStepper stepper = PhysicsService.builder(noting)
                .clock(new VirtualClock(0))
                .startAt(500, c -> seen.add("restored at " + time(c)))
                .inline()) {
            stepper.advance(2 * TICK + TICK / 2);
            stepper.submit(c -> seen.add(time(c))).join();
        }
        assertEquals(
                List.of("set up at 500, 5000000000 ns", "restored at 500, 5000000000 ns", "502, 5020000000 ns"), seen);
    }

    private static String time(PhysicsContext context) {
        return context.tick() + ", " + context.simulationNanos() + " ns";
    }

    @Test
    void aCommandFindsTheRunningWorldAndTheWorldsThatItWraps() {
        Falling inner = new Falling() {};
        Wrapper wrapper = new Wrapper(inner);
        try (InlineStepper stepper = PhysicsService.builder(wrapper).inline()) {
            assertSame(inner, stepper.call(c -> c.world(inner.getClass())).join());
            assertSame(wrapper, stepper.call(c -> c.world(Wrapper.class)).join());
            assertSame(wrapper, stepper.call(c -> c.world(Simulation.class)).join());
        }
    }

    @Test
    void aWorldOfAnotherTypeIsRefusedWithBothNames() {
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            Throwable failure = assertThrows(
                            CompletionException.class,
                            () -> stepper.submit(c -> c.world(Wrapper.class)).join())
                    .getCause();
            assertTrue(failure instanceof IllegalArgumentException, failure::toString);
            assertTrue(failure.getMessage().contains(Falling.class.getName()), failure.getMessage());
            assertTrue(failure.getMessage().contains(Wrapper.class.getName()), failure.getMessage());
        }
    }
}
