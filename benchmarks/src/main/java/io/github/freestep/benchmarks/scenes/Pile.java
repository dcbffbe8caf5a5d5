package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.function.Function;

/**
 * Boxes of one metre in an engine, which fall from their places into a heap. Those in two dimensions form a heap in a
 * plane. For the physics thread.
 *
 * @param <B> the engine's bodies
 */
public final class Pile<B> implements PlacedBoxes {
    private final Places places;
    private final BoxEngine<B, ?> engine;
    private final EngineSimulation<B> world;
    private final boolean awake;

    private Pile(Places places, Function<PlacedBoxes, BoxEngine<B, ?>> engine, boolean awake) {
        this.places = places;
        this.engine = engine.apply(this);
        this.awake = awake;
        world = this.engine.simulation();
    }

    /**
     * Makes a pile.
     *
     * @param engine physx, bullet, jolt, jolt-hills, dyn4j or box2d
     * @param boxes how many
     * @param awake whether the boxes must never sleep
     * @return the pile, for one run
     */
    public static Pile<?> of(String engine, int boxes, boolean awake) {
        return switch (engine) {
            case "physx" -> new Pile<>(Places.pile(boxes), placed -> new PhysxWorld(placed, true), awake);
            case "bullet" -> new Pile<>(Places.pile(boxes), BulletWorld::new, awake);
            case "jolt" -> new Pile<>(Places.pile(boxes), JoltWorld::new, awake);
            case "jolt-hills" -> new Pile<>(Places.layers(boxes, 21, 21), JoltHills::new, awake);
            case "dyn4j" -> new Pile<>(Places.flatPile(boxes), Dyn4jWorld::new, awake);
            case "box2d" -> new Pile<>(Places.flatPile(boxes), Box2dWorld::new, awake);
            default ->
                throw new IllegalArgumentException(
                        "engine must be physx, bullet, jolt, jolt-hills, dyn4j or box2d, was " + engine);
        };
    }

    /** Returns the world, for one run. */
    public EngineSimulation<B> world() {
        return world;
    }

    /** Returns the engine. */
    public BoxEngine<B, ?> engine() {
        return engine;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(places.count());
    }

    @Override
    public void fill() {
        for (int i = 0; i < places.count(); i++) {
            B box = engine.box();
            engine.put(box, places.x[i], places.y[i], places.z[i]);
            engine.maySleep(box, !awake);
            world.add(box);
        }
    }

    /** Reads all boxes without Freestep, by {@link BoxEngine#readAlone}. */
    public double readAlone() {
        double sum = 0;
        for (int slot = 0; slot < places.count(); slot++) {
            sum += engine.readAlone(world.body(slot));
        }
        return sum;
    }
}
