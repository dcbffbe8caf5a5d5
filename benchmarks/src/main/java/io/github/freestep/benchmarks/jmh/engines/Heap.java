package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.physics.engine.EngineSimulation;

/**
 * Boxes of one metre in an engine, which fall into a heap. Those in two dimensions form a heap in a plane. For the
 * physics thread.
 *
 * @param <B> the engine's bodies
 */
abstract class Heap<B> {
    static final float TICK_SECONDS = 0.01f;

    private final EngineSimulation<B> world;

    Heap(EngineSimulation<B> world) {
        this.world = world;
    }

    /**
     * Makes a heap.
     *
     * @param engine physx, bullet, jolt, dyn4j or box2d
     * @param awake whether the boxes must never sleep
     */
    static Heap<?> of(String engine, int boxes, boolean awake) {
        return switch (engine) {
            case "physx" -> PhysxHeap.of(boxes);
            case "bullet" -> BulletHeap.of(boxes, awake);
            case "jolt" -> JoltHeap.of(boxes, awake);
            case "dyn4j" -> Dyn4jHeap.of(boxes, awake);
            case "box2d" -> Box2dHeap.of(boxes, awake);
            default ->
                throw new IllegalArgumentException("engine must be physx, bullet, jolt, dyn4j or box2d, was " + engine);
        };
    }

    final EngineSimulation<B> world() {
        return world;
    }

    /** Steps the engine without Freestep, once {@link #detach} was called. */
    abstract void step();

    /** Takes Freestep's listeners out of the engine: they refuse contacts outside of Freestep's steps. */
    abstract void detach();

    /** Asks the engine for the pose of a box, and returns a number that depends on all of it. */
    abstract float read(B box);

    abstract void putToSleep(B box);

    final float readAll() {
        float sum = 0;
        for (int slot = 0, count = world.layout().capacity(); slot < count; slot++) {
            sum += read(world.body(slot));
        }
        return sum;
    }

    final void putAllToSleep() {
        for (int slot = 0, count = world.layout().capacity(); slot < count; slot++) {
            putToSleep(world.body(slot));
        }
    }
}
