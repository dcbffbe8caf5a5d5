package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.ConeConstraint;
import com.github.stephengold.joltjni.Constraint;
import com.github.stephengold.joltjni.HingeConstraint;
import com.github.stephengold.joltjni.HingeConstraintSettings;
import com.github.stephengold.joltjni.PathConstraintSettings;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.TwoBodyConstraintSettings;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a save has what a scene has changed of its joints, without any code of the scene for it. */
class JoltJointsTest extends EngineRig {
    private static final int TICKS = 15;

    private final Joints joints = new Joints();
    private final JoltSimulation world = JoltSimulation.of(StateLayout.of(Joints.SLOTS), joints);
    private final InlineStepper stepper = stepper(world);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsChangedOfAJointAfterASaveIsUndoneByItsRestore(int kind) {
        boolean matters = false;
        for (int round = 0; round < 20; round++) {
            Random random = Seeds.random(round);
            run(stepper, world, TICKS);
            byte[] saved = save(stepper);
            List<Long> expected = run(stepper, world, TICKS);
            restore(stepper, saved);
            Joints.change(world, joints.all[kind], random);
            matters |= !expected.equals(run(stepper, world, TICKS));
            restore(stepper, saved);
            assertEquals(expected, run(stepper, world, TICKS), "round " + round);
            restore(stepper, saved);
            assertArrayEquals(saved, save(stepper));
            Joints.change(world, joints.all[kind], random);
        }
        assertTrue(matters);
    }

    /** Jolt keeps the cosine of the angle. */
    @Test
    void everyAngleOfAConeIsFoundByItsCosine() {
        ConeConstraint cone = (ConeConstraint) joints.all[5];
        Random random = Seeds.random(2);
        for (int i = 0; i < Thorough.of(300, 8_000); i++) {
            float angle = (float) (Math.PI * Math.pow(random.nextFloat(), i % 10));
            cone.setHalfConeAngle(angle);
            float expected = cone.getCosHalfConeAngle();
            byte[] saved = save(stepper);
            cone.setHalfConeAngle(1);
            restore(stepper, saved);
            assertEquals(expected, cone.getCosHalfConeAngle(), () -> "angle " + angle);
        }
        cone.setHalfConeAngle(0.7f);
        ByteBuffer saved = ByteBuffer.wrap(save(stepper));
        assertEquals(
                "the saved world is damaged: the joints of this world do not take the settings of its joints; use"
                        + " another copy",
                refusal(saved, cone.getCosHalfConeAngle(), 2));
    }

    @Test
    void savesAndRestoresLeaveNoNativeReferencesToJoints() {
        int[] before = Stream.of(joints.all).mapToInt(Constraint::getRefCount).toArray();
        restore(stepper, save(stepper));
        assertArrayEquals(
                before, Stream.of(joints.all).mapToInt(Constraint::getRefCount).toArray());
    }

    /** With limits or a target that are many turns away, a step would not end. */
    @Test
    void limitsOfAHingeAreAtMostHalfATurnAfterARestoreAndTargetsAreNotFar() {
        HingeConstraint hinge = (HingeConstraint) joints.all[3];
        hinge.setLimits(1e30f, -1e30f);
        restore(stepper, save(stepper));
        assertEquals((float) Math.PI, hinge.getLimitsMin());
        assertEquals((float) -Math.PI, hinge.getLimitsMax());
        hinge.setLimits(-1, 1);
        hinge.setTargetAngle(0.77f);
        ByteBuffer saved = ByteBuffer.wrap(save(stepper)).order(ByteOrder.nativeOrder());
        assertEquals(
                "a step of the saved world may not end: the target angle of a hinge is infinite or too many turns away;"
                        + " use another copy",
                refusal(saved, 0.77f, 1e30f));
    }

    /** Jolt looks for a point of an ellipse until it is found, which it is not if a pose becomes NaN in the step. */
    @ParameterizedTest
    @CsvSource({"6, 1e15, 0", "7, 1e15, 0", "6, 0, 1e15", "7, 0, 1e15"})
    void aJointWhoseBodiesAreSoFastOrFarThatAStepDoesNotEndIsRefused(int kind, float velocity, double place) {
        Body body = joints.all[kind].getBody1();
        body.getMotionProperties().setLinearVelocity(new Vec3(0, velocity, 0));
        world.bodies().setPosition(body.getId(), new RVec3(0, place, 0), EActivation.DontActivate);
        byte[] saved = save(stepper);
        String why = whyFailed(() -> restore(stepper, saved));
        assertTrue(why.contains("the bodies of a joint are more than"), why);
    }

    @Test
    void aSettingThatIsNaNIsRefused() {
        byte[] saved = ByteBuffer.allocate(8).putInt(1).putFloat(Float.NaN).array();
        IOException refused = assertThrows(IOException.class, () -> new JointSettings().read(in(saved)));
        assertEquals("the saved world is damaged: a setting of a joint is NaN; use another copy", refused.getMessage());
    }

    /** Between tilted bodies, with axes at random, which Jolt does not return as they were. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void aJointThatACommandAddsIsMadeAnewInAnotherWorld(int kind) {
        Random random = Seeds.random(kind);
        for (int round = 0; round < Thorough.of(2, 8); round++) {
            run(stepper, world, random.nextInt(20));
            byte[] without = save(stepper);
            List<Long> unjoined = run(stepper, world, TICKS);
            restore(stepper, without);
            Body held = world.body(2 * ((kind + 1) % Joints.KINDS) + 1);
            Body end = round % 3 == 0 ? Body.sFixedToWorld() : world.body(2 * kind + 1);
            TwoBodyConstraint added = world.addJoint(Joints.tilted(kind, random), end, held);
            added.setConstraintPriority(round);
            Joints.change(world, added, random);
            byte[] saved = save(stepper);
            List<Long> joined = run(stepper, world, 200);
            JoltSimulation other = JoltSimulation.of(StateLayout.of(Joints.SLOTS), new Joints());
            InlineStepper late = stepper(other);
            restore(late, saved);
            assertEquals(joined, run(late, other, 200), "round " + round);
            late.close();
            restore(stepper, without);
            assertEquals(unjoined, run(stepper, world, TICKS), "round " + round);
            restore(stepper, saved);
            assertArrayEquals(saved, save(stepper));
            assertEquals(joined, run(stepper, world, 200), "round " + round);
            restore(stepper, without);
        }
    }

    /** As a motor, which a scene keeps in a field. */
    @Test
    void aReferenceStaysValidAfterARollbackPastTheCreationOfItsJoint() {
        byte[] without = save(stepper);
        HingeConstraintSettings settings = new HingeConstraintSettings();
        TwoBodyConstraint joint = world.addJoint(settings, world.body(1), world.body(3));
        TwoBodyConstraint alike = world.addJoint(settings, world.body(1), world.body(3));
        alike.setConstraintPriority(1);
        byte[] with = save(stepper);
        List<Long> joined = run(stepper, world, TICKS);
        restore(stepper, without);
        System.gc();
        for (int i = 0; i < 10; i++) {
            assertNotEquals(settings.create(world.body(5), world.body(7)).va(), joint.va());
        }
        Joints.change(world, joint, Seeds.random(1));
        restore(stepper, with);
        assertTrue(joint.getEnabled());
        assertEquals(joined, run(stepper, world, TICKS));
        joint.setConstraintPriority(2);
        restore(stepper, with);
        assertEquals(0, joint.getConstraintPriority());
        assertEquals(1, alike.getConstraintPriority());
        joint.setEnabled(false);
        alike.setEnabled(false);
        assertNotEquals(joined, run(stepper, world, TICKS));
        restore(stepper, with);
        assertTrue(joint.getEnabled() && alike.getEnabled());
    }

    @Test
    void aJointThatCannotBeMadeAnewIsNotAdded() {
        HingeConstraintSettings skew = new HingeConstraintSettings();
        skew.setHingeAxis1(new Vec3(1, 2, 0));
        byte[] before = save(stepper);
        for (TwoBodyConstraintSettings settings : List.of(new PathConstraintSettings(), skew)) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class, () -> world.addJoint(settings, world.body(1), world.body(3)));
            assertTrue(refused.getMessage().contains(settings == skew ? "normalise" : "kind Path"));
        }
        assertThrows(IllegalStateException.class, () -> world.addJoint(skew, world.body(1), world.body(1)));
        assertArrayEquals(before, save(stepper));
        Body unadded = Cubes.cube(world, 0, 5, 0);
        assertThrows(
                IllegalStateException.class,
                () -> world.addJoint(new HingeConstraintSettings(), unadded, world.body(1)));
    }

    /** Otherwise, the restore of an earlier save would fail halfway. */
    @Test
    void aJointThatOnlyTheSceneMakesIsNotRemovedByARestore() {
        byte[] before = save(stepper);
        JoltSimulation other = JoltSimulation.of(StateLayout.of(Joints.SLOTS), new Joints());
        world.system().removeConstraint(joints.all[3]);
        byte[] without = save(stepper);
        InlineStepper late = stepper(other);
        assertEquals(
                "this world has the Hinge joint of bodies 6 and 7 with the priority 0, and the saved one has not; make"
                        + " it by addJoint, or call setEnabled(false) instead of removing it",
                whyFailed(() -> restore(late, without)));
        restore(late, before);
        assertArrayEquals(before, save(late));
    }

    /** Returns why a save with another number, and the checksum of it, is refused. */
    private String refusal(ByteBuffer saved, float from, float to) {
        int at = HEAD;
        while (saved.getFloat(at) != from) {
            at++;
        }
        byte[] forged = withChecksum(saved.putFloat(at, to).array());
        return whyFailed(() -> restore(stepper, forged));
    }

    private static List<Long> run(InlineStepper stepper, JoltSimulation world, int ticks) {
        List<Long> hashes = new ArrayList<>();
        for (int tick = 0; tick < ticks; tick++) {
            stepper.advanceTick();
            hashes.add(Toys.hash(world, Joints.SLOTS));
        }
        return hashes;
    }
}
