package io.github.freestep.physics.physx;

import io.github.freestep.physics.engines.Touches;
import io.github.freestep.state.State;
import physx.common.PxVec3;
import physx.physics.PxActor;
import physx.physics.PxContactPair;
import physx.physics.PxContactPairHeader;
import physx.physics.PxContactPairHeaderFlagEnum;
import physx.physics.PxContactPairHeaderFlags;
import physx.physics.PxContactPairPoint;
import physx.physics.PxPairFlagEnum;
import physx.physics.PxSimulationEventCallbackImpl;
import physx.physics.PxTriggerPair;
import physx.physics.PxTriggerPairFlagEnum;
import physx.physics.PxTriggerPairFlags;
import physx.support.PxArray_PxContactPairPoint;

/**
 * Reports pairs of shapes that begin or end to touch as events. Called by the thread that steps; allocates nothing of
 * its own.
 */
final class PhysxEvents extends PxSimulationEventCallbackImpl {
    /** The number of points to read, which is more than PhysX keeps for a pair of convex shapes. */
    private static final int POINTS = 64;

    private final PhysxSimulation world;
    private final Touches touches;
    private final PxArray_PxContactPairPoint points = new PxArray_PxContactPairPoint(POINTS);
    private final PxContactPairPoint first = points.begin();

    PhysxEvents(PhysxSimulation world, Touches touches) {
        this.world = world;
        this.touches = touches;
    }

    @Override
    public void onContact(PxContactPairHeader header, PxContactPair pairs, int count) {
        if (!touches.areRead()) {
            return;
        }
        PxContactPairHeaderFlags flags = header.getFlags();
        PxActor actorA = header.getActors(0);
        PxActor actorB = header.getActors(1);
        boolean removedA = flags.isSet(PxContactPairHeaderFlagEnum.eREMOVED_ACTOR_0);
        boolean removedB = flags.isSet(PxContactPairHeaderFlagEnum.eREMOVED_ACTOR_1);
        if (removedA && world.isDeleted(actorA) || removedB && world.isDeleted(actorB)) {
            return; // The removal has ended all contacts of the body.
        }
        // Another actor may have the address of a removed one.
        int slotA = removedA ? State.NO_SLOT : world.slot(actorA);
        int slotB = removedB ? State.NO_SLOT : world.slot(actorB);
        for (int i = 0; i < count; i++) {
            PxContactPair pair = PxContactPair.arrayGet(pairs.getAddress(), i);
            if (pair.getEvents().isSet(PxPairFlagEnum.eNOTIFY_TOUCH_LOST)) {
                touches.contactEnd(slotA, slotB);
            } else {
                int found = pair.extractContacts(first, POINTS);
                if (found > 0) {
                    report(slotA, slotB, found);
                }
            }
        }
    }

    @Override
    public void onTrigger(PxTriggerPair pairs, int count) {
        if (!touches.areRead()) {
            return;
        }
        for (int i = 0; i < count; i++) {
            PxTriggerPair pair = PxTriggerPair.arrayGet(pairs.getAddress(), i);
            PxTriggerPairFlags flags = pair.getFlags();
            PxActor sensor = pair.getTriggerActor();
            PxActor visitor = pair.getOtherActor();
            boolean removed = flags.isSet(PxTriggerPairFlagEnum.eREMOVED_SHAPE_TRIGGER) && world.isDeleted(sensor)
                    || flags.isSet(PxTriggerPairFlagEnum.eREMOVED_SHAPE_OTHER) && world.isDeleted(visitor);
            if (!removed) {
                report(pair.getStatus(), world.slot(sensor), world.slot(visitor));
            }
        }
    }

    private void report(PxPairFlagEnum status, int sensor, int visitor) {
        if (status == PxPairFlagEnum.eNOTIFY_TOUCH_FOUND) {
            touches.sensorBegin(sensor, visitor, Double.NaN, Double.NaN, Double.NaN);
        } else if (status == PxPairFlagEnum.eNOTIFY_TOUCH_LOST) {
            touches.sensorEnd(sensor, visitor);
        }
    }

    private void report(int slotA, int slotB, int found) {
        PxVec3 point = first.getPosition();
        PxVec3 normal = first.getNormal();
        float impulse = 0;
        for (int i = 0; i < found; i++) {
            // Each impulse points along the normal.
            impulse += points.get(i).getImpulse().magnitude();
        }
        touches.contactBegin(
                slotA,
                slotB,
                point.getX(),
                point.getY(),
                point.getZ(),
                normal.getX(),
                normal.getY(),
                normal.getZ(),
                impulse);
    }

    @Override
    public void destroy() {
        super.destroy();
        points.destroy();
    }
}
