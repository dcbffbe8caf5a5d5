package io.github.freestep.physics.physx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.physics.PxActorFlagEnum;
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;
import physx.physics.PxSimulationEventCallback;
import physx.physics.PxSimulationEventCallbackImpl;

/** Tests that every body is shown where PhysX has it, while bodies are woken, put to sleep and made kinematic. */
class PhysxSleepTest {
    private static final int BODIES = 40;
    private static final int ROW = 7;
    private static final int TICKS = 2_000;

    private final PhysxSimulation world = BoxWorld.of(BODIES, in -> {
        for (int i = 0; i < BODIES; i++) {
            in.add(BoxWorld.box(in, i % ROW * 1.05f, 0.6f + i / ROW * 1.1f, 0));
        }
    });

    /** The number of bodies that slept after a tick, and of those that were awake. */
    private long slept;

    private long awake;

    @Test
    void bodiesThatPhysxReportsAreShownWhereTheyAre() {
        for (int seed = 0; seed < 40; seed++) {
            run(Seeds.random(seed), new Changes(true));
        }
    }

    @Test
    void bodiesAreShownWhereTheyAreIfTheCallbackIsReplaced() {
        Ignores ignores = new Ignores();
        run(Seeds.random(9), new Changes(false) {
            @Override
            void betweenTicks(int tick) {
                world.scene().setSimulationEventCallback(ignores);
            }
        });
        ignores.destroy();
    }

    @Test
    void bodiesAreShownWhereTheyAreIfTheCallbackIsReplacedAndReturned() {
        Ignores ignores = new Ignores();
        run(Seeds.random(10), new Changes(false) {
            private PxSimulationEventCallback own;

            @Override
            void betweenTicks(int tick) {
                if (tick % 100 == 0) {
                    own = world.scene().getSimulationEventCallback();
                    world.scene().setSimulationEventCallback(ignores);
                } else if (tick % 100 == 50) {
                    world.scene().setSimulationEventCallback(own);
                }
            }
        });
        ignores.destroy();
    }

    private static final class Ignores extends PxSimulationEventCallbackImpl {}

    private void run(Random random, Changes changes) {
        try (InlineStepper stepper = PhysicsService.builder(world).inline();
                StateReader reader = stepper.states().reader()) {
            for (int tick = 0; tick < TICKS; tick++) {
                changes.betweenTicks(tick);
                for (int count = random.nextInt(60) - 54; count >= 0; count--) {
                    changes.change(random.nextInt(BODIES), random);
                }
                stepper.tick();
                assertTrue(reader.acquire());
                State state = reader.state(0);
                for (int slot = 0; slot < BODIES; slot++) {
                    int body = slot;
                    assertArrayEquals(
                            poseIn(world.body(slot)),
                            poseIn(state, slot),
                            () -> "tick " + state.tick() + ", body " + body + ", last change " + changes.last[body]);
                }
                count();
            }
        }
        assertTrue(slept > TICKS && awake > TICKS, () -> slept + " slept, " + awake + " did not");
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
    private class Changes {
        final String[] last = new String[BODIES];
        private final boolean isReported;

        Changes(boolean isReported) {
            this.isReported = isReported;
        }

        void betweenTicks(int tick) {}

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
                case 2 -> {
                    body.setGlobalPose(pose);
                    world.refresh(slot);
                }
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
                    putToSleep(slot, body);
                }
                case 5 -> {
                    body.putToSleep();
                    body.wakeUp();
                }
                case 6 -> body.setRigidBodyFlag(PxRigidBodyFlagEnum.eKINEMATIC, true);
                case 7 -> body.setActorFlag(PxActorFlagEnum.eDISABLE_SIMULATION, true);
                case 8 -> putToSleep(slot, body);
                default -> {
                    world.remove(slot);
                    assertEquals(
                            slot, world.add(BoxWorld.box(world, random.nextFloat() * 8, random.nextFloat() * 6, 0)));
                }
            }
        }

        /** Only PhysX's reports show that a body was woken, moved and put to sleep between two steps. */
        private void putToSleep(int slot, PxRigidDynamic body) {
            body.putToSleep();
            if (!isReported) {
                world.refresh(slot);
            }
        }

        static boolean isDisabled(PxRigidDynamic body) {
            return body.getActorFlags().isSet(PxActorFlagEnum.eDISABLE_SIMULATION);
        }
    }
}
