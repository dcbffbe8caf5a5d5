package io.github.freestep.physics.physx;

import io.github.freestep.physics.engines.EngineQueries;
import io.github.freestep.physics.engines.HitCollector;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.geometry.PxBoxGeometry;
import physx.geometry.PxGeometry;
import physx.geometry.PxSphereGeometry;
import physx.physics.PxHitFlagEnum;
import physx.physics.PxHitFlags;
import physx.physics.PxOverlapResult;
import physx.physics.PxQueryFilterData;
import physx.physics.PxQueryFlagEnum;
import physx.physics.PxQueryFlags;
import physx.physics.PxRaycastHit;
import physx.physics.PxRaycastResult;
import physx.physics.PxRigidActor;
import physx.physics.PxScene;
import physx.physics.PxShape;
import physx.support.SupportFunctions;

/** Runs rays and overlaps in a scene. For the physics thread; allocates only in the binding. */
final class PhysxQueries implements EngineQueries {
    /** PhysX refuses lengths that are 0 as a float. */
    private static final double SHORTEST = 1e-9;

    private final PhysxSimulation world;
    private final PxScene scene;
    private final PxVec3 origin = new PxVec3(0, 0, 0);
    private final PxVec3 direction = new PxVec3(0, 0, 0);
    private final PxTransform pose = new PxTransform(PxIDENTITYEnum.PxIdentity);

    /** A part of the pose. Kept, because the binding makes an object for each call that returns one. */
    private final PxVec3 position = pose.getP();

    private final PxSphereGeometry sphere = new PxSphereGeometry(1);
    private final PxBoxGeometry box = new PxBoxGeometry(1, 1, 1);
    private final PxVec3 halfExtents = box.getHalfExtents();
    private final PxHitFlags normals = new PxHitFlags((short) PxHitFlagEnum.eNORMAL.value);
    private final PxQueryFlags flags = new PxQueryFlags(
            (short) (PxQueryFlagEnum.eSTATIC.value | PxQueryFlagEnum.eDYNAMIC.value | PxQueryFlagEnum.eNO_BLOCK.value));
    private final PxQueryFilterData all = new PxQueryFilterData(flags);
    private final PxRaycastResult hits = new PxRaycastResult();
    private final PxOverlapResult overlaps = new PxOverlapResult();

    PhysxQueries(PhysxSimulation world, PxScene scene) {
        this.world = world;
        this.scene = scene;
    }

    @Override
    public void ray(double x, double y, double z, double dx, double dy, double dz, double length, HitCollector into) {
        set(origin, x, y, z);
        set(direction, dx, dy, dz);
        float reach = (float) Math.max(length, SHORTEST);
        if (!scene.raycast(origin, direction, reach, hits, normals, all)) {
            return; // The result still has the hits of the last query.
        }
        for (int i = 0, count = hits.getNbTouches(); i < count; i++) {
            PxRaycastHit hit = hits.getTouch(i);
            PxVec3 normal = hit.getNormal();
            PxRigidActor actor = hit.getActor();
            into.hit(
                    world.slot(actor),
                    part(actor, hit.getShape()),
                    hit.getDistance(),
                    normal.getX(),
                    normal.getY(),
                    normal.getZ());
        }
    }

    /** Returns the place of a shape among those of its actor. */
    private static int part(PxRigidActor actor, PxShape shape) {
        int part = actor.getNbShapes() - 1;
        while (part > 0 && !SupportFunctions.PxActor_getShape(actor, part).equals(shape)) {
            part--;
        }
        return part;
    }

    @Override
    public void sphere(double x, double y, double z, double radius, HitCollector into) {
        sphere.setRadius((float) Math.max(radius, SHORTEST));
        find(sphere, x, y, z, into);
    }

    @Override
    public void box(double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector into) {
        set(halfExtents, Math.max(halfX, SHORTEST), Math.max(halfY, SHORTEST), Math.max(halfZ, SHORTEST));
        find(box, x, y, z, into);
    }

    private void find(PxGeometry shape, double x, double y, double z, HitCollector into) {
        set(position, x, y, z);
        if (!scene.overlap(shape, pose, overlaps, all)) {
            return;
        }
        for (int i = 0, count = overlaps.getNbTouches(); i < count; i++) {
            PxRigidActor actor = overlaps.getTouch(i).getActor();
            PxVec3 at = actor.getGlobalPose().getP();
            into.overlap(world.slot(actor), at.getX(), at.getY(), at.getZ());
        }
    }

    private static void set(PxVec3 vector, double x, double y, double z) {
        vector.setX((float) x);
        vector.setY((float) y);
        vector.setZ((float) z);
    }

    @Override
    public void close() {
        overlaps.destroy();
        hits.destroy();
        all.destroy();
        flags.destroy();
        normals.destroy();
        box.destroy();
        sphere.destroy();
        pose.destroy();
        direction.destroy();
        origin.destroy();
    }
}
