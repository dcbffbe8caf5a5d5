package io.github.freestep.benchmarks.scenes;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.readonly.ConstShape;
import io.github.freestep.physics.jolt.JoltSimulation;

/** Makes boxes of one metre in Jolt, and a floor whose top is at height 0. For the physics thread. */
public final class JoltBoxes {
    private static final float HALF = 0.5f;
    private static final float FLOOR = 1_000;

    private JoltBoxes() {}

    /**
     * Adds the floor.
     *
     * @param world an open world
     */
    public static void floor(JoltSimulation world) {
        Body floor = body(
                world,
                new BoxShape(new Vec3(FLOOR, HALF, FLOOR)),
                new RVec3(0, -HALF, 0),
                EMotionType.Static,
                JoltSimulation.STATIC_LAYER);
        world.bodies().addBody(floor.getId(), EActivation.DontActivate);
    }

    /**
     * Makes a box that is not in the world yet.
     *
     * @param world an open world
     * @param x the centre along x
     * @param y the height of the centre
     * @param z the centre along z
     * @return the box
     */
    public static Body box(JoltSimulation world, float x, float y, float z) {
        return body(world, new BoxShape(HALF), new RVec3(x, y, z), EMotionType.Dynamic, 0);
    }

    /** Each body has a shape of its own, which Jolt frees with it. */
    private static Body body(JoltSimulation world, ConstShape shape, RVec3 at, EMotionType motion, int layer) {
        BodyCreationSettings settings = new BodyCreationSettings(shape, at, new Quat(), motion, layer);
        Body body = world.bodies().createBody(settings);
        settings.close();
        return body;
    }

    /** Moves a box, which may not be in the world yet, and ends its rotation. */
    static void put(JoltSimulation world, Body box, RVec3 to, Quat orientation, Vec3 velocity) {
        BodyInterface bodies = world.bodies();
        int id = box.getId();
        // Jolt must not wake a body that is not in its tree.
        bodies.setPositionAndRotation(
                id, to, orientation, box.isInBroadPhase() ? EActivation.Activate : EActivation.DontActivate);
        box.setLinearVelocity(velocity);
        box.setAngularVelocity(new Vec3());
    }
}
