package io.github.freestep.physics.saves;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Passes every call on to another simulation, so that a subclass overrides only what it changes. A class that
 * implements {@link Simulation} itself would compile without the methods that have a default, and its world would then
 * miss its commands, or never rest.
 *
 * <pre>{@code
 * final class Counted extends WrappingSimulation {
 *     long steps;
 *
 *     Counted(Simulation world) {
 *         super(world);
 *     }
 *
 *     public void step(Tick tick) {
 *         super.step(tick);
 *         steps++;
 *     }
 * }
 * }</pre>
 *
 * <p>It can be saved if the other simulation is a {@link SavableSimulation}.
 */
public abstract class WrappingSimulation implements SavableSimulation {
    private final Simulation wrapped;

    /**
     * Wraps a simulation.
     *
     * @param wrapped takes all calls
     */
    protected WrappingSimulation(Simulation wrapped) {
        this.wrapped = Objects.requireNonNull(wrapped, "wrapped must not be null; pass the simulation to wrap");
    }

    @Override
    public StateLayout layout() {
        return wrapped.layout();
    }

    @Override
    public void setUp(PhysicsContext context) {
        wrapped.setUp(context);
    }

    @Override
    public void step(Tick tick) {
        wrapped.step(tick);
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        wrapped.run(command, context);
    }

    @Override
    public final Simulation wrapped() {
        return wrapped;
    }

    @Override
    @SuppressWarnings("exports") // See module-info.
    public <T> @Nullable T part(Class<T> type) {
        return wrapped.part(type);
    }

    @Override
    public void write(StateWriter state) {
        wrapped.write(state);
    }

    @Override
    public boolean resting() {
        return wrapped.resting();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        savable().save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        savable().restore(in);
    }

    /** Returns whether the other simulation can be saved. */
    @Override
    public boolean isSavable() {
        return wrapped instanceof SavableSimulation world && world.isSavable();
    }

    private SavableSimulation savable() {
        if (wrapped instanceof SavableSimulation world) {
            return world;
        }
        throw new IllegalArgumentException("a world that is saved must be a SavableSimulation, was a "
                + wrapped.getClass().getName() + "; implement save and restore");
    }

    @Override
    public boolean restoresExactly() {
        return wrapped instanceof SavableSimulation world && world.restoresExactly();
    }

    @Override
    public void close() {
        wrapped.close();
    }
}
