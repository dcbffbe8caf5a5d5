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
 * A scene that raises an event in each step, and whose next step can be made slow or made to fail. The physics thread
 * steps it; any thread may request a fault. A step allocates nothing, unless that is the planted flaw.
 */
final class StressedScene implements Simulation {
    /** The code of the event that each step raises, with the step's number and its beginning. */
    static final int STEPPED = 1;

    private static final int PLANTED_STEP = 20;

    /** Thrown at the end of a step, so that the world and the count of inputs stay right. */
    @SuppressWarnings("serial")
    static final class PlannedFailure extends RuntimeException {
        PlannedFailure() {
            super("planned", null, false, false);
        }
    }

    /** Thrown at the end of a step. Every fault policy lets an error end the service. */
    @SuppressWarnings("serial")
    static final class PlannedEnd extends Error {
        PlannedEnd() {
            super("planned", null, false, false);
        }
    }

    private final Scene scene;
    private final RunClock clock;
    private final PlantedFlaw flaw;

    private final AtomicLong slowNanos = new AtomicLong();
    private final AtomicBoolean fails = new AtomicBoolean();
    private volatile boolean ends;

    private volatile Thread thread;
    private int steps;
    private volatile long ticks;
    private volatile long failures;
    private volatile Object garbage;

    StressedScene(Scene scene, RunClock clock, PlantedFlaw flaw) {
        this.scene = scene;
        this.clock = clock;
        this.flaw = flaw;
    }

    /** Makes the next step take that much longer. Any thread. */
    void slowDown(long nanos) {
        slowNanos.set(nanos);
    }

    /** Makes the next step fail. Any thread. */
    void fail() {
        fails.set(true);
    }

    /** Makes the next step end the service with a {@link PlannedEnd}. Any thread. */
    void end() {
        ends = true;
    }

    /** The number of stepped ticks; each merged tick counts. */
    long ticks() {
        return ticks;
    }

    /** The number of steps that failed on request. */
    long failures() {
        return failures;
    }

    /** The id of the physics thread; zero before it has set the scene up. */
    long threadId() {
        Thread physics = thread;
        return physics == null ? 0 : physics.getId();
    }

    boolean isThreadAlive() {
        Thread physics = thread;
        return physics != null && physics.isAlive();
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
        if (steps != PLANTED_STEP || !flaw.puts(Plant.LOST_EVENT)) {
            tick.events().user(STEPPED, steps, 0, 0, 0, 0, began);
        }
        scene.step(tick);
        if (steps == PLANTED_STEP && flaw.puts(Plant.HANG)) {
            Plant.hang();
        }
        if (flaw.puts(Plant.ALLOCATION)) {
            garbage = new byte[Plant.BYTES];
        }
        if (slowNanos.get() > 0) {
            spin(slowNanos.getAndSet(0));
        }
        if (ends) {
            throw new PlannedEnd();
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
