package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
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
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Hits;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest {
    @Test
    void aServiceRunsIt() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(10), in -> {
            SphereShape shape = new SphereShape(0.5f);
            BodyCreationSettings ball =
                    new BodyCreationSettings(shape, new RVec3(), new Quat(), EMotionType.Dynamic, 0);
            in.add(in.bodies().createBody(ball));
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        Hits hits = new Hits(1);
        physics.submit(c -> world.ray(0, 9, 0, 0, -1, 0, 1_000, slot -> true, hits))
                .join();
        try (physics) {
            assertEquals(0, hits.slot(0));
        }
    }

    static void hang(JoltSimulation world, int slot) { // in a command, or in beforeStep
        DistanceConstraintSettings rope = new DistanceConstraintSettings();
        rope.setPoint1(new RVec3(0, 1, 0));
        rope.setMaxDistance(1);
        world.addJoint(rope, Body.sFixedToWorld(), world.body(slot));
    }

    static float sweep(JoltSimulation world) { // how far a sphere falls until it touches something
        RMat44 start = RMat44.sTranslation(new RVec3(0, 9, 0));
        RShapeCast fall = new RShapeCast(new SphereShape(0.5f), Vec3.sReplicate(1), start, new Vec3(0, -20, 0));
        ClosestHitCastShapeCollector hit = new ClosestHitCastShapeCollector();
        world.system().getNarrowPhaseQuery().castShape(fall, new ShapeCastSettings(), new RVec3(), hit);
        return hit.hadHit() ? 20 * hit.getHit().getFraction() : Float.POSITIVE_INFINITY;
    }

    @Test
    void aBallFallsThroughOneThatHangsAndIsSwept() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(2), in -> {
            BodyCreationSettings[] balls = new BodyCreationSettings[2];
            for (int i = 0; i < 2; i++) {
                balls[i] = new BodyCreationSettings(
                        new SphereShape(1), new RVec3(0, 0.1 * i, 0), new Quat(), EMotionType.Dynamic, 0);
            }
            ignoreEachOther(balls[0], balls[1]);
            in.add(in.bodies().createBody(balls[0]));
            in.add(in.bodies().createBody(balls[1]));
        });
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            stepper.submit(c -> hang(world, 0));
            for (int tick = 0; tick < 30; tick++) {
                stepper.advanceTick();
            }
            assertEquals(0, world.body(0).getPosition().yy(), 1e-3);
            assertEquals(-0.35, world.body(1).getPosition().yy(), 0.1);
            assertEquals(7.5, stepper.call(c -> sweep(world)).join(), 1e-2);
        }
    }

    static void ignoreEachOther(BodyCreationSettings one, BodyCreationSettings other) { // before createBody
        GroupFilterTable pairs = new GroupFilterTable(2);
        pairs.disableCollision(0, 1);
        one.setCollisionGroup(new CollisionGroup(pairs, 0, 0));
        other.setCollisionGroup(new CollisionGroup(pairs, 0, 1));
    }
}
