package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A world that does nothing. */
public class EmptyWorld implements SavableSimulation {
    @Override
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    @Override
    public void step(Tick tick) {}

    @Override
    public void write(StateWriter state) {}

    @Override
    public void save(DataOutput out) throws IOException {}

    @Override
    public void restore(DataInput in) {}
}
