package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.scenes.BoxEngine;
import io.github.freestep.benchmarks.scenes.Pile;
import io.github.freestep.benchmarks.scenes.PlacedBoxes;
import io.github.freestep.benchmarks.scenes.Places;
import java.util.function.Function;

/**
 * Boxes of one metre in an engine, which fall into a heap. Those in two dimensions form a heap in a plane. For the
 * physics thread.
 *
 * @param <B> the engine's bodies
 */
abstract class Heap<B> extends Pile<B> {
    static final float TICK_SECONDS = 0.01f;

    final boolean awake;

    Heap(Places places, Function<PlacedBoxes, BoxEngine<B, ?>> engine, boolean awake) {
        super(places, engine);
        this.awake = awake;
    }

    /**
     * Makes a heap.
     *
     * @param engine physx, bullet, jolt, dyn4j or box2d
     * @param awake whether the boxes must never sleep
     */
    static Heap<?> of(String engine, int boxes, boolean awake) {
        return switch (engine) {
            case "physx" -> new PhysxHeap(boxes);
            case "bullet" -> new BulletHeap(boxes, awake);
            case "jolt" -> new JoltHeap(boxes, awake);
            case "dyn4j" -> new Dyn4jHeap(boxes, awake);
            case "box2d" -> new Box2dHeap(boxes, awake);
            default ->
                throw new IllegalArgumentException("engine must be physx, bullet, jolt, dyn4j or box2d, was " + engine);
        };
    }

    /** Steps the engine without Freestep, once {@link #detach} was called. */
    abstract void step();

    /** Takes Freestep's listeners out of the engine: they refuse contacts outside of Freestep's steps. */
    abstract void detach();

    abstract void putToSleep(B box);

    final void putAllToSleep() {
        for (int slot = 0, count = layout().capacity(); slot < count; slot++) {
            putToSleep(world().body(slot));
        }
    }
}
