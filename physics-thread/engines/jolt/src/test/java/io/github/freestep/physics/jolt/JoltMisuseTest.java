package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engine.EngineRig;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Tests mistakes that would end the process in native code. The contract tests those that all engines share. */
class JoltMisuseTest extends EngineRig {
    @Test
    void aRemovedBodyIsRefused() {
        JoltSimulation world = pile();
        InlineStepper stepper = stepper(world);
        Body body = world.body(3);
        world.remove(3);
        assertThrows(IllegalStateException.class, () -> world.add(body));
        advance(stepper, 100);
    }

    @Test
    void aBodyThatTheSceneHasTakenOutOfTheSystemCanBeRemovedAndFreed() {
        for (int round = 0; round < 20; round++) {
            JoltSimulation world = pile();
            InlineStepper stepper = stepper(world);
            for (int slot = 0; slot < 6; slot++) {
                world.bodies().removeBody(world.body(slot).getId());
            }
            for (int slot = 0; slot < 3; slot++) {
                world.remove(slot);
            }
            advance(stepper, 10);
        }
    }

    /** Without the body, and with the layer that the scene has set, the next step would end the process. */
    @Test
    void aRestorePutsABodyBackThatTheSceneHasTakenOutOfTheSystem() {
        JoltSimulation world = pile();
        InlineStepper stepper = stepper(world);
        advance(stepper, 30);
        byte[] saved = save(stepper);
        advance(stepper, 100);
        long expected = Toys.hash(world, 10);
        world.bodies().removeBody(world.body(3).getId());
        world.bodies().setObjectLayer(world.body(3).getId(), 0xFFFF);
        restore(stepper, saved);
        advance(stepper, 100);
        assertEquals(expected, Toys.hash(world, 10));
    }

    @Test
    void aForgedSaveEndsNoProcess() throws Exception {
        String counts = OtherProcess.run(RestoresForgedSaves.class, "" + Thorough.of(150, 600));
        assertTrue(counts.matches("[1-9][0-9]* refused, [1-9][0-9]* restored"), counts);
    }

    /** Restores saves with wrong bytes and the right checksum. Steps each world that a restore accepts. */
    static final class RestoresForgedSaves {
        /** What comes before the content: a mark, a version, the length and the checksum of the content. */
        private static final int HEAD = 4 * Integer.BYTES;

        private RestoresForgedSaves() {}

        public static void main(String[] args) throws IOException {
            Random random = Seeds.random(1);
            Toys toys = new Toys();
            JoltSimulation first = JoltSimulation.of(StateLayout.of(Toys.CAPACITY), toys);
            byte[] saved;
            try (InlineStepper stepper = PhysicsService.builder(first).inline()) {
                Rollbacks.run(stepper, toys, 1, 100);
                saved = save(stepper);
            }
            int refused = 0;
            int restored = 0;
            InlineStepper stepper = null;
            for (int i = Integer.parseInt(args[0]); i > 0; i--) {
                if (stepper == null) {
                    stepper = PhysicsService.builder(JoltSimulation.of(StateLayout.of(Toys.CAPACITY), new Toys()))
                            .inline();
                }
                try {
                    restore(stepper, forged(saved, random));
                    advance(stepper, 2);
                    restored++;
                } catch (CompletionException | PhysicsException e) {
                    refused++;
                    Throwable why = e instanceof CompletionException ? e.getCause() : e;
                    assertTrue(why.getMessage() != null && !why.getMessage().contains("\n"), why::toString);
                    stepper.close();
                    stepper = null;
                }
            }
            if (stepper != null) {
                stepper.close();
            }
            System.out.print(refused + " refused, " + restored + " restored");
        }

        private static byte[] forged(byte[] saved, Random random) {
            byte[] bytes = random.nextInt(8) == 0
                    ? Arrays.copyOf(saved, HEAD + random.nextInt(1, saved.length - HEAD))
                    : saved.clone();
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                int at = HEAD + random.nextInt(bytes.length - HEAD);
                bytes[at] = (byte) (random.nextBoolean() ? random.nextInt() : bytes[at] ^ 1 << random.nextInt(8));
            }
            CRC32 crc = new CRC32();
            crc.update(bytes, HEAD, bytes.length - HEAD);
            ByteBuffer.wrap(bytes)
                    .putInt(2 * Integer.BYTES, bytes.length - HEAD)
                    .putInt(3 * Integer.BYTES, (int) crc.getValue());
            return bytes;
        }
    }

    private static JoltSimulation pile() {
        return JoltSimulation.of(StateLayout.of(20), world -> {
            Cubes.floor(world);
            for (int i = 0; i < 10; i++) {
                world.add(Cubes.cube(world, 0, 1 + 1.5 * i, 0));
            }
            world.bodies().setLinearVelocity(world.body(9).getId(), new Vec3(1, 0, 0));
        });
    }
}
