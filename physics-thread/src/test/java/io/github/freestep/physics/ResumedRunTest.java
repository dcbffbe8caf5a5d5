package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run that resumes from the saved state of another. Ticks of 10 ms. */
class ResumedRunTest {
    private static final long TICK = 10_000_000;

    private final Falling world = new Falling();

    @Test
    void aResumedRunReachesTheSameStates() {
        Falling saved = new Falling();
        long hash;
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            step(stepper, 1_000);
            saved.y = world.y;
            saved.velocity = world.velocity;
            step(stepper, 500);
            hash = Inside.of(stepper.events()).hash();
        }
        Falling resumed = new Falling();
        PhysicsBuilder builder = PhysicsService.builder(resumed)
                .clock(new VirtualClock(-7))
                .startAt(1_000, c -> {
                    assertTrue(c.bodies().isAlive(0), "the set-up runs before the restore");
                    resumed.y = saved.y;
                    resumed.velocity = saved.velocity;
                });
        long[] first = new long[1];
        resumed.during = tick -> first[0] = first[0] == 0 ? tick.number() : first[0];
        try (InlineStepper stepper = builder.inline();
                StateReader reader = stepper.states().reader()) {
            reader.acquire();
            assertEquals(1_000, reader.state(0).tick());
            assertEquals(1_000 * TICK, reader.state(0).simulationNanos());
            assertEquals(0, stepper.advance(TICK - 1));
            assertEquals(1, stepper.advance(1));
            step(stepper, 499);
            assertEquals(1_001, first[0]);
            assertEquals(hash, Inside.of(stepper.events()).hash());
            assertEquals(0, stepper.metrics().droppedNanos());
        }
    }

    @Test
    void aFailureBeforeItsFirstTickNamesTheTickOfTheSave() {
        InlineStepper stepper =
                PhysicsService.builder(world).startAt(1_000, c -> {}).inline();
        assertThrows(
                AssertionError.class,
                () -> stepper.submit(c -> {
                    throw new AssertionError("a test's");
                }));
        assertEquals(1_000, ((PhysicsException) stepper.failure()).tick());
    }

    @Test
    void aSaveWithoutATickIsRefused() {
        PhysicsBuilder builder = PhysicsService.builder(world);
        Throwable refused = assertThrows(IllegalArgumentException.class, () -> builder.startAt(new byte[7]));
        assertEquals(
                "saved must be the bytes that PhysicsContext.saved has returned, were 7 bytes; use another copy",
                refused.getMessage());
    }

    private static void step(InlineStepper stepper, int ticks) {
        for (int i = 0; i < ticks; i++) {
            assertEquals(1, stepper.advanceTick());
        }
    }

    /** A stick that is held when a game is saved is held when it is loaded. */
    @Test
    void axesAreRestoredWithTheWorldUntilTheyMove() throws IOException {
        List<Float> seen = new ArrayList<>();
        byte[] save;
        PhysicsBuilder builder = PhysicsService.builder(
                        new Carousel(tick -> seen.add(tick.input().axisAtStart(2))))
                .axes(Carousel.AXES);
        try (InlineStepper stepper = builder.inline()) {
            stepper.input().axis(2, -6, stepper.clock().nanoTime());
            step(stepper, 2);
            save = stepper.read(PhysicsContext::saved).join();
            stepper.input().axis(2, 5, stepper.clock().nanoTime());
            step(stepper, 2);
            stepper.submit(c -> c.restore(
                            new DataInputStream(new ByteArrayInputStream(save, Long.BYTES, save.length - Long.BYTES))))
                    .join();
            step(stepper, 1);
        }
        try (InlineStepper resumed = builder.startAt(save).inline()) {
            assertEquals(2, resumed.read(PhysicsContext::tick).join());
            step(resumed, 1);
            resumed.input().axis(2, 4, resumed.clock().nanoTime());
            step(resumed, 2);
        }
        assertEquals(List.of(0f, -6f, -6f, 5f, -6f, -6f, -6f, 4f), seen);
        PhysicsException refused =
                assertThrows(PhysicsException.class, () -> builder.axes(2).inline());
        assertTrue(refused.getMessage().contains("the save has 3 axes, and this run 2"), refused::getMessage);
    }

    /** The world saves neither which bodies are alive nor which are attached to which. */
    @Test
    void bodiesAreRestoredBeforeTheWorldThatDoesNotSaveThem() {
        ByteArrayOutputStream save = new ByteArrayOutputStream();
        PhysicsBuilder builder = PhysicsService.builder(new Carousel(tick -> {}));
        long hash;
        try (InlineStepper stepper = builder.inline()) {
            step(stepper, 300);
            stepper.submit(c -> c.save(new DataOutputStream(save))).join();
            step(stepper, 100);
            hash = Inside.of(stepper.events()).hash();
            stepper.submit(c -> c.restore(in(save))).join();
            step(stepper, 100);
            assertEquals(hash, Inside.of(stepper.events()).hash());
        }
        PhysicsBuilder resumed = PhysicsService.builder(new Carousel(tick -> {}));
        try (InlineStepper stepper =
                resumed.startAt(300, c -> c.restore(in(save))).inline()) {
            step(stepper, 100);
            assertEquals(hash, Inside.of(stepper.events()).hash());
        }
    }

    private static DataInputStream in(ByteArrayOutputStream save) {
        return new DataInputStream(new ByteArrayInputStream(save.toByteArray()));
    }
}
