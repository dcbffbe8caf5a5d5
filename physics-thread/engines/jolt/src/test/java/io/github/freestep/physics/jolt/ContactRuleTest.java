package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.state.StateLayout;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays what games do with contacts: platforms, belts, ice, sounds, and layers of their own. */
class ContactRuleTest extends EngineRig {
    /** The platform, belt or floor of a scene has the larger slot, so that it is body A. */
    private static final int GROUND = 1;

    private static final int BOX = 0;

    /** A body passes a platform while it rises, and until it has left it. */
    static ContactRule oneWay(int platform) {
        return contact -> {
            if (contact.slotA() == platform) { // body A has the larger slot; the ground without one is -1
                boolean isAbove = contact.normal().getY() < -0.7f && contact.depth() < 0.1f;
                if (!isAbove || contact.bodyB().getLinearVelocity().getY() > 0.1f) {
                    contact.ignore();
                }
            }
        };
    }

    static ContactRule belt(int slot) {
        return contact -> {
            if (contact.slotA() == slot) {
                contact.surfaceVelocityA(2, 0, 0);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aOneWayPlatformLetsABodyThroughFromBelowAndCarriesItFromAbove(int threads) {
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(2), world(-3, settings -> {}))
                .threads(threads)
                .contactRule(oneWay(GROUND))
                .build();
        InlineStepper stepper = stepper(world);
        world.bodies().setLinearVelocity(world.body(BOX).getId(), new Vec3(0, 10, 0));
        advance(stepper, 90);
        assertTrue(y(world) > 1.5, () -> "the box is at " + y(world));
        // It begins to touch when it lands, and not on its way up.
        assertEquals(List.of("1 0"), contacts(stepper, 300));
        assertEquals(1, y(world), 0.03);
    }

    /** Also if they are in each other when they meet, because a body was put there. */
    @ParameterizedTest
    @ValueSource(doubles = {0.9, 1.2})
    void aBodyThatARuleLetsThroughFallsWithoutEvents(double height) {
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(2), world(height, settings -> {}))
                .contactRule(JoltContact::ignore)
                .build();
        InlineStepper stepper = stepper(world);
        assertEquals(List.of(), contacts(stepper, 100));
        assertTrue(y(world) < -3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aBeltMovesABoxAtItsSpeed(int threads) {
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(2), world(1, settings -> {}))
                .threads(threads)
                .contactRule(belt(GROUND))
                .build();
        InlineStepper stepper = stepper(world);
        advance(stepper, 200);
        double before = world.body(BOX).getPosition().xx();
        advance(stepper, 100);
        assertEquals(2, world.body(BOX).getPosition().xx() - before, 0.02);
    }

    @Test
    void surfacesOfBothBodiesMove() {
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(2), world(1, settings -> {}))
                .contactRule(contact -> {
                    contact.surfaceVelocityA(0, 0, 3);
                    // As the wheels of a tank: its body moves the other way.
                    contact.surfaceVelocityB(0, 0, 1);
                })
                .build();
        InlineStepper stepper = stepper(world);
        advance(stepper, 300);
        assertEquals(2, world.body(BOX).getLinearVelocity().getZ(), 0.02);
    }

    @Test
    void frictionAndRestitutionAreThoseOfTheRule() {
        JoltSimulation ice = JoltSimulation.builder(StateLayout.of(2), world(1, settings -> {}))
                .contactRule(contact -> contact.friction(0))
                .build();
        InlineStepper stepper = stepper(ice);
        ice.bodies().setLinearVelocity(ice.body(BOX).getId(), new Vec3(3, 0, 0));
        advance(stepper, 100);
        // Without the 5 % in a second by which Jolt damps all motion.
        assertEquals(3 * 0.95, ice.body(BOX).getLinearVelocity().getX(), 0.01);

        JoltSimulation rubber = JoltSimulation.builder(StateLayout.of(2), world(3, settings -> {}))
                .contactRule(contact -> contact.restitution(1))
                .build();
        InlineStepper bouncing = stepper(rubber);
        advance(bouncing, 100);
        double highest = 0;
        for (int i = 0; i < 60; i++) {
            advance(bouncing, 1);
            highest = Math.max(highest, y(rubber));
        }
        assertEquals(3, highest, 0.2);
    }

    @Test
    void aContactSaysWhichBodiesAndPartsTouchAndWhetherItIsNew() {
        int[] news = {0};
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(2), world(1.005, settings -> {}))
                .contactRule(contact -> {
                    news[0] += contact.isNew() ? 1 : 0;
                    assertEquals(GROUND, contact.slotA());
                    assertEquals(BOX, contact.slotB());
                    assertTrue(contact.bodyA().isKinematic() && contact.bodyB().isDynamic());
                    assertEquals(-1, contact.normal().getY(), 1e-3);
                    assertEquals(0, contact.depth(), 0.02);
                    assertEquals(
                            "Default",
                            contact.bodyA()
                                    .getShape()
                                    .getMaterial(contact.subShapeA())
                                    .getDebugName());
                    assertEquals(contact.subShapeA(), contact.subShapeB());
                    assertFalse(contact.settings().getIsSensor());
                })
                .build();
        advance(stepper(world), 30);
        assertEquals(1, news[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anExceptionOfARuleEndsTheStep(int threads) {
        IllegalStateException mistake = new IllegalStateException("a mistake");
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(2), world(1, settings -> {}))
                .threads(threads)
                .contactRule(contact -> {
                    throw mistake;
                })
                .build();
        InlineStepper stepper = stepper(world);
        assertSame(
                mistake,
                assertThrows(PhysicsException.class, () -> advance(stepper, 10)).getCause());
    }

    @Test
    void aNumberThatWouldSpoilTheWorldIsRefused() {
        int[] calls = {0};
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(2), world(1, settings -> {}))
                .contactRule(contact -> {
                    calls[0]++;
                    for (float wrong : new float[] {-1, Float.NaN, Float.POSITIVE_INFINITY}) {
                        assertThrows(IllegalArgumentException.class, () -> contact.friction(wrong));
                        assertThrows(IllegalArgumentException.class, () -> contact.restitution(wrong));
                    }
                    assertThrows(IllegalArgumentException.class, () -> contact.surfaceVelocityA(0, Float.NaN, 0));
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> contact.surfaceVelocityB(0, 0, Float.NEGATIVE_INFINITY));
                })
                .build();
        advance(stepper(world), 10);
        assertTrue(calls[0] > 0);
    }

    /** The floor carries the weight of the box in each tick; so a box that slides is heard as long as it slides. */
    @Test
    void contactsAreThosePairsThatTouchWithTheirImpulses() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(2), world(1, settings -> {}));
        InlineStepper stepper = stepper(world);
        int[] count = {0};
        for (int i = 0; i < 30; i++) {
            world.bodies().setLinearVelocity(world.body(BOX).getId(), new Vec3(1, 0, 0));
            advance(stepper, 1);
            boolean hasSettled = i > 10;
            world.contacts((a, b, x, y, z, nx, ny, nz, impulse) -> {
                count[0]++;
                assertEquals(GROUND, a);
                assertEquals(BOX, b);
                assertEquals(-1, ny, 1e-3);
                assertEquals(0.5, y, 0.05);
                assertTrue(!hasSettled || Math.abs(impulse - 0.0981) < 0.01, () -> "impulse " + impulse);
            });
        }
        assertTrue(count[0] >= 29, () -> count[0] + " contacts");
        world.remove(BOX);
        world.contacts((a, b, x, y, z, nx, ny, nz, impulse) -> fail("Jolt still has the contact of a removed body"));
    }

    @Test
    void bodiesOfALayerIgnoreThoseOfTheLayersThatItNames() {
        int debris = 2;
        int ghosts = 3;
        int dust = 4;
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(6), in -> {
                    Cubes.floor(in);
                    in.add(Cubes.cube(in, 0, 0.5, 0, settings -> settings.setObjectLayer(debris)));
                    in.add(Cubes.cube(in, 0, 2, 0, settings -> settings.setObjectLayer(debris)));
                    in.add(Cubes.cube(in, 5, 0.5, 0, settings -> settings.setObjectLayer(debris)));
                    in.add(Cubes.cube(in, 5, 2, 0, settings -> settings.setObjectLayer(ghosts)));
                    in.add(Cubes.cube(in, 10, 0.5, 0, settings -> settings.setObjectLayer(debris)));
                    in.add(Cubes.cube(in, 10, 2, 0, settings -> settings.setObjectLayer(dust)));
                })
                .layer(dust)
                .layer(debris, debris, dust)
                .layer(ghosts, JoltSimulation.STATIC_LAYER)
                .build();
        InlineStepper stepper = stepper(world);
        advance(stepper, 100);
        byte[] saved = save(stepper);
        for (int round = 0; round < 2; round++) {
            advance(stepper, 100);
            assertEquals(0.5, world.body(1).getPosition().yy(), 0.03, "debris falls through debris, not the floor");
            assertEquals(0.5, world.body(5).getPosition().yy(), 0.03, "dust falls through debris, which names it");
            assertEquals(1.5, world.body(3).getPosition().yy(), 0.05, "a ghost lies on debris");
            restore(stepper, saved);
        }
        world.remove(2);
        advance(stepper, 100);
        assertTrue(world.body(3).getPosition().yy() < -1, "a ghost falls through the floor");
    }

    @Test
    void aLayerThatTheWorldCannotHaveIsRefused() {
        JoltSimulation.Builder builder = JoltSimulation.builder(StateLayout.of(1), world -> {});
        for (int layer : new int[] {0, 1, 32}) {
            assertThrows(IllegalArgumentException.class, () -> builder.layer(layer));
        }
        assertThrows(IllegalArgumentException.class, () -> builder.layer(2, -1));
        assertThrows(IllegalArgumentException.class, () -> builder.layer(2, 32));
    }

    /** Makes a box at a height, and a slab of 1 m whose top is at 0.5. */
    private static EngineScene<JoltSimulation> world(double height, Consumer<BodyCreationSettings> change) {
        return world -> {
            world.add(Cubes.cube(world, 0, height, 0, change));
            world.add(Cubes.body(
                    world,
                    new BoxShape(new Vec3(50, 0.5f, 50)),
                    new RVec3(),
                    settings -> settings.setMotionType(EMotionType.Kinematic)));
        };
    }

    private static double y(JoltSimulation world) {
        Body box = world.body(BOX);
        return box.getPosition().yy();
    }
}
