package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A scene that tells an event in each step, and can be made slow, or to fail, once at a time. The physics thread steps it;
 * any thread may ask for what goes wrong. A step allocates nothing, unless that is planted.
 */
final class StressedScene implements Simulation {
    /** The code of the event of a step: its number in the order of steps, and when it began. */
    static final int STEPPED = 1;

    private static final int PLANTED_STEP = 20;

    /** Thrown once a step is done, so that the world and the count of inputs are as they should be. */
    @SuppressWarnings("serial")
    static final class PlannedFailure extends RuntimeException {
        PlannedFailure() {
            super("planned", null, false, false);
        }
    }

    private final Scene scene;
    private final RunClock clock;
    private final Plant plant;

    private final AtomicLong slowNanos = new AtomicLong();
    private final AtomicBoolean fails = new AtomicBoolean();

    private volatile Thread thread;
    private int steps;
    private volatile long ticks;
    private volatile long failures;
    private volatile Object garbage;
    private volatile boolean planted;

    StressedScene(Scene scene, RunClock clock, Plant plant) {
        this.scene = scene;
        this.clock = clock;
        this.plant = plant;
    }

    /** Any thread: the next step takes so much longer. */
    void slowDown(long nanos) {
        slowNanos.set(nanos);
    }

    /** Any thread: the next step fails. */
    void fail() {
        fails.set(true);
    }

    /** How many ticks were stepped, merged ones counted each. */
    long ticks() {
        return ticks;
    }

    /** How many steps have failed because they were to. */
    long failures() {
        return failures;
    }

    /** Whether the flaw that is this scene's has been put in. */
    boolean hasPlanted() {
        return planted;
    }

    /** The physics thread's; zero before it has set the scene up. */
    long threadId() {
        Thread physics = thread;
        return physics == null ? 0 : physics.getId();
    }

    boolean isThreadAlive() {
        Thread physics = thread;
        return physics != null && physics.isAlive();
    }

    boolean engineAllocates() {
        return scene.engineAllocates();
    }

    @Override
    public StateLayout layout() {
        return scene.layout();
    }

    @Override
    public void setUp(PhysicsContext context) {
        thread = Thread.currentThread();
        scene.setUp(context);
    }

    @Override
    public void step(Tick tick) {
        long began = clock.nanos();
        steps++;
        ticks += tick.mergedTicks();
        if (plant == Plant.LOST_EVENT && steps == PLANTED_STEP) {
            planted = true;
        } else {
            tick.events().user(STEPPED, steps, 0, 0, 0, 0, began);
        }
        scene.step(tick);
        if (plant == Plant.HANG && steps == PLANTED_STEP) {
            planted = true;
            Plant.hang();
        }
        if (plant == Plant.ALLOCATION) {
            garbage = new byte[Plant.BYTES];
            planted = true;
        }
        if (slowNanos.get() > 0) {
            spin(slowNanos.getAndSet(0));
        }
        if (fails.compareAndSet(true, false)) {
            failures++;
            throw new PlannedFailure();
        }
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        scene.run(command, context);
    }

    @Override
    public Simulation wrapped() {
        return scene;
    }

    private void spin(long nanos) {
        for (long since = clock.nanos(); clock.nanos() - since < nanos; ) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void write(StateWriter state) {
        scene.write(state);
    }

    @Override
    public void close() {
        scene.close();
    }
}
