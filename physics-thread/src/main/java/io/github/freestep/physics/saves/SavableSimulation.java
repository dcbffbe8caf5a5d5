package io.github.freestep.physics.saves;

import io.github.freestep.physics.Simulation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A {@link Simulation} that can save and restore its complete state, for saved games, hand-overs and predictions. The
 * thread that steps the simulation calls these methods between two steps.
 *
 * <pre>{@code
 * public void save(DataOutput out) throws IOException {
 *     out.writeDouble(y);
 *     out.writeDouble(speed);
 * }
 *
 * public void restore(DataInput in) throws IOException {
 *     y = in.readDouble();
 *     speed = in.readDouble();
 * }
 * }</pre>
 */
public interface SavableSimulation extends Simulation {
    /**
     * Writes everything that the future of the world depends on. {@link Saves#save} also saves which bodies are alive
     * and attached to which. If {@link Saves#part} names a field before it is written, the report of a desync names it.
     *
     * @param out takes the state
     * @throws IOException if writing fails
     */
    void save(DataOutput out) throws IOException;

    /**
     * Restores the world from what {@link #save} has written, to the last bit unless {@link #restoresExactly} returns
     * false. From then on, the same input leads to the same states. Before this call, {@link Saves#restore} spawns and
     * removes bodies, so that the saved ones are alive. Afterwards, it attaches them. If this method throws, the same
     * bodies are alive and attached as before the restore. Those that were spawned again have new lives, and
     * all that were spawned or attached again need new poses. Adapters of engines do all of that themselves. Called in
     * the middle of a run, too, so it must overwrite everything.
     *
     * @param in the saved state of a simulation that was set up in the same way
     * @throws IOException if the state cannot be read
     */
    void restore(DataInput in) throws IOException;

    /**
     * Returns whether {@link #save} can save this world. Only a world that wraps another may be one that cannot.
     *
     * @return true by default
     */
    default boolean isSavable() {
        return true;
    }

    /**
     * Returns whether a restored world continues with the same bits as the saved one. Engines keep more than they
     * report, such as the impulses of resting contacts, so after a restore their worlds continue almost as the saved
     * ones did. Such a world is good for a saved game, but no exact replay can start from it.
     *
     * @return true by default
     */
    default boolean restoresExactly() {
        return true;
    }

    /**
     * Writes what events have reported of the world so far, such as which bodies touch. It belongs to the events and
     * not to the world, so {@link #save} leaves it out. A service that is handed over takes it along.
     *
     * @param out takes what {@link #restoreReported} reads; by default that of the {@linkplain #wrapped wrapped}
     *     simulation, or nothing
     * @throws IOException if writing fails
     */
    default void saveReported(DataOutput out) throws IOException {
        if (wrapped() instanceof SavableSimulation inner) {
            inner.saveReported(out);
        }
    }

    /**
     * Reads what {@link #saveReported} has written elsewhere. Called after the world was restored, before its next
     * step.
     *
     * @param in the bytes, which may be forged
     * @throws IOException if the bytes end too early, or are not of such a world
     */
    default void restoreReported(DataInput in) throws IOException {
        if (wrapped() instanceof SavableSimulation inner) {
            inner.restoreReported(in);
        }
    }
}
