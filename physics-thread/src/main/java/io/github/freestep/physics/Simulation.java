package io.github.freestep.physics;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * The user's world, which Freestep steps at a fixed rate. The physics thread calls all methods except {@link #layout},
 * one after the other, so an implementation needs no locks. In a {@linkplain ServiceThreads group}, this may be another
 * thread in each tick, but only one thread at a time calls a simulation, and each sees all that the one before has
 * done. The arguments are reused objects, and valid only during the call. If a physics engine steps the world, use the
 * engine's adapter instead.
 *
 * <pre>{@code
 * final class Ball implements Simulation {
 *     private double y = 10, speed;
 *
 *     public StateLayout layout() {
 *         return StateLayout.of(1);
 *     }
 *
 *     public void setUp(PhysicsContext c) {
 *         c.bodies().spawn(0);
 *     }
 *
 *     public void step(Tick tick) {
 *         speed -= 9.81 * tick.dtSeconds();
 *         y += speed * tick.dtSeconds();
 *     }
 *
 *     public void write(StateWriter state) {
 *         state.position(0, 0, y, 0);
 *     }
 * }
 * }</pre>
 */
public interface Simulation {
    /**
     * Declares the contents of a state. Called once, on the thread that builds the service.
     *
     * @return the maximum number of bodies, and the channels in addition to their poses
     */
    StateLayout layout();

    /**
     * Sets the world up as it is at simulation time 0. Called once, before the first state is written.
     *
     * @param context the bodies to spawn, and the rate
     */
    default void setUp(PhysicsContext context) {}

    /**
     * Advances the world by one step, which is one tick.
     *
     * @param tick the number, the length and the input of the step
     */
    void step(Tick tick);

    /**
     * Runs a command between two ticks, on the physics thread. Default: {@code command.run(context)}.
     *
     * <p>Every command comes through this method: submitted commands, value commands, and commands of a feed. Override
     * it if the world has work to do before or after each command, such as undoing the changes of a failed command. A
     * {@link ValueCommand} arrives as a {@code Command} that keeps its value. After {@link #setUp} comes the command
     * that restores a saved world, or else an empty one, and another empty one whenever another thread takes the world
     * over, so that the world can follow.
     *
     * <p>A simulation that wraps another must pass the call on, as a {@link
     * io.github.freestep.physics.saves.WrappingSimulation WrappingSimulation} does. Otherwise the wrapped simulation
     * misses its commands.
     *
     * @param command the command to run, once
     * @param context the context to pass to the command
     * @throws Exception if the command throws
     */
    default void run(Command command, PhysicsContext context) throws Exception {
        command.run(context);
    }

    /**
     * The simulation that this one wraps, if any. {@link PhysicsContext#world} uses it to find the inner simulation, so
     * that commands need not know whether their world is wrapped, and {@link #computedBy} to name its engine. Default:
     * null.
     *
     * @return the wrapped simulation, or null
     */
    @SuppressWarnings("exports") // See module-info.
    default @Nullable Simulation wrapped() {
        return null;
    }

    /**
     * Names what the bits of this world depend on, besides its own code: an engine, its version, and the family of
     * processors, such as {@code "jolt-jni 0.9.9 on x86-64"}, but no family if all compute the same bits. A match, a
     * hand-over and a replay refuse a world with another name, because its states would differ. Any thread may call it.
     * Default: that of the {@linkplain #wrapped wrapped} simulation, or empty, for a world that computes the same bits
     * on each machine. If a simulation wraps the world of an engine and overrides neither method, the name is empty as
     * well, so no peer is refused.
     *
     * @return at most 200 bytes of UTF-8 without control characters, always the same
     */
    default String computedBy() {
        Simulation inner = wrapped();
        return inner == null ? "" : inner.computedBy();
    }

    /**
     * Returns a part of this world that commands may ask for by its type, such as the scene of an engine's world.
     * {@link PhysicsContext#world} calls it if the world itself is not of the type. Default: null.
     *
     * @param <T> the type
     * @param type the class of the part, or an interface of it
     * @return the part; null if this world has none of that type
     */
    @SuppressWarnings("exports") // See module-info.
    default <T> @Nullable T part(Class<T> type) {
        return null;
    }

    /**
     * Writes the present state of the world. Must not change the world: it is not called for ticks that no reader
     * needs, and it is called more than once for a tick at which time was paused.
     *
     * <p>What it does not write stays as it was after the last call. So it may write only the bodies that have moved
     * since then, and the cost of a tick follows what moves. It must write the position of each body that was spawned
     * since then. Otherwise the tick fails, and the failure names the body.
     *
     * @param state the state, to which every body that has moved since the last call must be written
     */
    void write(StateWriter state);

    /**
     * Returns whether a step without new input would change nothing, such as when all bodies sleep. Called after each
     * step. Default: false.
     *
     * <p>A {@link PhysicsService} then stops stepping, and costs no processor time, until an input, a command or a
     * change of time comes. Ticks that are due meanwhile count as stepped: simulation time and the numbers of ticks
     * continue, and readers keep the newest state. These ticks raise no events. A service continues stepping if it has
     * an {@link InputSource} or an {@code InputFeed}, and while a consumer wants hashes or a recorder records, because
     * each of them needs every tick. An {@link InlineStepper} does not call this method.
     *
     * @return true if only input, a command or a change of time can change the world
     */
    default boolean resting() {
        return false;
    }

    /**
     * Releases what {@link #setUp} and the steps have allocated, such as native memory and files. Called once, as the
     * last call, whatever has ended the run, even if {@code setUp} has thrown. Not called if {@code setUp} was never
     * called. States stay readable, so they must not be stored in memory that is freed here.
     *
     * <p>The service or stepper that runs a simulation closes it. This interface does not extend {@link AutoCloseable},
     * because the compiler would then ask the user to close each simulation.
     */
    default void close() {}
}
