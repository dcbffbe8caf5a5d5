package io.github.freestep.physics.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.function.Executable;

/**
 * Makes the worlds that {@link EngineContract} runs. An adapter's author implements the abstract methods; the others
 * are hooks with a default.
 *
 * <p>A world has gravity of 9.81 downwards along y and a floor whose top is at height 0. A body rests with its centre
 * half a metre above it.
 */
public abstract class EngineWorlds<B> extends EngineRig {
    protected static final long TICK_NANOS = 10_000_000;
    protected static final int CAPACITY = 64;
    protected static final float REST = 0.5f;

    /** How far a resting body may sink in. */
    protected static final float SINKS = 0.05f;

    /** Fills a world. */
    public interface Builder<B> {
        void fill(EngineSimulation<B> world);
    }

    /**
     * Makes a world of this scene. It differs from the engine's defaults only in the gravity and in what bodies need to
     * fall asleep.
     */
    protected abstract EngineSimulation<B> world(StateLayout layout, EngineScene<EngineSimulation<B>> scene);

    /** Adds the floor to a new world, by the engine's own means: it has no slot. */
    protected abstract void floor(EngineSimulation<B> world);

    /** Makes a body for an open world, which is not in the world yet. */
    protected abstract B body(EngineSimulation<B> world, float x, float y);

    /** Sets a body's velocity by the engine's own means, and wakes the body. */
    protected abstract void push(B body, float vx, float vy);

    /** Moves a body by the engine's own means. The adapter does not notice. */
    protected abstract void place(B body, float x, float y);

    protected abstract boolean asleep(B body);

    /**
     * Returns the engine's name, with which {@code computedBy} of a world begins. Default: empty, for an engine of
     * plain Java whose {@code computedBy} is empty.
     */
    protected String engine() {
        return "";
    }

    /** Returns the adapter's own methods that reach into an open world: they must refuse all other threads. */
    protected List<Executable> accessors(EngineSimulation<B> world) {
        return List.of();
    }

    /**
     * Makes a sensor of the size of a body, which stays where it is, for an open world. Bodies pass through it.
     * Default: null, the engine has no sensors.
     */
    protected B sensor(EngineSimulation<B> world, float x, float y) {
        return null;
    }

    /**
     * Makes a body of the usual size that stays where it is unless {@link #steer} moves it, for an open world. Default:
     * null, the engine has no kinematic bodies.
     */
    protected B kinematic(EngineSimulation<B> world, float x, float y) {
        return null;
    }

    /**
     * Makes a static body of the usual size, for an open world. Default: null, the engine's static bodies have no
     * slots.
     */
    protected B fixed(EngineSimulation<B> world, float x, float y) {
        return null;
    }

    /** Returns true if a static body that {@link #place} has moved is seen there without a refresh. Default: false. */
    protected boolean noticesMovedStatics() {
        return false;
    }

    /** Lets a kinematic body move along x in the next step, by the engine's own means. */
    protected void steer(B body, float metresPerSecond) {
        throw new UnsupportedOperationException("override steer as well");
    }

    /**
     * Makes a cube or square of 1 m that is turned about z by an angle in radians, for an open world. Default: null,
     * the engine does not turn bodies.
     */
    protected B turned(EngineSimulation<B> world, float x, float y, float angle) {
        return null;
    }

    /**
     * Makes a body of two cubes or squares of 1 m, for an open world: the first half a metre to the left of its place,
     * the second to the right. Default: null, the adapter does not report which part of a body is hit.
     */
    protected B pair(EngineSimulation<B> world, float x, float y) {
        return null;
    }

    /**
     * Loads the native library by the adapter's {@code load}, and makes a shape, before there is a world. Default: does
     * nothing, because the engine has no native library.
     */
    protected void makeShape() {}

    /** Matches the class path's entries with native libraries, in their names' case. Default: null, it has none. */
    protected String nativeLibraries() {
        return null;
    }

    /**
     * Returns true if the engine's loader unpacks the library to another folder if that for temporary files cannot have
     * it. Default: false.
     */
    protected boolean unpacksElsewhere() {
        return false;
    }

    /**
     * Matches the class path's entries without which the engine computes in doubles. Default: null, it always computes
     * in floats.
     */
    protected String floatLibraries() {
        return null;
    }

    /** Lets the engine call this in each step. Default: returns false, the engine calls nothing of a user. */
    protected boolean callsBack(EngineSimulation<B> world, Runnable callback) {
        return false;
    }

    /** Returns how many bytes the engine allocates in a step on average; -1: do not measure. Default: 0. */
    protected long bytesPerStep() {
        return 0;
    }

    /** Returns false if bodies of the engine touch nothing but the floor. Default: true. */
    protected boolean bodiesCollide() {
        return true;
    }

    /** Returns false if the adapter overrides none of the methods that answer queries. Default: true. */
    protected boolean answersQueries() {
        return true;
    }

    /** Returns calls of the adapter's own methods that have parameters, by name. They may leave bodies 0 to 2 alone. */
    protected Map<String, Executable> ownCalls(EngineSimulation<B> world) {
        return Map.of();
    }

    /** Returns how far before a shape a ray may report it. Default: 0. */
    protected double raysStopBefore() {
        return 0;
    }

    /** Returns false if the engine has two dimensions, x and y. Default: true. */
    protected boolean hasDepth() {
        return true;
    }

    /**
     * Returns false if queries find a body that was placed by the engine's own API only after the next step.
     * Default: true.
     */
    protected boolean findsMovedBodies() {
        return true;
    }

    /** Returns false if the engine allocates in queries that find nothing. Default: true. */
    protected boolean queriesWithoutAllocation() {
        return true;
    }

    /**
     * Returns true if the engine refuses NaN: {@link #push} throws then, and the world stays usable. Default: false,
     * the engine takes it, and the service stops with an error that names the body.
     */
    protected boolean refusesNaN() {
        return false;
    }

    /** Returns true for a line that the engine prints in every process. Default: it must print nothing. */
    protected boolean isEngineLog(String line) {
        return false;
    }

    /** Returns a world with a floor, which the builder fills. {@code beforeStep} is called before each step. */
    protected final EngineSimulation<B> world(int capacity, Builder<B> builder, Consumer<Tick> beforeStep) {
        return world(StateLayout.of(capacity), new EngineScene<>() {
            @Override
            public void build(EngineSimulation<B> world) {
                floor(world);
                builder.fill(world);
            }

            @Override
            public void beforeStep(EngineSimulation<B> world, Tick tick) {
                beforeStep.accept(tick);
            }
        });
    }

    protected final EngineSimulation<B> world(Builder<B> builder, Consumer<Tick> beforeStep) {
        return world(CAPACITY, builder, beforeStep);
    }

    protected final EngineSimulation<B> world(Builder<B> builder) {
        return world(builder, tick -> {});
    }

    /** Returns a world with one body at this height. */
    protected final EngineSimulation<B> dropped(float height) {
        return world(in -> in.add(body(in, 0, height)));
    }

    /** Adds bodies in a row, close to each other, each higher than the one before. */
    protected final void line(EngineSimulation<B> world, int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(i, world.add(body(world, i * 0.9f, 1 + i * 1.2f)));
        }
    }

    protected final PhysicsService service(EngineSimulation<B> world) {
        return PhysicsService.builder(world).clock(new VirtualClock(0)).build();
    }

    protected static State newest(InlineStepper stepper) {
        try (StateReader reader = stepper.states().reader()) {
            assertTrue(reader.acquire());
            State state = reader.state(0);
            assertNotNull(state);
            return state;
        }
    }

    static float length(State state, int body) {
        float qx = state.qx()[body];
        float qy = state.qy()[body];
        float qz = state.qz()[body];
        float qw = state.qw()[body];
        return qx * qx + qy * qy + qz * qz + qw * qw;
    }

    /** Passes every call on to another world. */
    public static class Wrapper extends WrappingSimulation {
        public Wrapper(Simulation wrapped) {
            super(wrapped);
        }
    }
}
