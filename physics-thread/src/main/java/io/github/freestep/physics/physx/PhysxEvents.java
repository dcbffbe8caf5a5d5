package io.github.freestep.physics.physx;

import physx.common.PxVec3;
import physx.physics.PxContactPair;
import physx.physics.PxContactPairHeader;
import physx.physics.PxContactPairPoint;
import physx.physics.PxSimulationEventCallbackImpl;
import physx.support.PxActorPtr;
import physx.support.PxArray_PxActorPtr;
import physx.support.PxArray_PxContactPairPoint;

/**
 * Reports pairs that begin to touch as events, and bodies that wake or fall asleep to the world. Called by the thread
 * that steps; allocates nothing of its own.
 */
final class PhysxEvents extends PxSimulationEventCallbackImpl {
    /** The number of points to read, which is more than PhysX keeps for a pair of convex shapes. */
    private static final int POINTS = 64;

    private final PhysxSimulation world;
    private final PxArray_PxContactPairPoint points = new PxArray_PxContactPairPoint(POINTS);
    private final PxContactPairPoint first = points.begin();

    /** The binding reads a pointer only if it is in an array of this type. */
    private final PxArray_PxActorPtr pointer = new PxArray_PxActorPtr(1);

    PhysxEvents(PhysxSimulation world) {
        this.world = world;
    }

    @Override
    public void onContact(PxContactPairHeader header, PxContactPair pairs, int count) {
        int slotA = world.slot(header.getActors(0));
        int slotB = world.slot(header.getActors(1));
        for (int i = 0; i < count; i++) {
            int found = PxContactPair.arrayGet(pairs.getAddress(), i).extractContacts(first, POINTS);
            if (found > 0) {
                report(slotA, slotB, found);
            }
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
        world.touched(
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
    public void onWake(PxActorPtr actors, int count) {
        report(actors, count, true);
    }

    @Override
    public void onSleep(PxActorPtr actors, int count) {
        report(actors, count, false);
    }

    private void report(PxActorPtr actors, int count, boolean awake) {
        for (int i = 0; i < count; i++) {
            pointer.set(0, PxActorPtr.arrayGet(actors.getAddress(), i));
            world.awake(pointer.get(0), awake);
        }
    }

    @Override
    public void destroy() {
        super.destroy();
        points.destroy();
        pointer.destroy();
    }
}
