package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Tests mistakes that would end the process in native code. The contract tests those that all engines share. */
class JoltMisuseTest extends EngineRig {
    @Test
    void aBodyThatTheSceneHasTakenOutOfTheSystemCanBeRemovedOrPutBack() {
        for (int round = 0; round < 20; round++) {
            JoltSimulation world = pile();
            InlineStepper stepper = stepper(world);
            for (int slot = 0; slot < 6; slot++) {
                world.bodies().removeBody(world.body(slot).getId());
            }
            for (int slot = 0; slot < 3; slot++) {
                world.remove(slot);
            }
            for (int slot = 3; slot < 6; slot++) {
                world.bodies().addBody(world.body(slot).getId(), EActivation.Activate);
            }
            advance(stepper, 10);
        }
    }

    @Test
    void aStepRefusesABodyThatTheSceneHasTakenOutOfTheSystem() {
        JoltSimulation world = pile();
        InlineStepper stepper = stepper(world);
        world.bodies().removeBody(world.body(3).getId());
        assertMessage(assertThrows(PhysicsException.class, stepper::advanceTick), "slot 3", "removeBody", "remove(3)");
    }

    @Test
    void whereverABodyIsReadThatJoltHasDestroyedTheExceptionNamesIt() throws Exception {
        String output = OtherProcess.run(ReadsDestroyedBodies.class);
        String[] refusals = output.split("\n");
        assertEquals(ReadsDestroyedBodies.READS.size(), refusals.length, output);
        for (String refusal : refusals) {
            assertTrue(refusal.contains("slot 3") && refusal.contains("remove(3)"), refusal);
        }
    }

    /** Destroys a body by Jolt's own call, and lets the world read it. */
    static final class ReadsDestroyedBodies {
        static final List<BiConsumer<InlineStepper, JoltSimulation>> READS = List.of(
                (stepper, world) -> stepper.advanceTick(),
                (stepper, world) -> world.refresh(3),
                (stepper, world) -> world.teleport(3),
                (stepper, world) -> save(stepper),
                (stepper, world) -> {
                    world.remove(3);
                    stepper.advanceTick();
                },
                // Removes also wake the neighbours.
                (stepper, world) -> {
                    stepper.submit(c -> world.remove(4)).join();
                    stepper.advanceTick();
                },
                // Jolt would rebuild its tree, and read the body.
                (stepper, world) -> {
                    // Jolt may have given it the memory of the destroyed body.
                    Body other = Cubes.cube(world, 60, 50, 50);
                    for (int i = 0; i < 1_000; i++) {
                        world.remove(world.add(Cubes.cube(world, 50, 50, 50)));
                    }
                    world.bodies().destroyBody(other.getId());
                    stepper.advanceTick();
                },
                // Jolt may give the memory and the number to another body.
                (stepper, world) -> {
                    Cubes.floor(world);
                    stepper.advanceTick();
                },
                // There are as many bodies without a slot as before.
                (stepper, world) -> {
                    Cubes.floor(world);
                    world.remove(3);
                    stepper.advanceTick();
                },
                // The world closes all bodies, also after a run without a failure.
                (stepper, world) -> {
                    stepper.close();
                    throw new IllegalStateException("slot 3 remove(3)");
                });

        private ReadsDestroyedBodies() {}

        public static void main(String[] args) {
            for (boolean isAsleep : new boolean[] {false, true}) {
                for (BiConsumer<InlineStepper, JoltSimulation> read : READS) {
                    for (boolean isRestored : new boolean[] {false, true}) {
                        refuse(isAsleep, isRestored, read);
                    }
                }
            }
        }

        private static void refuse(
                boolean isAsleep, boolean isRestored, BiConsumer<InlineStepper, JoltSimulation> read) {
            JoltSimulation world = pile();
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                advance(stepper, 30);
                byte[] saved = save(stepper);
                int id = world.body(3).getId();
                if (isAsleep) {
                    world.bodies().deactivateBody(id);
                }
                world.bodies().destroyBody(id);
                if (isRestored) {
                    assertMessage(
                            assertThrows(CompletionException.class, () -> restore(stepper, saved))
                                    .getCause(),
                            "slot 3",
                            "remove(3)");
                }
                Throwable refusal = assertThrows(RuntimeException.class, () -> read.accept(stepper, world));
                if (!isAsleep && !isRestored) {
                    System.out.println(message(refusal));
                }
                assertMessage(refusal, "slot 3", "remove(3)");
            }
        }
    }

    @Test
    void aForeignContactListenerIsRefused() {
        JoltSimulation world = pile();
        InlineStepper stepper = stepper(world);
        JoltSimulation other = pile();
        stepper(other);
        world.system().setContactListener(other.jolt.contacts);
        assertMessage(assertThrows(PhysicsException.class, stepper::advanceTick), "contact listener", "JoltContacts");
    }

    @Test
    void aDynamicBodyInTheLayerOfStaticBodiesIsRefused() {
        JoltSimulation world = pile();
        InlineStepper stepper = stepper(world);
        Body cube = Cubes.cube(world, 3, 3, 3, settings -> settings.setObjectLayer(JoltSimulation.STATIC_LAYER));
        String why = assertThrows(IllegalArgumentException.class, () -> world.add(cube))
                .getMessage();
        assertTrue(why.contains("dynamic") && why.contains("layer"), why);
        world.bodies().setObjectLayer(cube.getId(), 0);
        world.add(cube);
        advance(stepper, 10);
    }

    /** A step asks only some bodies, so that the check costs nothing in a large world. */
    @Test
    void aDynamicBodyThatIsPutIntoTheLayerOfStaticBodiesLaterIsFound() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(200), in -> {
            for (int i = 0; i < 200; i++) {
                in.add(Cubes.cube(in, 2 * i, 0, 0));
            }
        });
        InlineStepper stepper = stepper(world);
        advance(stepper, 5);
        world.bodies().setObjectLayer(world.body(150).getId(), JoltSimulation.STATIC_LAYER);
        assertMessage(
                assertThrows(PhysicsException.class, () -> advance(stepper, 5)),
                "slot 150",
                "dynamic",
                "setObjectLayer");
    }

    private static void assertMessage(Throwable refusal, String... parts) {
        for (String part : parts) {
            assertTrue(message(refusal).contains(part), () -> message(refusal));
        }
    }

    private static String message(Throwable refusal) {
        return refusal instanceof PhysicsException || refusal instanceof CompletionException
                ? refusal.getCause().getMessage()
                : refusal.getMessage();
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
        String counts = OtherProcess.run(RestoresForgedSaves.class, "" + Thorough.of(60, 600));
        assertTrue(counts.matches("[1-9][0-9]* refused, [1-9][0-9]* restored"), counts);
    }

    /** Restores saves with wrong bytes and the right checksum. Steps each world that a restore accepts. */
    static final class RestoresForgedSaves {
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
            return withChecksum(bytes);
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
