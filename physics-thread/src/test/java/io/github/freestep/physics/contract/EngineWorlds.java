package io.github.freestep.physics.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;

/**
 * The worlds of an engine that a contract runs: what each adapter says of its bodies, and what all tests do with them.
 */
public abstract class EngineWorlds<B> {
    static final long TICK_NANOS = 10_000_000;
    static final int CAPACITY = 64;
    static final float REST = 0.5f;

    /** A resting body may sink in a little. */
    static final float SINKS = 0.05f;

    /** What fills a world. */
    public interface Builder<B> {
        void build(EngineSimulation<B> world, Bodies bodies);
    }

    /** A world with nothing but the floor, to be filled by the builder; what runs before each step is the test's. */
    protected abstract EngineSimulation<B> world(int capacity, Builder<B> builder, Consumer<Tick> beforeStep);

    /** A body that is not in the world yet. */
    protected abstract B body(EngineSimulation<B> world, float x, float y);

    /** Gives a body a velocity, and wakes it. */
    protected abstract void push(B body, float vx, float vy);

    /** Puts a body elsewhere, without telling the adapter. */
    protected abstract void place(B body, float x, float y);

    protected abstract boolean asleep(B body);

    /** What is left of all worlds in engine and adapter. */
    protected abstract int live();

    /** The calls of this adapter beyond those of all, that reach into an open world. */
    protected List<Executable> accessors(EngineSimulation<B> world) {
        return List.of();
    }

    private final List<InlineStepper> steppers = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() {
        steppers.forEach(InlineStepper::close);
        assertEquals(0, live());
    }

    final EngineSimulation<B> dropped(float height) {
        return world(CAPACITY, (in, bodies) -> in.add(bodies, body(in, 0, height)), tick -> {});
    }

    /** Some in a row, close to each other, each higher than the one before. */
    final void line(EngineSimulation<B> world, Bodies bodies, int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(i, world.add(bodies, body(world, i * 0.9f, 1 + i * 1.2f)));
        }
    }

    final InlineStepper stepper(Simulation world) {
        InlineStepper stepper = PhysicsService.builder(world)
                .overloadPolicy(OverloadPolicy.slipAfter(10_000))
                .inline();
        steppers.add(stepper);
        return stepper;
    }

    final PhysicsService service(EngineSimulation<B> world) {
        return PhysicsService.builder(world).clock(new VirtualClock(0)).build();
    }

    static State newest(InlineStepper stepper) {
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
}
