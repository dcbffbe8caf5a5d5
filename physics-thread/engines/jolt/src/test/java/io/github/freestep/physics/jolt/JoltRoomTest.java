package io.github.freestep.physics.jolt;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

/**
 * Tests that Jolt has room for all bodies that a world accepts, because it ends the process where it has none. The
 * contract tests worlds that are rebuilt and loaded; these tests have what only Jolt has, such as layers.
 */
class JoltRoomTest extends EngineRig {
    private static final int BODIES = 64;
    private static final int ROUNDS = 200;

    /** So many that a round takes two of the 256 nodes that the smallest world has. */
    private static final int PER_ROUND = 8;

    /** Jolt does not rebuild an empty tree, so the world must make room after a body has entered, not before. */
    @Test
    void bodiesComeAndGoInALayerWithoutOthers() {
        JoltSimulation world = world(PER_ROUND * 2 - 1);
        InlineStepper stepper = stepper(world);
        // From now on, the world makes room when the first body of a round enters.
        comeAndGo(stepper, world, PER_ROUND, 0);
        comeAndGo(stepper, world, PER_ROUND - 1, 0);
        for (int round = 0; round < ROUNDS; round++) {
            comeAndGo(stepper, world, PER_ROUND, 0);
        }
        assertEquals(0, world.system().getNumBodies());
    }

    /** If both layers had one count, the world would make room when the cube enters, while there is no wall. */
    @Test
    void bodiesComeAndGoInOneLayerAfterTheOther() {
        JoltSimulation world = world(PER_ROUND * 2 - 1);
        InlineStepper stepper = stepper(world);
        for (int round = 0; round < ROUNDS; round++) {
            comeAndGo(stepper, world, PER_ROUND - 1, 1);
        }
        assertEquals(0, world.system().getNumBodies());
    }

    private static void comeAndGo(InlineStepper stepper, JoltSimulation world, int walls, int cubes) {
        stepper.submit(c -> {
                    for (int slot = 0; slot < walls; slot++) {
                        world.add(wall(world, slot));
                    }
                    // The slot that was freed last is the next one to be taken.
                    for (int slot = walls - 1; slot >= 0; slot--) {
                        world.remove(slot);
                    }
                    for (int i = 0; i < cubes; i++) {
                        world.remove(world.add(Cubes.cube(world, 0, 0, 0)));
                    }
                })
                .join();
    }

    /** Of a power of two with an odd exponent, because of so many bodies in a row, Jolt builds the largest tree. */
    @Test
    void aFullWorldExchangesItsBodies() {
        int bodies = 2_048;
        JoltSimulation world = world(bodies - 1);
        stepper(world);
        addWithoutSlot(world, Cubes.cube(world, 0, 0, 0));
        for (int slot = 0; slot < bodies - 1; slot++) {
            world.add(Cubes.cube(world, 2 * slot + 2, 0, 0));
        }
        for (int i = 0; i < 4 * bodies; i++) {
            int slot = i % (bodies - 1);
            world.remove(slot);
            assertEquals(slot, world.add(Cubes.cube(world, 2 * slot + 2, 0, 0)));
        }
        assertEquals(bodies, world.system().getNumBodies());
    }

    @Test
    void restoresMoveBodiesToAnotherLayerAndBack() {
        JoltSimulation world = walls();
        InlineStepper stepper = stepper(world);
        byte[] before = save(stepper);
        for (int slot = 0; slot < BODIES; slot++) {
            world.bodies().setObjectLayer(world.body(slot).getId(), 0);
        }
        byte[] after = save(stepper);
        for (int round = 0; round < ROUNDS; round++) {
            restore(stepper, before);
            restore(stepper, after);
        }
        assertEquals(0, world.body(BODIES - 1).getObjectLayer());
    }

    @Test
    void restoresPutBodiesBackThatTheSceneTakesOutOfTheSystem() {
        JoltSimulation world = walls();
        InlineStepper stepper = stepper(world);
        byte[] saved = save(stepper);
        for (int round = 0; round < ROUNDS; round++) {
            for (int slot = 0; slot < BODIES; slot++) {
                world.bodies().removeBody(world.body(slot).getId());
            }
            restore(stepper, saved);
        }
        assertTrue(world.body(BODIES - 1).isInBroadPhase());
    }

    @Test
    void aBodyTooManyIsRefusedByAddAndBySave() {
        JoltSimulation world = world(3);
        InlineStepper stepper = stepper(world);
        String why =
                "a world with these limits must have at most 4 bodies, with a slot and without, was body 5; destroy"
                        + " it, or set a larger number with otherBodies of the builder";
        for (int i = 0; i < 3; i++) {
            addWithoutSlot(world, wall(world, i));
        }
        assertEquals(0, world.add(wall(world, 3)));
        Body fifth = wall(world, 4);
        refusedWith(why, IllegalStateException.class, () -> world.add(fifth));
        addWithoutSlot(world, fifth);
        assertEquals(why, whyFailed(() -> save(stepper)));
        stepper.advanceTick();
    }

    @Test
    void moreBodiesThanJoltCanNumberAreRefused() {
        JoltSimulation.Builder builder = JoltSimulation.builder(StateLayout.of(1), in -> {});
        builder.otherBodies(2_097_150).build();
        refusedWith(
                "slots and other bodies must be at most 2097151 together, were 1 and 2097151; set a smaller capacity",
                IllegalArgumentException.class,
                builder.otherBodies(2_097_151)::build);
    }

    /** Makes an empty world, with room for these bodies and one without a slot. */
    private static JoltSimulation world(int slots) {
        return JoltSimulation.builder(StateLayout.of(slots), in -> {})
                .otherBodies(1)
                .build();
    }

    private static JoltSimulation walls() {
        return JoltSimulation.of(StateLayout.of(BODIES), in -> {
            for (int slot = 0; slot < BODIES; slot++) {
                in.add(wall(in, slot));
            }
        });
    }

    /** Makes a static cube, which is not in the system yet. */
    private static Body wall(JoltSimulation world, int place) {
        return Cubes.cube(
                world,
                2 * place,
                0,
                0,
                settings -> settings.setMotionType(EMotionType.Static).setObjectLayer(JoltSimulation.STATIC_LAYER));
    }

    private static void addWithoutSlot(JoltSimulation world, Body body) {
        world.bodies().addBody(body.getId(), EActivation.DontActivate);
    }
}
