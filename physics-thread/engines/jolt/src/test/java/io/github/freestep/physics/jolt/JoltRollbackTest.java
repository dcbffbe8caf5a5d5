package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.stephengold.joltjni.Jolt;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.physics.engines.EngineScene;
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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a restored world computes the same bits as the saved one. */
class JoltRollbackTest {
    private static final int ROUNDS = Thorough.of(10, 50);
    private static final int TICKS = 15;

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void randomRollbacksDoNotDiverge() {
        rollBackAll(Thorough.of(1, 4));
    }

    private static void rollBackAll(int seeds) {
        for (int seed = 0; seed < seeds; seed++) {
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
                byte[] saved = EngineRig.save(stepper);
                long next = random.nextLong();
                List<Long> first = Rollbacks.run(stepper, toys, next, TICKS);
                EngineRig.restore(stepper, saved);
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

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void withDoublePositionsRollbacksDoNotDivergeAndRaiseTheSameEvents() throws Exception {
        assumeTrue(
                System.getProperty("maven.test.additionalClasspath", "ReleaseDp")
                        .contains("ReleaseDp"),
                "no library with doubles");
        OtherProcess process = OtherProcess.with().without(".*ReleaseSp.*");
        assertEquals("true", process.start(InDoubles.class, "" + Thorough.of(1, 4)));
    }

    static final class InDoubles {
        private InDoubles() {}

        public static void main(String[] args) {
            rollBackAll(Integer.parseInt(args[0]));
            JoltRollbackTest test = new JoltRollbackTest();
            test.aPairThatDoesNotTouchInTheSaveEndsInTheRestoreAndBeginsAnew();
            System.out.print(Jolt.isDoublePrecision());
        }
    }

    private static List<Long> late(byte[] saved, long seed, int threads) {
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, threads)) {
            EngineRig.restore(stepper, saved);
            return Rollbacks.run(stepper, toys, seed, TICKS);
        }
    }

    /** A save does not tell when its world will make room for further bodies, so that must change nothing. */
    @Test
    void optimisingTheBroadPhaseAtAnyTickChangesNoBit() {
        for (int seed = 0; seed < Thorough.of(1, 4); seed++) {
            assertEquals(ticks(seed, false), ticks(seed, true), "seed " + seed);
        }
    }

    private static List<List<Long>> ticks(int seed, boolean optimises) {
        Random random = Seeds.random(seed);
        Toys toys = new Toys();
        List<List<Long>> hashes = new ArrayList<>();
        try (InlineStepper stepper = stepper(toys, 1)) {
            for (int round = 0; round < 4 * ROUNDS; round++) {
                hashes.add(Rollbacks.run(stepper, toys, random.nextLong(), random.nextInt(3)));
                if (optimises) {
                    stepper.submit(c -> c.world(JoltSimulation.class).system().optimizeBroadPhase())
                            .join();
                }
            }
        }
        return hashes;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSaveInAFileGoesOnInAnotherProcessAndBack(boolean onAnotherJdk, @TempDir Path folder) throws Exception {
        Path own = Path.of(System.getProperty("java.home"));
        Optional<Path> home = onAnotherJdk ? OtherJdk.find(own) : Optional.of(own);
        assumeTrue(home.isPresent(), () -> "no JDK from 17 on, of another version than " + own + ", was found");
        Path there = folder.resolve("there");
        Path back = folder.resolve("back");
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, 1)) {
            Rollbacks.run(stepper, toys, 1, 100);
            Files.write(there, EngineRig.save(stepper));
            List<Long> first = Rollbacks.run(stepper, toys, 2, 100);
            List<Long> second = Rollbacks.run(stepper, toys, 3, 100);
            String[] both = {"1", "2"};
            for (String threads : Thorough.isOn() ? both : new String[] {both[onAnotherJdk ? 0 : 1]}) {
                OtherProcess other =
                        OtherProcess.with("--enable-native-access=ALL-UNNAMED").on(home.get());
                assertEquals(first.toString(), other.start(GoesOn.class, "" + there, threads, "" + back));
                EngineRig.restore(stepper, Files.readAllBytes(back));
                assertEquals(second, Rollbacks.run(stepper, toys, 3, 100));
            }
        }
    }

    /** Restores a save of a file, continues, and writes a save into another file. */
    static final class GoesOn {
        private GoesOn() {}

        public static void main(String[] args) throws IOException {
            Toys toys = new Toys();
            try (InlineStepper stepper = stepper(toys, Integer.parseInt(args[1]))) {
                EngineRig.restore(stepper, Files.readAllBytes(Path.of(args[0])));
                System.out.print(Rollbacks.run(stepper, toys, 2, 100));
                Files.write(Path.of(args[2]), EngineRig.save(stepper));
            }
        }
    }

    @Test
    void aPairThatDoesNotTouchInTheSaveEndsInTheRestoreAndBeginsAnew() {
        try (InlineStepper stepper = stepper(JoltRollbackTest::aCubeAboveTheFloor, 1)) {
            List<String> events = new ArrayList<>();
            EventReader reader =
                    stepper.events().with(Kind.CONTACT_BEGIN, Kind.CONTACT_END).open();
            byte[] saved = EngineRig.save(stepper);
            advance(stepper, 30, reader, events);
            assertEquals(List.of("CONTACT_BEGIN"), events);
            EngineRig.restore(stepper, saved);
            advance(stepper, 1, reader, events);
            assertEquals(List.of("CONTACT_BEGIN", "CONTACT_END"), events);
            advance(stepper, 30, reader, events);
            EngineRig.restore(stepper, EngineRig.save(stepper));
            advance(stepper, 1, reader, events);
            assertEquals(List.of("CONTACT_BEGIN", "CONTACT_END", "CONTACT_BEGIN"), events, "the last still touches");
        }
    }

    private static void aCubeAboveTheFloor(JoltSimulation world) {
        Cubes.floor(world);
        world.add(Cubes.cube(world, 0, 0.6, 0));
    }

    private static void advance(InlineStepper stepper, int ticks, EventReader reader, List<String> events) {
        EngineRig.advance(stepper, ticks);
        reader.poll(event -> events.add(event.kind().name()));
    }

    @Test
    void aSaveWithOtherWallsIsRefusedAndChangesNothing() {
        Toys toys = new Toys();
        try (InlineStepper stepper = stepper(toys, 1);
                InlineStepper other = stepper(world -> Cubes.floor(world), 1)) {
            byte[] before = EngineRig.save(other);
            CompletionException refused =
                    assertThrows(CompletionException.class, () -> EngineRig.restore(other, EngineRig.save(stepper)));
            assertEquals(
                    "the bodies without a slot are not those of the saved world: expected 6, but this world has 1;"
                            + " create the same ones in every build of the scene, and give all others a slot",
                    refused.getCause().getMessage());
            assertArrayEquals(before, EngineRig.save(other));
        }
    }

    private static InlineStepper stepper(EngineScene<JoltSimulation> scene, int threads) {
        return PhysicsService.builder(JoltSimulation.builder(StateLayout.of(Toys.CAPACITY), scene)
                        .threads(threads)
                        .build())
                .inline();
    }
}
