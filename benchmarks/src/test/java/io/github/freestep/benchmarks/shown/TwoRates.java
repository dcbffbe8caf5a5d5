package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/**
 * A world of two rates in one service: a car that steps in every tick, and a crowd that is too expensive for that. It
 * steps in every n-th tick, and is written between its last two poses, so it moves evenly and n ticks late. Ticks must
 * not be merged.
 */
final class TwoRates implements Simulation {
    static final int CAR = 0;
    static final int WALKER = 1;
    static final double CAR_SPEED = 30;
    static final double WALKER_SPEED = 1.5;
    static final int EVERY = 10;

    private double car;
    private double walker;
    private double walkerBefore;
    private int part;

    @Override
    public StateLayout layout() {
        return StateLayout.of(2);
    }

    @Override
    public void setUp(PhysicsContext c) {
        c.bodies().spawn(CAR);
        c.bodies().spawn(WALKER);
    }

    @Override
    public void step(Tick tick) {
        car += CAR_SPEED * tick.dtSeconds();
        part = (int) (tick.number() % EVERY);
        if (part == 0) {
            walkerBefore = walker;
            walker += WALKER_SPEED * EVERY * tick.dtSeconds(); // the expensive step
        }
    }

    @Override
    public void write(StateWriter state) {
        state.position(CAR, car, 0, 0);
        state.position(WALKER, walkerBefore + (walker - walkerBefore) * part / EVERY, 0, 0);
    }
}
