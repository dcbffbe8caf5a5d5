package io.github.freestep.physics.marbles;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;

public final class MarbleSimulation extends EngineSimulation<Marble> {
    private MarbleEngine engine;

    private MarbleSimulation(StateLayout layout, EngineScene<? super MarbleSimulation> scene) {
        super(layout, scene, MarbleSimulation.class);
    }

    public static MarbleSimulation of(StateLayout layout, EngineScene<? super MarbleSimulation> scene) {
        return new MarbleSimulation(layout, scene);
    }

    protected void open() {
        engine = new MarbleEngine();
        engine.listen(new MarbleEngine.Listener() {
            public void landed(Marble marble, double speed) {
                if (touches().areRead()) {
                    touches().contactBegin(slot(marble), State.NO_SLOT, marble.x, 0, 0, 0, 1, 0, (float) speed);
                }
            }

            public void lifted(Marble marble) {
                touches().contactEnd(slot(marble), State.NO_SLOT);
            }
        });
    }

    protected void insert(Marble marble) {
        engine.add(marble);
    }

    protected void delete(Marble marble) {
        engine.remove(marble);
    }

    protected void simulate(Tick tick) {
        engine.step(tick.dtSeconds());
    }

    protected boolean asleep(Marble marble) {
        return marble.resting;
    }

    protected void read(int slot, Marble marble) {
        pose(slot, marble.x, marble.y, 0, 0, 0, 0, 1);
    }

    protected void release() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }
}
