package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * A world that raises an event in each step, counts its input, and whose next step can be made slow or made to fail.
 * The physics thread steps it; any thread may request a fault. A step allocates nothing, unless that is the planted
 * flaw.
 */
final class StressedScene implements Simulation {
    /** The code of the event that each step raises, with its number. The user's world should not use it, too. */
    static final int STEPPED = Integer.MIN_VALUE;

    private static final int PLANTED_STEP = 20;

    /** Thrown at the end of a step, so that the world and the count of inputs stay right. */
    @SuppressWarnings("serial")
    static final class PlannedFailure extends RuntimeException {
        PlannedFailure() {
            super("planned", null, false, false);
        }
    }

    private final Simulation world;
    private final StateLayout layout;
    private final StepCost cost;
    private final Random random = new Random(1);
    private final RunClock clock;
    private final PlantedFlaw flaw;

    private final AtomicLong slowNanos = new AtomicLong();
    private final AtomicBoolean fails = new AtomicBoolean();

    private boolean measuresWaits;

    /** Null if the world is not asked whether it rests. */
    private BooleanSupplier skipsRest;

    private boolean rests;
    private LongConsumer stepBegins = tick -> {};
    private volatile Thread thread;
    private int steps;

    /** The number of stepped ticks. */
    volatile long ticks;

    /** The number of steps that failed on request. */
    volatile long failures;

    /** The number of inputs that all steps have seen: actions, and pushed changes of axes. */
    volatile long inputs;

    /** The sum of the values of those inputs, which is exact if all values are whole numbers. */
    volatile double inputSum;

    private volatile Object garbage;

    /** Whether the world rested before the newest step, and no input has woken it. */
    boolean isQuiet;

    /** The number of steps before which the world rested. */
    long quietSteps;

    /** How often steps and writes have waited: for a lock, for a time or for another thread. */
    long waits;

    /** What steps and writes of the world have allocated. */
    long worldBytes;

    /** What was allocated between the beginning and the end of all calls, by the world and by measuring. */
    private long insideBytes;

    private long enteredBytes;
    private long beganBytes;
    private long waitsBefore;

    /** @param cost what each step takes longer; none if the world spends it itself */
    StressedScene(Simulation world, StepCost cost, RunClock clock, PlantedFlaw flaw) {
        this.world = world;
        this.cost = cost;
        layout = world.layout();
        this.clock = clock;
        this.flaw = flaw;
    }

    /** Measures also how often the world waits, which allocates. For a run on one thread. */
    void measuresWaits() {
        measuresWaits = true;
    }

    /**
     * Asks the world after each step whether it rests.
     *
     * @param skips whether it is not stepped then until there is input, as in a service
     */
    void rests(BooleanSupplier skips) {
        skipsRest = skips;
    }

    /** What this thread has allocated outside of the world and of the measuring. */
    long outsideBytes() {
        return Garbage.bytes() - insideBytes;
    }

    private void enter() {
        enteredBytes = Garbage.bytes();
        waitsBefore = waitsOfThread();
        beganBytes = Garbage.bytes();
    }

    private void leave() {
        worldBytes += Garbage.bytes() - beganBytes;
        waits += waitsOfThread() - waitsBefore;
        insideBytes += Garbage.bytes() - enteredBytes;
    }

    private long waitsOfThread() {
        if (!measuresWaits) {
            return 0;
        }
        ThreadInfo info = ManagementFactory.getThreadMXBean()
                .getThreadInfo(Thread.currentThread().getId());
        return info.getWaitedCount() + info.getBlockedCount();
    }

    /** Makes the next step take that much longer. Any thread. */
    void slowDown(long nanos) {
        slowNanos.set(nanos);
    }

    /** Calls this with the number of each tick on the thread that steps, before the world. Call it before the start. */
    void onStep(LongConsumer called) {
        stepBegins = called;
    }

    /** Makes the next step fail. Any thread. */
    void fail() {
        fails.set(true);
    }

    boolean isThreadAlive() {
        Thread physics = thread;
        return physics != null && physics.isAlive();
    }

    @Override
    public StateLayout layout() {
        return layout;
    }

    @Override
    public void setUp(PhysicsContext context) {
        thread = Thread.currentThread();
        world.setUp(context);
    }

    @Override
    public void step(Tick tick) {
        stepBegins.accept(tick.number());
        steps++;
        ticks++;
        if (steps != PLANTED_STEP || !flaw.puts(Plant.LOST_EVENT)) {
            tick.events().user(STEPPED, steps, 0, 0, 0, 0, 0);
        }
        count(tick.input());
        enter();
        stepWorld(tick);
        leave();
        cost.burn(tick.dtSeconds(), random);
        if (steps == PLANTED_STEP && flaw.puts(Plant.HANG)) {
            Plant.hang();
        }
        if (flaw.puts(Plant.ALLOCATION)) {
            garbage = new byte[Plant.BYTES];
        }
        if (slowNanos.get() > 0) {
            spin(slowNanos.getAndSet(0));
        }
        if (fails.compareAndSet(true, false)) {
            failures++;
            throw new PlannedFailure();
        }
    }

    private void stepWorld(Tick tick) {
        isQuiet = rests && tick.input().size() == 0;
        quietSteps += isQuiet ? 1 : 0;
        if (!isQuiet || !skipsRest.getAsBoolean()) {
            world.step(tick);
            rests = skipsRest != null && world.resting();
        }
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        world.run(command, context);
    }

    @Override
    public Simulation wrapped() {
        return world;
    }

    /** Not atomic, but only the physics thread writes. */
    private void count(TickInput input) {
        double sum = inputSum;
        for (int i = 0; i < input.size(); i++) {
            sum += input.value(i);
        }
        inputSum = sum;
        inputs += input.size();
    }

    private void spin(long nanos) {
        for (long since = clock.nanos(); clock.nanos() - since < nanos; ) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void write(StateWriter state) {
        enter();
        world.write(state);
        leave();
    }

    @Override
    public void close() {
        world.close();
    }
}
