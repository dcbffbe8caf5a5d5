package io.github.freestep.benchmarks.scenes;

/**
 * Makes 1 m boxes of an engine above a floor at height 0. For the physics thread, while the world is open.
 *
 * @param <B> the engine's bodies
 */
public interface BoxMaker<B> {
    /**
     * Makes a resting box at the origin, which is not in the world yet.
     *
     * @return for {@link #put}
     */
    B box();

    /**
     * Places a box, upright and without spin. An engine in the plane ignores z.
     *
     * @param box in the world or not
     * @param x along x
     * @param y height of its centre
     * @param z along z
     * @param vx velocity along x
     * @param vy velocity along y
     * @param vz velocity along z
     */
    void put(B box, float x, float y, float z, float vx, float vy, float vz);
}
