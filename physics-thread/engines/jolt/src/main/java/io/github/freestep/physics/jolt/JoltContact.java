package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.ContactManifold;
import com.github.stephengold.joltjni.ContactSettings;
import com.github.stephengold.joltjni.Vec3;

/**
 * Two shapes that touch or are about to touch, as a {@link ContactRule} sees and changes them. As in events, body A has
 * the larger slot, and a body without a slot has the number -1. See the example of {@link ContactRule}.
 */
@SuppressWarnings("exports") // A module that uses it requires the engine as well.
public final class JoltContact {
    private final BodyIds ids;
    private Body first;
    private Body second;
    private ContactManifold manifold;
    private ContactSettings settings;

    /** 1 if Jolt's first body is body A, otherwise -1. */
    private int sign;

    private boolean isNew;

    JoltContact(BodyIds ids) {
        this.ids = ids;
    }

    /** Takes the next contact, by its addresses. */
    void set(long body1, long body2, long manifoldAddress, long settingsAddress, boolean isAdded) {
        first = new Body(body1);
        second = new Body(body2);
        manifold = new ContactManifold(manifoldAddress);
        settings = new ContactSettings(settingsAddress);
        isNew = isAdded;
        sign = slot(first) >= slot(second) ? 1 : -1;
    }

    private int slot(Body body) {
        return ids.slot(body.getId());
    }

    /**
     * Returns the slot of body A.
     *
     * @return -1 if neither body has a slot
     */
    public int slotA() {
        return slot(bodyA());
    }

    /**
     * Returns the slot of body B.
     *
     * @return -1 if it has none, such as the ground
     */
    public int slotB() {
        return slot(bodyB());
    }

    /**
     * Returns body A, to read it.
     *
     * @return valid only during the call of the rule
     */
    public Body bodyA() {
        return sign > 0 ? first : second;
    }

    /**
     * Returns body B, to read it.
     *
     * @return valid only during the call of the rule
     */
    public Body bodyB() {
        return sign > 0 ? second : first;
    }

    /**
     * Returns which part of body A touches, as Jolt numbers them. {@code bodyA().getShape().getMaterial(subShapeA())}
     * returns its material.
     *
     * @return Jolt's number of the sub-shape
     */
    public int subShapeA() {
        return sign > 0 ? manifold.getSubShapeId1() : manifold.getSubShapeId2();
    }

    /**
     * Returns which part of body B touches, as {@link #subShapeA} does for body A.
     *
     * @return Jolt's number of the sub-shape
     */
    public int subShapeB() {
        return sign > 0 ? manifold.getSubShapeId2() : manifold.getSubShapeId1();
    }

    /**
     * Returns whether the shapes had no contact in the step before.
     *
     * @return true in the first step of a contact
     */
    public boolean isNew() {
        return isNew;
    }

    /**
     * Returns how deep the shapes are in each other. Jolt rounds edges here by their convex radius, so a corner may
     * have begun to touch, and been pushed, while this is still negative.
     *
     * @return in metres; negative before they touch
     */
    public float depth() {
        return manifold.getPenetrationDepth();
    }

    /**
     * Returns the direction in which the contact pushes body A.
     *
     * @return a new unit vector, from body B to body A
     */
    public Vec3 normal() {
        Vec3 normal = manifold.getWorldSpaceNormal();
        // Jolt's normal points to its second body.
        normal.scaleInPlace(-sign);
        return normal;
    }

    /** Lets the bodies pass through each other in this step. Two bodies that do so do not begin to touch. */
    public void ignore() {
        settings.setIsSensor(true);
    }

    boolean isIgnored() {
        return settings.getIsSensor();
    }

    /**
     * Sets the friction of this contact. By default, it is the square root of the product of the bodies' frictions.
     *
     * @param friction from 0 for ice
     * @throws IllegalArgumentException if it is negative, NaN or infinite
     */
    public void friction(float friction) {
        settings.setCombinedFriction(requireNotNegative("friction", friction));
    }

    /**
     * Sets how much of the approach is given back. By default, it is the larger one of the bodies' restitutions.
     *
     * @param restitution from 0 for none to 1 for all
     * @throws IllegalArgumentException if it is negative, NaN or infinite
     */
    public void restitution(float restitution) {
        settings.setCombinedRestitution(requireNotNegative("restitution", restitution));
    }

    /**
     * Moves the surface of body A, as a conveyor belt does: friction lets body B take the velocity.
     *
     * @param vx along x, in metres per second
     * @param vy along y
     * @param vz along z
     * @throws IllegalArgumentException if the velocity is NaN or infinite
     */
    public void surfaceVelocityA(float vx, float vy, float vz) {
        addVelocity(-sign, vx, vy, vz);
    }

    /**
     * Moves the surface of body B, as {@link #surfaceVelocityA} does for body A.
     *
     * @param vx along x, in metres per second
     * @param vy along y
     * @param vz along z
     * @throws IllegalArgumentException if the velocity is NaN or infinite
     */
    public void surfaceVelocityB(float vx, float vy, float vz) {
        addVelocity(sign, vx, vy, vz);
    }

    private static float requireNotNegative(String name, float value) {
        if (!(value >= 0 && value <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException(name + " must be finite and at least 0, was " + value);
        }
        return value;
    }

    /** Jolt's velocity is that of its second body relative to the first. */
    private void addVelocity(int factor, float vx, float vy, float vz) {
        if (!Float.isFinite(vx) || !Float.isFinite(vy) || !Float.isFinite(vz)) {
            throw new IllegalArgumentException(
                    "the velocity of a surface must be finite, was (" + vx + ", " + vy + ", " + vz + ")");
        }
        Vec3 sum = settings.getRelativeLinearSurfaceVelocity();
        sum.set(sum.getX() + factor * vx, sum.getY() + factor * vy, sum.getZ() + factor * vz);
        settings.setRelativeLinearSurfaceVelocity(sum);
    }

    /**
     * Returns Jolt's own settings of the contact, for everything else that a rule can change.
     *
     * @return valid only during the call of the rule
     */
    public ContactSettings settings() {
        return settings;
    }
}
