package io.github.freestep.physics.physx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import physx.PxTopLevelFunctions;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.extensions.PxFixedJoint;
import physx.physics.PxActorFlagEnum;
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;
import physx.physics.PxSceneDesc;
import physx.physics.PxSimulationEventCallbackImpl;

/**
 * Tests that every body is shown where PhysX has it, while bodies are woken, put to sleep, disabled and made kinematic.
 */
class PhysxSleepTest extends EngineRig {
    private static final int BODIES = 40;
    private static final int ROW = 7;
    private static final int TICKS = 2_000;

    private static final float DISTANCE = 10;

    /** How long a woken body stays awake, in seconds. */
    private static final float LONG = 1_000;

    private PhysxSimulation world;
    private InlineStepper stepper;
    private StateReader reader;

    /** The number of bodies that slept after a tick, and of those that were awake. */
    private long slept;

    private long awake;

    @Test
    void bodiesAreShownWhereTheyAre() {
        for (int seed = 0, seeds = Thorough.of(3, 40); seed < seeds; seed++) {
            run(Seeds.random(seed), description -> {});
            closeAll();
        }
        assertTrue(slept > TICKS && awake > TICKS, () -> slept + " slept, " + awake + " did not");
    }

    @Test
    void bodiesAreShownWhereTheyAreWithAnEventCallbackOfTheUsers() {
        Ignores ignores = new Ignores();
        run(Seeds.random(9), description -> description.setSimulationEventCallback(ignores));
        closeAll();
        ignores.destroy();
    }

    private static final class Ignores extends PxSimulationEventCallbackImpl {}

    @Test
    void aBodyThatWasDisabledWhileItWasAwakeCountsAsAsleep() {
        PxRigidDynamic body = sleepingWithoutGravity(1);
        body.wakeUp();
        tick("awake");
        assertFalse(world.allAsleep());
        place(body, 20);
        body.setActorFlag(PxActorFlagEnum.eDISABLE_SIMULATION, true);
        tick("disabled");
        tick("unchanged");
        assertTrue(world.allAsleep());
    }

    @Test
    void aBodyThatMovesAgainWhileItSleepsIsShown() {
        PxRigidDynamic body = sleepingWithoutGravity(2);
        PxRigidDynamic other = world.body(1);
        PxFixedJoint joint = join(body, other);
        other.setWakeCounter(LONG);
        body.setWakeCounter(LONG);
        tick("both awake");
        body.putToSleep();
        for (int i = 0; i < 10; i++) {
            tick("at rest, beside one that is awake");
        }
        float before = reader.state(0).x()[0];
        push(other, 3);
        for (int i = 0; i < 10; i++) {
            tick("pulled");
        }
        assertNotEquals(before, reader.state(0).x()[0], "PhysX moves the body");
        joint.release();
    }

    /** PhysX loses all later notices of a body that is treated like this. */
    @Test
    void aBodyThatWasPutToSleepTwiceWhileAnotherMovesItIsShown() {
        PxRigidDynamic body = sleepingWithoutGravity(3);
        PxRigidDynamic other = world.body(1);
        PxFixedJoint joint = join(body, other);
        other.setWakeCounter(LONG);
        body.setWakeCounter(LONG);
        tick("both awake");
        push(other, 50);
        body.putToSleep();
        tick("put to sleep");
        body.wakeUp();
        body.putToSleep();
        world.body(2).wakeUp();
        world.body(2).putToSleep();
        world.body(2).wakeUp();
        tick("put to sleep again");
        joint.release();
        other.putToSleep();
        body.putToSleep();
        tick("at rest");
        tick("settled");
        place(body, 20);
        tick("moved");
        assertEquals(20, reader.state(0).x()[0], 0.5f);
        push(body, 1);
        tick("pushed");
        assertTrue(reader.state(0).x()[0] > 19);
    }

    /** Keeps two bodies at their distance. */
    private PxFixedJoint join(PxRigidDynamic body, PxRigidDynamic other) {
        PxTransform inBody = BoxWorld.at(0, 0, DISTANCE);
        PxTransform inOther = BoxWorld.at(0, 0, 0);
        PxFixedJoint joint = PxTopLevelFunctions.FixedJointCreate(world.physics(), body, inBody, other, inOther);
        inBody.destroy();
        inOther.destroy();
        return joint;
    }

    /** Starts a world of bodies that sleep, far from each other, and returns the first. */
    private PxRigidDynamic sleepingWithoutGravity(int count) {
        start(BoxWorld.of(count, scene -> scene.getGravity().setY(0), in -> {
            for (int i = 0; i < count; i++) {
                in.add(BoxWorld.box(in, 0, 5, DISTANCE * i));
            }
        }));
        tick("added");
        for (int i = 0; i < count; i++) {
            world.body(i).putToSleep();
        }
        tick("asleep");
        tick("settled");
        assertTrue(world.allAsleep());
        return world.body(0);
    }

    private static void place(PxRigidDynamic body, float x) {
        PxTransform pose = BoxWorld.at(x, 5, 0);
        body.setGlobalPose(pose);
        pose.destroy();
    }

    private static void push(PxRigidDynamic body, float x) {
        PxVec3 velocity = new PxVec3(x, 0, 0);
        body.setLinearVelocity(velocity);
        velocity.destroy();
    }

    private void run(Random random, Consumer<PxSceneDesc> describe) {
        start(BoxWorld.of(BODIES, describe, in -> {
            for (int i = 0; i < BODIES; i++) {
                in.add(BoxWorld.box(in, i % ROW * 1.05f, 0.6f + i / ROW * 1.1f, 0));
            }
        }));
        Changes changes = new Changes();
        for (int tick = 0; tick < TICKS; tick++) {
            for (int count = random.nextInt(60) - 54; count >= 0; count--) {
                changes.change(random.nextInt(BODIES), random);
            }
            tick(slot -> "last change " + changes.last[slot]);
            count();
        }
    }

    private void start(PhysxSimulation simulation) {
        world = simulation;
        stepper = stepper(world);
        reader = stepper.states().reader();
    }

    private void tick(String situation) {
        tick(slot -> situation);
    }

    /** Makes a tick, and asserts that all bodies are shown where they are. */
    private void tick(IntFunction<String> situation) {
        stepper.advanceTick();
        assertTrue(reader.acquire());
        State state = reader.state(0);
        for (int slot = 0; slot < world.layout().capacity(); slot++) {
            int body = slot;
            assertArrayEquals(
                    poseIn(world.body(slot)),
                    poseIn(state, slot),
                    () -> "tick " + state.tick() + ", body " + body + ", " + situation.apply(body));
        }
    }

    private void count() {
        for (int slot = 0; slot < BODIES; slot++) {
            PxRigidDynamic body = world.body(slot);
            if (!Changes.isDisabled(body) && body.isSleeping()) {
                slept++;
            } else {
                awake++;
            }
        }
    }

    private static float[] poseIn(PxRigidDynamic body) {
        PxTransform pose = body.getGlobalPose();
        PxVec3 p = pose.getP();
        PxQuat q = pose.getQ();
        return new float[] {p.getX(), p.getY(), p.getZ(), Math.abs(q.getX()), Math.abs(q.getY()), Math.abs(q.getW())};
    }

    /** A state may have the negative quaternion, which is the same orientation. */
    private static float[] poseIn(State state, int slot) {
        return new float[] {
            state.x()[slot],
            state.y()[slot],
            state.z()[slot],
            Math.abs(state.qx()[slot]),
            Math.abs(state.qy()[slot]),
            Math.abs(state.qw()[slot])
        };
    }

    /** Changes a body by PhysX's own API. */
    private final class Changes {
        private final String[] last = new String[BODIES];

        void change(int slot, Random random) {
            PxRigidDynamic body = world.body(slot);
            boolean kinematic = body.getRigidBodyFlags().isSet(PxRigidBodyFlagEnum.eKINEMATIC);
            if (isDisabled(body)) {
                body.setActorFlag(PxActorFlagEnum.eDISABLE_SIMULATION, false);
                last[slot] = "enabled";
                return;
            }
            PxTransform pose = BoxWorld.at(random.nextFloat() * 8, random.nextFloat() * 6, 0);
            int kind = random.nextInt(11);
            last[slot] = kind + (kinematic ? ", kinematic" : "");
            if (kinematic) {
                changeKinematic(slot, body, kind, pose);
            } else {
                changeDynamic(slot, body, kind, pose, random);
            }
            pose.destroy();
        }

        private void changeKinematic(int slot, PxRigidDynamic body, int kind, PxTransform pose) {
            switch (kind) {
                case 0 -> body.setRigidBodyFlag(PxRigidBodyFlagEnum.eKINEMATIC, false);
                case 1 -> {
                    body.setGlobalPose(pose);
                    world.teleport(slot);
                }
                case 2 -> body.setGlobalPose(pose);
                case 3 -> body.setActorFlag(PxActorFlagEnum.eDISABLE_SIMULATION, true);
                default -> body.setKinematicTarget(pose);
            }
        }

        private void changeDynamic(int slot, PxRigidDynamic body, int kind, PxTransform pose, Random random) {
            switch (kind) {
                case 0 -> {
                    PxVec3 velocity = new PxVec3(random.nextFloat() * 4 - 2, random.nextFloat() * 4, 0);
                    body.setLinearVelocity(velocity);
                    velocity.destroy();
                }
                case 1 -> body.wakeUp();
                case 2 -> body.setGlobalPose(pose);
                case 3 -> {
                    body.setGlobalPose(pose, false);
                    world.refresh(slot);
                }
                case 4 -> {
                    body.setGlobalPose(pose);
                    body.putToSleep();
                }
                case 5 -> {
                    body.putToSleep();
                    body.wakeUp();
                }
                case 6 -> body.setRigidBodyFlag(PxRigidBodyFlagEnum.eKINEMATIC, true);
                case 7 -> body.setActorFlag(PxActorFlagEnum.eDISABLE_SIMULATION, true);
                case 8 -> body.putToSleep();
                default -> {
                    world.remove(slot);
                    assertEquals(
                            slot, world.add(BoxWorld.box(world, random.nextFloat() * 8, random.nextFloat() * 6, 0)));
                }
            }
        }

        private static boolean isDisabled(PxRigidDynamic body) {
            return body.getActorFlags().isSet(PxActorFlagEnum.eDISABLE_SIMULATION);
        }
    }
}
