package io.github.freestep.benchmarks.scenes;

/**
 * An engine's boxes of a metre, above a floor whose top is at height zero. For the physics thread, as long as the world is open.
 *
 * @param <B> the engine's bodies
 */
public interface BoxMaker<B> {
    /**
     * Makes a box.
     *
     * @return at the origin, at rest, and not in the world yet
     */
    B box();

    /**
     * Puts a box somewhere, upright and not spinning; an engine in the plane leaves z out.
     *
     * @param box in the world or not
     * @param x along x
     * @param y height of its middle
     * @param z along z
     * @param vx velocity along x
     * @param vy velocity along y
     * @param vz velocity along z
     */
    void put(B box, float x, float y, float z, float vx, float vy, float vz);
}
