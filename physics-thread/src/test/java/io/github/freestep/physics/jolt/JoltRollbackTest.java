package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.contract.OtherProcess;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a restored world computes the same bits as the saved one. */
class JoltRollbackTest {
    private static final int ROUNDS = 50;
    private static final int TICKS = 15;

    @Test
    void randomRollbacksDoNotDiverge() {
        for (int seed = 0, seeds = Thorough.of(6, 200); seed < seeds; seed++) {
            Random random = Seeds.random(seed);
            Toys toys = new Toys();
            try (InlineStepper stepper = stepper(toys, 1)) {
                for (int round = 0; round < ROUNDS; round++) {
                    String at = "seed " + seed + ", round " + round;
                    Rollbacks.run(stepper, toys, random.nextLong(), random.nextInt(40));
                    byte[] saved = Rollbacks.save(stepper);
                    long next = random.nextLong();
                    List<Long> first = Rollbacks.run(stepper, toys, next, TICKS);
                    Rollbacks.restore(stepper, saved);
                    assertEquals(first, Rollbacks.run(stepper, toys, next, TICKS), at);
                    if (round % 10 == 9) {
                        assertEquals(first, late(saved, next, 1), () -> at + ", in another world");
                        assertEquals(first, late(saved, next, 2), () -> at + ", by two threads");
                    }
                }
            }
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

    static final class GoesOn {
        private GoesOn() {}

        public static void main(String[] args) throws IOException {
            Toys toys = new Toys();
            try (InlineStepper stepper = stepper(toys, Integer.parseInt(args[1]))) {
                Rollbacks.restore(stepper, Files.readAllBytes(Path.of(args[0])));
                System.out.print(Rollbacks.run(stepper, toys, 2, 300));
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
                    "the bodies without a slot are not those of the saved world: expected 5, but this world has 1, or"
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
