package io.github.freestep.physics.engines;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The user's part of an engine's world: fills the world, and turns input into forces. The physics thread calls all
 * methods, one after the other, so a scene needs no locks. {@link #beforeStep}, {@link #write}, {@link #onPose} and
 * {@link #resting} must not block, and should not allocate.
 *
 * <p>A lambda is enough for a first scene:
 *
 * <pre>{@code
 * Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(10), w -> w.add(box()));
 * }</pre>
 *
 * <p>A scene with input, channels or objects of its own is a class:
 *
 * <pre>{@code
 * class Boxes implements EngineScene<Dyn4jSimulation> {
 *     public void build(Dyn4jSimulation world) {
 *         world.add(box());
 *     }
 *
 *     public void beforeStep(Dyn4jSimulation world, Tick tick) {
 *         world.body(0).applyForce(new Vector2(tick.input().axis(0), 0));
 *     }
 * }
 * }</pre>
 *
 * <p>Objects of an engine with a native library can be created only after the library is loaded. {@code build} is
 * called after that. A scene that has such objects in fields calls {@code BulletSimulation.load()},
 * {@code PhysxSimulation.load()}, {@code JoltSimulation.load()} or {@code Box2dSimulation.load()} in a static
 * initialiser.
 *
 * <p>A command reaches the running scene by its class: {@code c.world(Boxes.class)}, see {@link PhysicsContext#world}.
 * More methods may be added to this interface, each with a default.
 *
 * @param <W> the engine's adapter, such as {@code Dyn4jSimulation}
 */
@FunctionalInterface
public interface EngineScene<W> {
    /**
     * Fills the world with everything that it contains at simulation time zero. Use {@code world.add}, and the engine's
     * own API. Called once per run. If it throws, the run does not begin, and the bodies that it added are freed.
     *
     * @param world the open, empty world
     */
    void build(W world);

    /**
     * Acts before each step, such as to turn input into forces. May also add, remove and teleport bodies, and query the
     * world. Default: does nothing.
     *
     * @param world the world
     * @param tick the number, length and input of the tick
     */
    default void beforeStep(W world, Tick tick) {}

    /**
     * Receives the pose of a body that the world has read from the engine, for channels that depend on poses. Called
     * when a body is added, teleported or refreshed, and after each step for each body that may have moved. May remove
     * bodies, such as one that has fallen out of the level: they stay until all poses of the step have been read, or
     * until the {@code add}, {@code teleport} or {@code refresh} ends. Other changes are refused. Default: does
     * nothing.
     *
     * @param world the world
     * @param slot the slot of the body
     * @param px position along x, in the engine's unit of length
     * @param py position along y
     * @param pz position along z
     * @param ox orientation, a unit quaternion: first imaginary part
     * @param oy second imaginary part
     * @param oz third imaginary part
     * @param ow real part
     */
    default void onPose(W world, int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {}

    /**
     * Writes the channels that the layout declares. The world has written the poses already. The rules of
     * {@link io.github.freestep.physics.Simulation#write} apply, and changes of the world are refused. Default: writes
     * nothing.
     *
     * @param world the world
     * @param state the state
     */
    default void write(W world, StateWriter state) {}

    /**
     * Returns whether only input, a command or a change of time can change the world. Its service may then stop
     * stepping it, as {@link io.github.freestep.physics.Simulation#resting} says. If all motion comes from the engine,
     * return {@code world.allAsleep()}. That is not the default, because a resting service does not call
     * {@link #beforeStep}, which may act at a certain time or move bodies without input.
     *
     * @param world the world
     * @return false by default
     */
    default boolean resting(W world) {
        return false;
    }

    /**
     * Writes what {@link #restoreBody} needs in order to add this body again, such as its kind and size. The world
     * itself saves its pose and motion. Default: writes nothing, which is enough while all bodies are those of
     * {@link #build}.
     *
     * @param world the world
     * @param slot the slot of the body
     * @param out takes the values
     * @throws IOException if writing fails
     */
    default void saveBody(W world, int slot, DataOutput out) throws IOException {}

    /**
     * Reads what {@link #saveBody} has written, and if {@code world.body(slot)} is null, makes that body and adds it:
     * {@code world.add} then gives it this slot. If another body is there, remove it before you make the new one. The
     * bodies of other slots must stay. The world itself then restores pose and motion. Lives are not restored here, see
     * {@link #restore}. Default: reads and adds nothing.
     *
     * @param world the world
     * @param slot the slot of the body
     * @param in the values
     * @throws IOException if the values cannot be read, or are invalid
     */
    default void restoreBody(W world, int slot, DataInput in) throws IOException {}

    /**
     * Writes the values of the scene itself, such as a score. Default: writes nothing.
     *
     * @param world the world
     * @param out takes the values
     * @throws IOException if writing fails
     */
    default void save(W world, DataOutput out) throws IOException {}

    /**
     * Reads what {@link #save(Object, DataOutput)} has written. All bodies have been restored before, but not their
     * {@linkplain io.github.freestep.state.Bodies#life lives}: in a service that continues elsewhere, bodies have their
     * former lives once this method has returned. Default: reads nothing.
     *
     * @param world the world
     * @param in the values
     * @throws IOException if the values cannot be read, or are invalid
     */
    default void restore(W world, DataInput in) throws IOException {}
}
