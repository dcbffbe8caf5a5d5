package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.function.Function;

/**
 * Boxes in an engine, which fall from their places into a heap.
 *
 * @param <B> the engine's bodies
 */
public class Pile<B> implements PlacedBoxes {
    private final Places places;
    private final BoxEngine<B, ?> engine;
    private final EngineSimulation<B> world;

    /**
     * Makes a pile.
     *
     * @param engine makes the engine's world
     */
    @SuppressWarnings("this-escape") // The engine's world calls this pile only once a run opens it.
    public Pile(Places places, Function<PlacedBoxes, BoxEngine<B, ?>> engine) {
        this.places = places;
        this.engine = engine.apply(this);
        world = this.engine.simulation();
    }

    /**
     * Returns the world.
     *
     * @return a simulation for one run
     */
    public final EngineSimulation<B> world() {
        return world;
    }

    @Override
    public final StateLayout layout() {
        return StateLayout.of(places.count());
    }

    @Override
    public final void fill() {
        for (int i = 0; i < places.count(); i++) {
            B box = engine.box();
            engine.put(box, places.x[i], places.y[i], places.z[i], 0, 0, 0);
            prepare(box);
            world.add(box);
        }
    }

    /** Changes a box before it is added. */
    protected void prepare(B box) {}
}
