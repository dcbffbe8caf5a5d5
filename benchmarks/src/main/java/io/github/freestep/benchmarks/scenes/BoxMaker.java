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
     * @return the box, which {@link #put} can place
     */
    B box();

    /**
     * Places a box, upright and without spin. A two-dimensional engine ignores z.
     *
     * @param box a box, whether or not it is in the world yet
     * @param x position of its centre along x
     * @param y height of its centre
     * @param z position of its centre along z
     * @param vx velocity along x
     * @param vy velocity along y
     * @param vz velocity along z
     */
    void put(B box, float x, float y, float z, float vx, float vy, float vz);
}
