package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateReader;
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

/** A saved world is restored with its axes, its bodies and its attachments, or not at all. Ticks of 10 ms. */
class SavesTest {
    private static final long TICK = 10_000_000;

    @Test
    void aDamagedSaveIsRefusedAndChangesNothing() {
        PhysicsBuilder builder = PhysicsService.builder(new Saved());
        try (InlineStepper stepper = builder.inline()) {
            step(stepper, 3);
            byte[] save = stepper.read(Saves::saved).join();
            step(stepper, 1);
            for (int at = 0; at < save.length; at++) {
                byte[] damaged = save.clone();
                damaged[at] ^= 4;
                assertThrows(IllegalArgumentException.class, () -> Saves.load(stepper, damaged));
                assertThrows(IllegalArgumentException.class, () -> Saves.startAt(builder, damaged));
            }
            step(stepper, 1);
            assertEquals(5, stepper.read(c -> c.world(Saved.class).steps).join());
            Saves.load(stepper, save).join();
            step(stepper, 1);
            assertEquals(4, stepper.read(c -> c.world(Saved.class).steps).join());
        }
        Throwable refused = assertThrows(IllegalArgumentException.class, () -> Saves.startAt(builder, new byte[7]));
        assertEquals(
                "this is not a saved game: it has 7 bytes; pass the bytes that Saves.saved has returned",
                refused.getMessage());
    }

    @Test
    void aForgedLoadIsRefusedByTheReaderOfCommands() throws IOException {
        byte[] save;
        try (InlineStepper stepper = PhysicsService.builder(new Saved()).inline()) {
            save = stepper.read(Saves::saved).join();
        }
        PortableCommand load = Saves.load(save);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        load.write(new DataOutputStream(written));
        CommandReader reader = Saves.commands(CommandReader.NONE);
        assertEquals(load.type(), ((PortableCommand) reader.read(load.type(), in(written))).type());
        byte[] last = Arrays.copyOf(written.toByteArray(), written.size());
        last[last.length - 1] ^= 1;
        for (byte[] forged : List.of(new byte[] {-1, -1, -1, -1}, new byte[] {127, -1, -1, -1}, new byte[4], last)) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(forged));
            assertThrows(IOException.class, () -> reader.read(load.type(), in));
        }
    }

    /** Otherwise the picture would move there from where it was. */
    @Test
    void noFrameShowsABodyOnTheWayToWhereALoadBringsIt() {
        try (InlineStepper stepper = PhysicsService.builder(new Saved()).inline();
                StateReader reader = stepper.states().reader()) {
            step(stepper, 2);
            byte[] save = stepper.read(Saves::saved).join();
            reader.acquire();
            int epoch = reader.state(0).epoch(0);
            Saves.load(stepper, save).join();
            step(stepper, 1);
            reader.acquire();
            assertNotEquals(epoch, reader.state(0).epoch(0));
        }
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
            save = stepper.read(Saves::saved).join();
            stepper.input().axis(2, 5, stepper.clock().nanoTime());
            step(stepper, 2);
            Saves.load(stepper, save).join();
            step(stepper, 1);
        }
        try (InlineStepper resumed = Saves.startAt(builder, save).inline()) {
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
            stepper.submit(c -> Saves.save(c, new DataOutputStream(save))).join();
            step(stepper, 100);
            hash = Inside.of(stepper.events()).hash();
            stepper.submit(c -> Saves.restore(c, in(save))).join();
            step(stepper, 100);
            assertEquals(hash, Inside.of(stepper.events()).hash());
        }
        PhysicsBuilder resumed = PhysicsService.builder(new Carousel(tick -> {}));
        try (InlineStepper stepper =
                resumed.startAt(300, c -> Saves.restore(c, in(save))).inline()) {
            step(stepper, 100);
            assertEquals(hash, Inside.of(stepper.events()).hash());
        }
    }

    private static DataInputStream in(ByteArrayOutputStream save) {
        return new DataInputStream(new ByteArrayInputStream(save.toByteArray()));
    }

    /** A world that saves a number, and that can refuse a save once it has read it. */
    private static final class Saved extends Falling implements SavableSimulation {
        private boolean refuses;
        private int more;

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(steps);
            out.write(new byte[more]);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            steps = in.readLong();
            if (refuses) {
                throw new IllegalStateException("the saved level is unknown");
            }
        }
    }

    @Test
    void aSaveOfAWorldThatSavesMoreIsRefused() {
        byte[] save;
        Saved large = new Saved();
        large.more = 7;
        try (InlineStepper stepper = PhysicsService.builder(large).inline()) {
            save = stepper.call(c -> {
                        c.bodies().spawn(1);
                        return Saves.saved(c);
                    })
                    .join();
        }
        PhysicsBuilder other = PhysicsService.builder(new Saved());
        try (InlineStepper stepper = other.inline()) {
            String before = stepper.call(SavesTest::bodies).join();
            Throwable refused = assertThrows(
                            CompletionException.class,
                            () -> Saves.load(stepper, save).join())
                    .getCause();
            assertTrue(refused.getMessage().contains("has 7 bytes more than this simulation reads"), refused::toString);
            assertEquals(before, stepper.call(SavesTest::bodies).join());
        }
        assertThrows(PhysicsException.class, () -> Saves.startAt(other, save).inline());
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
                        () -> stepper.submit(c -> Saves.restore(c, new DataInputStream(new ByteArrayInputStream(save))))
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
                        Saves.save(c, new DataOutputStream(save));
                        c.bodies().remove(3);
                        c.bodies().spawn(1);
                        c.bodies().spawn(2);
                        c.bodies().attach(0, 2);
                        c.bodies().attach(2, 1);
                    })
                    .join();
            String before = stepper.call(SavesTest::bodies).join();
            for (int length = 0; length < save.size(); length++) {
                assertEquals(
                        "java.io.IOException: the saved world is damaged: it ends in the middle of a value; use another"
                                + " copy",
                        failureOfRestore(stepper, Arrays.copyOf(save.toByteArray(), length))
                                .toString());
                assertEquals(before, stepper.call(SavesTest::bodies).join());
            }
            saved.refuses = true;
            assertEquals(
                    "the saved level is unknown",
                    failureOfRestore(stepper, save.toByteArray()).getMessage());
            assertEquals(before, stepper.call(SavesTest::bodies).join());
            stepper.advance(3 * TICK);
            assertEquals(3, stepper.call(PhysicsContext::tick).join());
        }
    }
}
