package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Hits;
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

/** Tests mistakes that would end the process in native code, each in a process of its own. */
class JoltMisuseTest {
    @Test
    void aBodyOfAnotherWorldIsRefusedAndBothWorldsContinue() throws Exception {
        assertEquals("refused, and both continued", OtherProcess.run(SharesABody.class));
    }

    @Test
    void aRemovedBodyIsRefused() throws Exception {
        assertEquals("refused, and the world continued", OtherProcess.run(AddsARemovedBody.class));
    }

    @Test
    void aBodyThatTheSceneHasTakenOutOfTheSystemCanBeRemovedAndFreed() throws Exception {
        assertEquals("removed and freed", OtherProcess.run(TakesOutBodies.class));
    }

    @Test
    void callsFromAnotherThreadAreRefusedWhileTheWorldIsStepped() throws Exception {
        assertEquals("refused, and the world continued", OtherProcess.run(AsksFromOutside.class));
    }

    @Test
    void aWorldThatIsClosedEarlyIsFreedOnceAndCanRunAgain() throws Exception {
        assertEquals("closed", OtherProcess.run(ClosesEarly.class));
    }

    @Test
    void aForgedSaveEndsNoProcess() throws Exception {
        String counts = OtherProcess.run(RestoresForgedSaves.class, "" + Thorough.of(1_500, 10_000));
        assertTrue(counts.matches("[1-9][0-9]* refused, [1-9][0-9]* restored"), counts);
    }

    static final class SharesABody {
        private SharesABody() {}

        public static void main(String[] args) {
            JoltSimulation first = pile();
            JoltSimulation second = pile();
            try (InlineStepper firsts = PhysicsService.builder(first).inline()) {
                try (InlineStepper seconds = PhysicsService.builder(second).inline()) {
                    assertRefused("already", second, first.body(0));
                    assertRefused("already", first, first.body(0));
                    // Its number is that of another body there.
                    assertRefused("another world", second, Cubes.cube(first, 5, 5, 5));
                    advance(firsts, 100);
                    advance(seconds, 100);
                }
                advance(firsts, 100);
            }
            System.out.print("refused, and both continued");
        }
    }

    private static void assertRefused(String why, JoltSimulation world, Body body) {
        String refusal =
                assertThrows(IllegalStateException.class, () -> world.add(body)).getMessage();
        assertTrue(refusal.contains(why), refusal);
    }

    static final class AddsARemovedBody {
        private AddsARemovedBody() {}

        public static void main(String[] args) {
            JoltSimulation world = pile();
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                Body body = world.body(3);
                world.remove(3);
                assertThrows(IllegalStateException.class, () -> world.remove(3));
                assertThrows(IllegalStateException.class, () -> world.add(body));
                advance(stepper, 100);
            }
            System.out.print("refused, and the world continued");
        }
    }

    static final class TakesOutBodies {
        private TakesOutBodies() {}

        public static void main(String[] args) {
            for (int round = 0; round < 20; round++) {
                JoltSimulation world = pile();
                try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                    for (int slot = 0; slot < 6; slot++) {
                        world.bodies().removeBody(world.body(slot).getId());
                    }
                    for (int slot = 0; slot < 3; slot++) {
                        world.remove(slot);
                    }
                    advance(stepper, 10);
                }
            }
            System.out.print("removed and freed");
        }
    }

    static final class AsksFromOutside {
        private static final int CALLS = 10_000;

        private AsksFromOutside() {}

        public static void main(String[] args) {
            JoltSimulation world = pile();
            Hits hits = new Hits(1);
            try (PhysicsService physics =
                    PhysicsService.builder(world).rate(1_000).start()) {
                for (int i = 0; i < CALLS; i++) {
                    assertThrows(IllegalStateException.class, world::system);
                    assertThrows(IllegalStateException.class, world::bodies);
                    assertThrows(
                            IllegalStateException.class, () -> world.ray(0, 50, 0, 0, -1, 0, 100, slot -> true, hits));
                }
                physics.submit(c -> world.remove(0)).join();
                physics.submit(c -> world.add(Cubes.cube(world, 0, 30, 0))).join();
            }
            System.out.print("refused, and the world continued");
        }
    }

    static final class ClosesEarly {
        private ClosesEarly() {}

        public static void main(String[] args) {
            JoltSimulation never = pile();
            never.close();
            never.close();
            JoltSimulation world = JoltSimulation.of(StateLayout.of(2), in -> {
                in.add(Cubes.cube(in, 0, 1, 0));
                throw new IllegalArgumentException("no such level");
            });
            for (int i = 0; i < 20; i++) {
                assertThrows(
                        PhysicsException.class,
                        () -> PhysicsService.builder(world).inline());
            }
            for (int i = 0; i < 20; i++) {
                InlineStepper stepper = PhysicsService.builder(never).inline();
                never.ray(0, 50, 0, 0, -1, 0, 100, slot -> true, new Hits(1));
                stepper.advanceTick();
                stepper.close();
                stepper.close();
            }
            assertEquals(0, JoltRuntime.worlds());
            System.out.print("closed");
        }
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
                saved = Rollbacks.save(stepper);
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
                    Rollbacks.restore(stepper, forged(saved, random));
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

    private static void advance(InlineStepper stepper, int ticks) {
        for (int i = 0; i < ticks; i++) {
            stepper.advanceTick();
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
