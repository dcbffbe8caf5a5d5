package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.HingeConstraint;
import com.github.stephengold.joltjni.HingeConstraintSettings;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SoftBodyCreationSettings;
import com.github.stephengold.joltjni.SoftBodySharedSettings;
import com.github.stephengold.joltjni.SoftBodySharedSettingsRef;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.template.Ref;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.state.StateLayout;
import java.io.DataInput;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests what a save has of a world, and what it refuses. */
class JoltSaveTest extends EngineRig {
    private static final int TICKS = 30;

    @Test
    void jointsThatTheSceneMakesAnewInItsRestoreGetTheirImpulses() {
        Doors doors = new Doors();
        JoltSimulation world = JoltSimulation.of(StateLayout.of(8), doors);
        InlineStepper stepper = stepper(world);
        advance(stepper, TICKS);
        byte[] saved = save(stepper);
        long expected = hash(stepper, world);
        doors.makesAnew = true;
        restore(stepper, saved);
        assertEquals(expected, hash(stepper, world));
    }

    @Test
    void aWorldWithABodyThatIsNotInTheSystemIsNotSavedUntilItIsAdded() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(1), Cubes::floor);
        InlineStepper stepper = stepper(world);
        int slot = world.add(Cubes.cube(world, 0, 5, 0));
        Body unused = Cubes.cube(world, 3, 5, 0);
        assertEquals(
                "the world must not be saved while a body is not in the system, was body 2; add it, or destroy it",
                refusal(stepper));
        world.remove(slot);
        world.add(unused);
        restore(stepper, save(stepper));
    }

    /** A door without a slot that becomes a sensor, and ice on it. */
    @Test
    void whatTheSceneChangesOfABodyWithoutASlotIsRestored() {
        Body[] made = new Body[1];
        JoltSimulation world = JoltSimulation.of(StateLayout.of(1), in -> {
            made[0] = Cubes.cube(
                    in,
                    0,
                    5,
                    0,
                    settings -> settings.setAllowDynamicOrKinematic(true).setMotionType(EMotionType.Static));
            in.bodies().addBody(made[0].getId(), EActivation.DontActivate);
        });
        InlineStepper stepper = stepper(world);
        BodyInterface bodies = world.bodies();
        Body door = made[0];
        int id = door.getId();
        byte[] first = save(stepper);
        bodies.setMotionType(id, EMotionType.Kinematic, EActivation.Activate);
        bodies.setObjectLayer(id, JoltSimulation.STATIC_LAYER);
        bodies.setFriction(id, 0);
        bodies.setGravityFactor(id, 0.5f);
        door.setIsSensor(true);
        byte[] second = save(stepper);
        restore(stepper, first);
        assertArrayEquals(first, save(stepper));
        assertEquals(EMotionType.Static, bodies.getMotionType(id));
        assertFalse(door.isSensor());
        restore(stepper, second);
        assertArrayEquals(second, save(stepper));
        assertEquals(EMotionType.Kinematic, bodies.getMotionType(id));
        assertEquals(JoltSimulation.STATIC_LAYER, bodies.getObjectLayer(id));
        assertEquals(0, bodies.getFriction(id));
        assertEquals(0.5f, bodies.getGravityFactor(id));
        assertTrue(door.isSensor());
    }

    @Test
    void twinJointsAreSavedIfTheirPrioritiesDifferAndKeepTheirImpulses() {
        Doors doors = new Doors();
        JoltSimulation world = JoltSimulation.of(StateLayout.of(8), doors);
        InlineStepper stepper = stepper(world);
        HingeConstraint twin = doors.hinge(world, 1, 0.6);
        assertEquals(
                "joints of one kind between the same bodies must have different priorities to be saved, was twice the"
                        + " Hinge joint of bodies 0 and 1 with the priority 0; call setConstraintPriority",
                refusal(stepper));
        twin.setConstraintPriority(1);
        advance(stepper, TICKS);
        byte[] saved = save(stepper);
        long expected = hash(stepper, world);
        // Comes last now, and was before it.
        HingeConstraint first = doors.hinges.get(0);
        Ref held = first.toRef();
        world.system().removeConstraint(first);
        world.system().addConstraint(first);
        held.close();
        restore(stepper, saved);
        assertEquals(expected, hash(stepper, world));
    }

    @Test
    void aWorldWithASoftBodyIsNotSaved() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(1), in -> {
            SoftBodySharedSettingsRef shape = SoftBodySharedSettings.sCreateCube(3, 0.5f);
            SoftBodyCreationSettings settings =
                    new SoftBodyCreationSettings(shape.getPtr(), new RVec3(0, 5, 0), new Quat(), 0);
            in.bodies().createAndAddSoftBody(settings, EActivation.Activate);
            settings.close();
        });
        assertEquals("a world with a soft body cannot be saved, was body 0; remove it first", refusal(stepper(world)));
    }

    @Test
    void aWorldWithACarThatDrivesIsNeitherSavedNorRestored() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(1), in -> {
            in.add(Cubes.cube(
                    in, 0, 0.8, 0, car -> car.getMassPropertiesOverride().setMass(1_000)));
            Cubes.floor(in);
        });
        InlineStepper stepper = stepper(world);
        byte[] saved = save(stepper);
        stepper.submit(c -> FirstWorldTest.putOnWheels(world, 0).setDriverInput(1, 0, 0, 0));
        advance(stepper, 100);
        assertEquals(0.95, world.body(0).getPosition().zz(), 0.2);
        assertEquals(
                "a world with a vehicle cannot be saved, was body 0; remove its constraint and step listener first",
                refusal(stepper));
        assertEquals(
                "a world with a vehicle cannot be restored; remove its constraint and step listener first",
                whyFailed(() -> restore(stepper, saved)));
    }

    private static String refusal(InlineStepper stepper) {
        CompletionException refused = assertThrows(CompletionException.class, () -> save(stepper));
        assertInstanceOf(IllegalStateException.class, refused.getCause());
        return refused.getCause().getMessage();
    }

    private static long hash(InlineStepper stepper, JoltSimulation world) {
        advance(stepper, TICKS);
        return Toys.hash(world, 3);
    }

    /** Two doors that hang on a post in the air, each on a hinge with a motor. */
    private static final class Doors implements EngineScene<JoltSimulation> {
        private final List<HingeConstraint> hinges = new ArrayList<>();
        private boolean makesAnew;

        @Override
        public void build(JoltSimulation world) {
            world.add(Cubes.cube(world, 0, 10, 0));
            world.add(Cubes.cube(world, 1.2, 10, 0));
            world.add(Cubes.cube(world, -1.2, 10, 0));
            world.bodies().setAngularVelocity(world.body(1).getId(), new Vec3(1, 2, 3));
            hang(world);
        }

        private void hang(JoltSimulation world) {
            hinge(world, 1, 0.6);
            hinge(world, 2, -0.6);
        }

        private HingeConstraint hinge(JoltSimulation world, int door, double x) {
            HingeConstraintSettings settings = new HingeConstraintSettings();
            settings.setSpace(Joints.LOCAL);
            settings.setPoint1(new RVec3(x, 0, 0));
            settings.setPoint2(new RVec3(-x, 0, 0));
            HingeConstraint hinge = (HingeConstraint) settings.create(world.body(0), world.body(door));
            settings.close();
            world.system().addConstraint(hinge);
            hinges.add(hinge);
            return hinge;
        }

        @Override
        public void restore(JoltSimulation world, DataInput in) {
            if (makesAnew) {
                hinges.forEach(world.system()::removeConstraint);
                hinges.clear();
                hang(world);
            }
        }
    }
}
