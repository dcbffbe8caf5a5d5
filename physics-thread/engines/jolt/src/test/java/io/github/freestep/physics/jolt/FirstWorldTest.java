package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.ClosestHitCastShapeCollector;
import com.github.stephengold.joltjni.CollisionGroup;
import com.github.stephengold.joltjni.DistanceConstraintSettings;
import com.github.stephengold.joltjni.GroupFilterTable;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RMat44;
import com.github.stephengold.joltjni.RShapeCast;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.ShapeCastSettings;
import com.github.stephengold.joltjni.SphereShape;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.VehicleCollisionTesterRay;
import com.github.stephengold.joltjni.VehicleConstraint;
import com.github.stephengold.joltjni.VehicleConstraintSettings;
import com.github.stephengold.joltjni.WheelSettingsWv;
import com.github.stephengold.joltjni.WheeledVehicleController;
import com.github.stephengold.joltjni.WheeledVehicleControllerSettings;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.readonly.ConstShape;
import com.github.stephengold.joltjni.template.Ref;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest extends EngineRig {
    @Test
    void aServiceRunsIt() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(10), in -> {
            ConstShape slab = new BoxShape(new Vec3(50, 0.5f, 50));
            try (BodyCreationSettings floor = new BodyCreationSettings(
                            slab, new RVec3(), new Quat(), EMotionType.Static, JoltSimulation.STATIC_LAYER);
                    BodyCreationSettings ball = new BodyCreationSettings(
                            new SphereShape(0.5f), new RVec3(0, 5, 0), new Quat(), EMotionType.Dynamic, 0)) {
                in.bodies().createAndAddBody(floor, EActivation.DontActivate);
                in.add(in.bodies().createBody(ball)); // falls with 9.81 m/s^2
            }
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        physics.close();
        InlineStepper stepper = stepper(world);
        advance(stepper, 300);
        assertEquals(1, world.body(0).getPosition().yy(), 0.05);
    }

    static void hang(JoltSimulation world, int slot) { // in a command, or in beforeStep
        DistanceConstraintSettings rope = new DistanceConstraintSettings();
        Ref freed = rope.toRef();
        try (rope;
                freed) {
            rope.setPoint1(new RVec3(0, 1, 0));
            rope.setMaxDistance(1);
            world.addJoint(rope, Body.sFixedToWorld(), world.body(slot));
        }
    }

    static float sweep(JoltSimulation world, int slot) { // how far its shape falls
        try (RMat44 start = RMat44.sTranslation(new RVec3(0, 9, 0));
                RShapeCast fall =
                        new RShapeCast(world.body(slot).getShape(), Vec3.sReplicate(1), start, new Vec3(0, -20, 0));
                ShapeCastSettings settings = new ShapeCastSettings();
                ClosestHitCastShapeCollector hit = new ClosestHitCastShapeCollector()) {
            world.system().getNarrowPhaseQuery().castShape(fall, settings, new RVec3(), hit);
            return hit.hadHit() ? 20 * hit.getHit().getFraction() : Float.POSITIVE_INFINITY;
        }
    }

    @Test
    void aBallFallsThroughOneThatHangsAndIsSwept() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(2), in -> {
            try (BodyCreationSettings one = ball(0);
                    BodyCreationSettings other = ball(0.1)) {
                ignoreEachOther(one, other);
                in.add(in.bodies().createBody(one));
                in.add(in.bodies().createBody(other));
            }
        });
        InlineStepper stepper = stepper(world);
        stepper.submit(c -> hang(world, 0));
        advance(stepper, 30);
        assertEquals(0, world.body(0).getPosition().yy(), 1e-3);
        assertEquals(-0.35, world.body(1).getPosition().yy(), 0.1);
        assertEquals(7, stepper.call(c -> sweep(world, 0)).join(), 1e-2);
    }

    private static BodyCreationSettings ball(double y) {
        return new BodyCreationSettings(new SphereShape(1), new RVec3(0, y, 0), new Quat(), EMotionType.Dynamic, 0);
    }

    static void ignoreEachOther(BodyCreationSettings one, BodyCreationSettings other) { // before createBody
        GroupFilterTable pairs = new GroupFilterTable(2);
        pairs.disableCollision(0, 1);
        try (CollisionGroup first = new CollisionGroup(pairs, 0, 0);
                CollisionGroup second = new CollisionGroup(pairs, 0, 1)) {
            one.setCollisionGroup(first);
            other.setCollisionGroup(second);
        }
    }

    static WheeledVehicleController putOnWheels(JoltSimulation world, int slot) {
        try (VehicleConstraintSettings settings = new VehicleConstraintSettings()) {
            for (int i = 0; i < 4; i++) {
                WheelSettingsWv wheel = new WheelSettingsWv();
                wheel.setPosition(new Vec3(i % 2 == 0 ? 1 : -1, 0, i < 2 ? 2 : -2));
                settings.addWheels(wheel);
            }
            WheeledVehicleControllerSettings engine = new WheeledVehicleControllerSettings();
            engine.setNumDifferentials(1);
            engine.getDifferential(0).setLeftWheel(0);
            engine.getDifferential(0).setRightWheel(1);
            settings.setController(engine);
            VehicleConstraint car = new VehicleConstraint(world.body(slot), settings);
            car.setVehicleCollisionTester(new VehicleCollisionTesterRay(0));
            world.system().addConstraint(car);
            world.system().addStepListener(car.getStepListener());
            return (WheeledVehicleController) car.getController();
        }
    }
}
