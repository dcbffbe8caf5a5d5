package io.github.freestep.physics.jolt;

/**
 * Takes the contacts of a world, such as for the sound of a body that slides. For {@link JoltSimulation#contacts}.
 *
 * <pre>{@code
 * world.contacts((a, b, x, y, z, nx, ny, nz, impulse) -> scrape(a, b, impulse)); // in beforeStep
 * }</pre>
 */
@FunctionalInterface
public interface ContactVisitor {
    /**
     * Takes a pair of bodies that touch, with the values of a {@code CONTACT_BEGIN} event.
     *
     * @param slotA the larger slot
     * @param slotB the other slot; -1 if the body has none
     * @param x the point with the largest impulse, along x
     * @param y the point, along y
     * @param z the point, along z
     * @param nx the unit normal from body B to body A, along x
     * @param ny the normal, along y
     * @param nz the normal, along z
     * @param impulse the sum of the impulses of all points in the last step
     */
    void contact(int slotA, int slotB, double x, double y, double z, float nx, float ny, float nz, float impulse);
}
