package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.OtherJdk;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a restored world computes the same bits as the saved one. */
class JoltRollbackTest {
    private static final int ROUNDS = 50;
    private static final int TICKS = 15;

    @Test
    void randomRollbacksDoNotDiverge() {
        for (int seed = 0, seeds = Thorough.of(2, 30); seed < seeds; seed++) {
            rollBack(seed);
        }
    }

    private static void rollBack(int seed) {
        Random random = Seeds.random(seed);
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, 1)) {
            Touching touching = new Touching(stepper);
            for (int round = 0; round < ROUNDS; round++) {
                String at = "seed " + seed + ", round " + round;
                Rollbacks.run(stepper, toys, random.nextLong(), random.nextInt(40));
                byte[] saved = Rollbacks.save(stepper);
                long next = random.nextLong();
                List<Long> first = Rollbacks.run(stepper, toys, next, TICKS);
                Rollbacks.restore(stepper, saved);
                assertEquals(first, Rollbacks.run(stepper, toys, next, TICKS), at);
                touching.poll(at);
                if (round % 10 == 9) {
                    assertEquals(first, late(saved, next, 1), () -> at + ", in another world");
                    assertEquals(first, late(saved, next, 2), () -> at + ", by two threads");
                }
            }
            stepper.submit(c -> {
                        JoltSimulation world = c.world(JoltSimulation.class);
                        for (int slot = 0; slot < Toys.CAPACITY; slot++) {
                            if (world.body(slot) != null) {
                                world.remove(slot);
                            }
                        }
                    })
                    .join();
            stepper.advanceTick();
            touching.poll("seed " + seed);
            assertEquals(Map.of(), touching.pairs);
        }
    }

    /** What touches by the events. A slot may touch several of the bodies that have none, so the pairs are counted. */
    private static final class Touching {
        private final Map<String, Integer> pairs = new TreeMap<>();
        private final EventReader reader;

        Touching(InlineStepper stepper) {
            reader = stepper.events()
                    .with(Kind.CONTACT_BEGIN, Kind.CONTACT_END)
                    .capacity(1 << 14)
                    .open();
        }

        /** No pair may end more often than it has begun. */
        void poll(String at) {
            reader.poll(event -> {
                String pair = Math.min(event.slotA(), event.slotB()) + " " + Math.max(event.slotA(), event.slotB());
                int now = pairs.merge(pair, event.kind() == Kind.CONTACT_BEGIN ? 1 : -1, Integer::sum);
                assertTrue(now >= 0, () -> at + ": the end of " + pair + " had no begin");
                pairs.remove(pair, 0);
            });
            assertEquals(0, reader.missed());
        }
    }

    @Test
    void withDoublePositionsRollbacksDoNotDivergeAndRaiseTheSameEvents() throws Exception {
        assumeTrue(System.getProperty("freestep.jolt", "ReleaseDp").contains("ReleaseDp"), "no library with doubles");
        assertEquals("true", OtherProcess.with().without(".*ReleaseSp.*").start(InDoubles.class));
    }

    static final class InDoubles {
        private InDoubles() {}

        public static void main(String[] args) {
            rollBack(0);
            JoltRollbackTest test = new JoltRollbackTest();
            test.aRestoredWorldRaisesTheSameEventsButNoSecondBeginOfWhatTouches();
            test.aPairThatTouchesInTheSaveEndsOnceWhenItParts();
            test.aPairThatDoesNotTouchInTheSaveEndsInTheRestoreAndBeginsAnew();
            System.out.print(Jolt.isDoublePrecision());
        }
    }

    private static List<Long> late(byte[] saved, long seed, int threads) {
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, threads)) {
            Rollbacks.restore(stepper, saved);
            return Rollbacks.run(stepper, toys, seed, TICKS);
        }
    }

    @Test
    void aSaveInAFileGoesOnInAnotherProcess(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("world");
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, 1)) {
            Rollbacks.run(stepper, toys, 1, 300);
            Files.write(file, Rollbacks.save(stepper));
            List<Long> here = Rollbacks.run(stepper, toys, 2, 300);
            assertEquals(here.toString(), OtherProcess.run(GoesOn.class, file.toString(), "1"));
            assertEquals(here.toString(), OtherProcess.run(GoesOn.class, file.toString(), "2"));
        }
    }

    @Test
    void aSaveGoesOnOnAnotherJdkAndBack(@TempDir Path folder) throws Exception {
        Path own = Path.of(System.getProperty("java.home"));
        Optional<Path> other = OtherJdk.find(own);
        assumeTrue(other.isPresent(), () -> "no JDK from 17 on, of another version than " + own + ", was found");
        Path there = folder.resolve("there");
        Path back = folder.resolve("back");
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, 1)) {
            Rollbacks.run(stepper, toys, 1, 300);
            Files.write(there, Rollbacks.save(stepper));
            List<Long> first = Rollbacks.run(stepper, toys, 2, 300);
            List<Long> second = Rollbacks.run(stepper, toys, 3, 300);
            assertEquals(
                    first.toString(),
                    OtherProcess.with("--enable-native-access=ALL-UNNAMED")
                            .on(other.get())
                            .start(GoesOn.class, there.toString(), "1", back.toString()));
            Rollbacks.restore(stepper, Files.readAllBytes(back));
            assertEquals(second, Rollbacks.run(stepper, toys, 3, 300));
        }
    }

    /** Restores a save of a file, goes on, and writes a save into another file if one is given. */
    static final class GoesOn {
        private GoesOn() {}

        public static void main(String[] args) throws IOException {
            Toys toys = new Toys();
            try (InlineStepper stepper = stepper(toys, Integer.parseInt(args[1]))) {
                Rollbacks.restore(stepper, Files.readAllBytes(Path.of(args[0])));
                System.out.print(Rollbacks.run(stepper, toys, 2, 300));
                if (args.length > 2) {
                    Files.write(Path.of(args[2]), Rollbacks.save(stepper));
                }
            }
        }
    }

    /** Bodies that fall asleep, wake, and touch the sensor in between. */
    @Test
    void aRestoredWorldRaisesTheSameEventsButNoSecondBeginOfWhatTouches() {
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, 1)) {
            Rollbacks.run(stepper, toys, 1, 200);
            byte[] saved = Rollbacks.save(stepper);
            EventReader reader = stepper.events()
                    .with(Kind.CONTACT_BEGIN, Kind.CONTACT_END, Kind.SENSOR_BEGIN, Kind.SENSOR_END)
                    .open();
            Rollbacks.run(stepper, toys, 2, 100);
            List<String> first = begins(reader);
            assertTrue(first.size() > 50, first::toString);
            Rollbacks.restore(stepper, saved);
            Rollbacks.run(stepper, toys, 2, 100);
            assertEquals(first, begins(reader));
        }
    }

    @Test
    void aPairThatTouchesInTheSaveEndsOnceWhenItParts() {
        try (InlineStepper stepper = stepper(JoltRollbackTest::aCubeAboveTheFloor, 1)) {
            List<String> events = new ArrayList<>();
            EventReader reader = contacts(stepper);
            advance(stepper, 30, reader, events);
            assertEquals(List.of("CONTACT_BEGIN"), events);
            byte[] saved = Rollbacks.save(stepper);
            advance(stepper, 10, reader, events);
            Rollbacks.restore(stepper, saved);
            throwUp(stepper);
            advance(stepper, 30, reader, events);
            assertEquals(List.of("CONTACT_BEGIN", "CONTACT_END"), events);
            // Readers know already that it has parted, and do not see that it touches again.
            Rollbacks.restore(stepper, saved);
            throwUp(stepper);
            advance(stepper, 30, reader, events);
            assertEquals(List.of("CONTACT_BEGIN", "CONTACT_END"), events);
        }
    }

    @Test
    void aPairThatDoesNotTouchInTheSaveEndsInTheRestoreAndBeginsAnew() {
        try (InlineStepper stepper = stepper(JoltRollbackTest::aCubeAboveTheFloor, 1)) {
            List<String> events = new ArrayList<>();
            EventReader reader = contacts(stepper);
            byte[] saved = Rollbacks.save(stepper);
            advance(stepper, 30, reader, events);
            assertEquals(List.of("CONTACT_BEGIN"), events);
            Rollbacks.restore(stepper, saved);
            advance(stepper, 1, reader, events);
            assertEquals(List.of("CONTACT_BEGIN", "CONTACT_END"), events);
            advance(stepper, 30, reader, events);
            assertEquals(List.of("CONTACT_BEGIN", "CONTACT_END", "CONTACT_BEGIN"), events);
        }
    }

    private static void aCubeAboveTheFloor(JoltSimulation world) {
        Cubes.floor(world);
        world.add(Cubes.cube(world, 0, 0.6, 0));
    }

    private static void throwUp(InlineStepper stepper) {
        stepper.submit(c -> {
                    JoltSimulation world = c.world(JoltSimulation.class);
                    world.bodies().setLinearVelocity(world.body(0).getId(), new Vec3(0, 6, 0));
                })
                .join();
    }

    private static EventReader contacts(InlineStepper stepper) {
        return stepper.events().with(Kind.CONTACT_BEGIN, Kind.CONTACT_END).open();
    }

    private static void advance(InlineStepper stepper, int ticks, EventReader reader, List<String> events) {
        for (int i = 0; i < ticks; i++) {
            stepper.advanceTick();
        }
        reader.poll(event -> events.add(event.kind().name()));
    }

    private static List<String> begins(EventReader reader) {
        List<String> begins = new ArrayList<>();
        reader.poll(event -> {
            if (event.kind() == Kind.CONTACT_BEGIN) {
                begins.add(event.slotA() + " " + event.slotB() + " " + event.impulse() + " " + event.x());
            } else if (event.kind() == Kind.SENSOR_BEGIN) {
                begins.add("sensor " + event.slotA() + " " + event.slotB());
            }
        });
        return begins;
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        List<List<Long>> hashes = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads++) {
            Toys toys = new Toys();
            try (InlineStepper stepper = stepper(toys, threads)) {
                hashes.add(Rollbacks.run(stepper, toys, 5, 300));
            }
        }
        assertEquals(hashes.get(0), hashes.get(1));
        assertEquals(hashes.get(0), hashes.get(2));
    }

    @Test
    void aSaveWithOtherWallsIsRefusedAndChangesNothing() {
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, 1);
                InlineStepper other = stepper(world -> Cubes.floor(world), 1)) {
            byte[] before = Rollbacks.save(other);
            CompletionException refused =
                    assertThrows(CompletionException.class, () -> Rollbacks.restore(other, Rollbacks.save(stepper)));
            assertEquals(
                    "the bodies without a slot are not those of the saved world: expected 6, but this world has 1, or"
                            + " other ones; create the same ones in every build of the scene, and give all others a"
                            + " slot",
                    refused.getCause().getMessage());
            assertArrayEquals(before, Rollbacks.save(other));
        }
    }

    private static InlineStepper stepper(EngineScene<JoltSimulation> scene, int threads) {
        return PhysicsService.builder(JoltSimulation.builder(StateLayout.of(Toys.CAPACITY), scene)
                        .threads(threads)
                        .build())
                .inline();
    }
}
