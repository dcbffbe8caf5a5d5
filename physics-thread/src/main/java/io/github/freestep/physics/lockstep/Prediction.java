package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.lockstep.session.AheadRun;
import io.github.freestep.state.StateBuffer;

/** Placeholder. */
public final class Prediction implements AutoCloseable {
    private final AheadRun run;
    private final Physics physics;

    Prediction(AheadRun run, Physics physics) {
        this.run = run;
        this.physics = physics;
        run.attach(physics);
    }

    /**
     * x.
     *
     * @return x
     */
    public StateBuffer states() {
        return physics.states();
    }

    /**
     * x.
     *
     * @return x
     */
    public Physics physics() {
        return physics;
    }

    /**
     * x.
     *
     * @return x
     */
    public int depthTicks() {
        return run.depth();
    }

    /**
     * x.
     *
     * @return x
     */
    public long corrections() {
        return run.corrections();
    }

    @Override
    public void close() {
        run.close();
        physics.close();
    }
}
