package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.Bodies;
import io.github.freestep.time.VirtualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
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
        Carousel world = new Carousel(tick -> {});
        Wrapper wrapper = new Wrapper(world);
        try (InlineStepper stepper = PhysicsService.builder(wrapper).inline()) {
            assertSame(world, stepper.call(c -> c.world(Carousel.class)).join());
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

    /** A world that saves a number, and that can refuse a save once it has read it. */
    private static final class Saved extends Falling implements SavableSimulation {
        private boolean refuses;

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(steps);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            steps = in.readLong();
            if (refuses) {
                throw new IllegalStateException("the saved level is unknown");
            }
        }
    }

    private static String bodies(PhysicsContext context) {
        Bodies bodies = context.bodies();
        return IntStream.range(0, 4)
                .mapToObj(slot -> bodies.isAlive(slot) + " on " + bodies.parent(slot))
                .toList()
                .toString();
    }

    private static Throwable failureOfRestore(InlineStepper stepper, byte[] save) {
        return assertThrows(
                        CompletionException.class,
                        () -> stepper.submit(c -> c.restore(new DataInputStream(new ByteArrayInputStream(save))))
                                .join())
                .getCause();
    }

    @Test
    void aRestoreThatFailsLeavesTheBodiesAsTheyWere() {
        Saved saved = new Saved();
        try (InlineStepper stepper =
                PhysicsService.builder(saved).axes(2).clock(new VirtualClock(0)).inline()) {
            ByteArrayOutputStream save = new ByteArrayOutputStream();
            stepper.submit(c -> {
                        c.bodies().spawn(3);
                        c.bodies().attach(3, 0);
                        c.save(new DataOutputStream(save));
                        c.bodies().remove(3);
                        c.bodies().spawn(1);
                        c.bodies().spawn(2);
                        c.bodies().attach(0, 2);
                        c.bodies().attach(2, 1);
                    })
                    .join();
            String before = stepper.call(PhysicsContextTest::bodies).join();
            for (int length = 0; length < save.size(); length++) {
                assertEquals(
                        "java.io.IOException: the saved world is damaged: it ends in the middle of a value; use another"
                                + " copy",
                        failureOfRestore(stepper, Arrays.copyOf(save.toByteArray(), length))
                                .toString());
                assertEquals(before, stepper.call(PhysicsContextTest::bodies).join());
            }
            saved.refuses = true;
            assertEquals(
                    "the saved level is unknown",
                    failureOfRestore(stepper, save.toByteArray()).getMessage());
            assertEquals(before, stepper.call(PhysicsContextTest::bodies).join());
            stepper.advance(3 * TICK);
            assertEquals(3, stepper.call(PhysicsContext::tick).join());
        }
    }
}
