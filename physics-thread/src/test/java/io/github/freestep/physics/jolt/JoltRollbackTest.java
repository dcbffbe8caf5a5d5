package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that a restored world goes on to the last bit. */
class JoltRollbackTest {
    private static final int ROUNDS = 50;
    private static final int TICKS = 15;

    private final List<String> log = new ArrayList<>();

    @Test
    void randomRollbacksDoNotDiverge() {
        for (int seed = 0, seeds = Thorough.of(4, 200); seed < seeds; seed++) {
            Random random = Seeds.random(seed);
            Toys toys = new Toys();
            Toys other = new Toys();
            JoltSimulation world = world(toys);
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                for (int round = 0; round < ROUNDS; round++) {
                    run(stepper, toys, random.nextLong(), random.nextInt(40));
                    byte[] saved = save(stepper);
                    long next = random.nextLong();
                    List<Long> first = run(stepper, toys, next, TICKS);
                    restore(stepper, saved);
                    String at = "seed " + seed + ", round " + round;
                    assertEquals(first, run(stepper, toys, next, TICKS), at);
                    if (round % 10 == 9) {
                        JoltSimulation late = world(other);
                        try (InlineStepper joined = PhysicsService.builder(late).inline()) {
                            restore(joined, saved);
                            assertEquals(first, run(joined, other, next, TICKS), at + ", in another world");
                        }
                    }
                }
            }
        }
    }

    private static JoltSimulation world(Toys toys) {
        return JoltSimulation.of(StateLayout.of(Toys.CAPACITY), toys);
    }

    /** Makes ticks with changes, and returns the hash after each. */
    private static List<Long> run(InlineStepper stepper, Toys toys, long seed, int ticks) {
        Random random = new Random(seed);
        List<Long> hashes = new ArrayList<>();
        for (int tick = 0; tick < ticks; tick++) {
            stepper.submit(c -> toys.change(c.world(JoltSimulation.class), random))
                    .join();
            stepper.advanceTick();
            hashes.add(
                    stepper.call(c -> Toys.hash(c.world(JoltSimulation.class))).join());
        }
        return hashes;
    }

    private static byte[] save(InlineStepper stepper) {
        return stepper.call(c -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    c.world(SavableSimulation.class).save(new DataOutputStream(bytes));
                    return bytes.toByteArray();
                })
                .join();
    }

    private static void restore(InlineStepper stepper, byte[] saved) {
        stepper.submit(c ->
                        c.world(SavableSimulation.class).restore(new DataInputStream(new ByteArrayInputStream(saved))))
                .join();
    }
}
