package io.github.freestep.physics.physx;

import physx.common.PxVec3;
import physx.physics.PxContactPair;
import physx.physics.PxContactPairHeader;
import physx.physics.PxContactPairPoint;
import physx.physics.PxSimulationEventCallbackImpl;
import physx.support.PxArray_PxContactPairPoint;

/** Reports pairs that begin to touch as events. Called by the thread that steps; allocates nothing of its own. */
final class PhysxContacts extends PxSimulationEventCallbackImpl {
    /** The number of points to read, which is more than PhysX keeps for a pair of convex shapes. */
    private static final int POINTS = 64;

    private final PhysxSimulation world;
    private final PxArray_PxContactPairPoint points = new PxArray_PxContactPairPoint(POINTS);
    private final PxContactPairPoint first = points.begin();

    PhysxContacts(PhysxSimulation world) {
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
    public void destroy() {
        super.destroy();
        points.destroy();
    }
}
