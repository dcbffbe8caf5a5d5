package io.github.freestep.physics.engines;

/**
 * Finds bodies in an engine's world. Adapters implement it, and make it in {@link EngineSimulation#openQueries}. Called
 * on the physics thread while the world is open, never during the engine's step, with finite numbers below 1e15. If the
 * engine cannot answer a query, throw an {@code UnsupportedOperationException}. Later versions may add kinds of
 * queries, as default methods that throw it. For a ray, see the example of {@link HitCollector}.
 */
public interface EngineQueries {
    /**
     * Finds all bodies that a ray hits, and passes each to {@link HitCollector#hit}, in any order.
     *
     * @param x where the ray begins, along x
     * @param y the same along y
     * @param z the same along z
     * @param dx the direction, a unit vector: along x
     * @param dy the direction, along y
     * @param dz the direction, along z
     * @param length the length of the ray
     * @param into takes the hits
     */
    void ray(double x, double y, double z, double dx, double dy, double dz, double length, HitCollector into);

    /**
     * Finds all bodies that overlap a sphere, and passes each to {@link HitCollector#overlap}, in any order.
     *
     * @param x the centre, along x
     * @param y the centre, along y
     * @param z the centre, along z
     * @param radius the radius
     * @param into takes the bodies
     */
    void sphere(double x, double y, double z, double radius, HitCollector into);

    /**
     * Finds all bodies that overlap a box, and passes each to {@link HitCollector#overlap}, in any order.
     *
     * @param x the centre, along x
     * @param y the centre, along y
     * @param z the centre, along z
     * @param halfX half the length of the box along x
     * @param halfY half the length along y
     * @param halfZ half the length along z
     * @param into takes the bodies
     */
    void box(double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector into);

    /** Frees what the queries have taken from the engine. Called when the world closes. Default: does nothing. */
    default void close() {}
}
