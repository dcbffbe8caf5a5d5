package io.github.freestep.physics;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How the service is doing. Safe for use by any number of threads at any time, also after the end; neither reading nor
 * writing allocates, locks or waits.
 *
 * <p>Each value is whole and never goes back in time, but two of them may be of different ticks. The event of a tick has
 * all of its own.
 */
public final class Metrics {
    private static final int TICKS = 0;
    private static final int LATENESS = 1;
    private static final int MAX_LATENESS = 2;
    private static final int COMPUTE = 3;
    private static final int MAX_COMPUTE = 4;
    private static final int PUBLICATION = 5;
    private static final int MAX_PUBLICATION = 6;
    private static final int DEBT = 7;
    private static final int OVERRUNS = 8;
    private static final int SLIPS = 9;
    private static final int DROPPED = 10;
    private static final int FAULTS = 11;
    private static final int CONSUMED = 12;
    private static final int DEFERRED = 13;
    private static final int COMMANDS = 14;
    private static final int FAILED_COMMANDS = 15;
    private static final int HELD = 16;
    private static final int AWAITED_TICK = 17;
    private static final int INPUT_WAIT = 18;
    private static final int DROPPED_INPUTS = 19;
    private static final int FUTURE_INPUTS = 20;
    private static final int PARK_LATENESS = 21;
    private static final int FAILED_HANDLERS = 22;
    private static final int COUNT = 23;

    /** Only the physics thread writes, so an opaque store is enough: there is nothing that it would have to order. */
    private final AtomicLongArray values = new AtomicLongArray(COUNT);

    private final Inputs inputs;

    Metrics(Inputs inputs) {
        this.inputs = inputs;
        held(1);
    }

    void tick(long tick, long latenessNanos, long computeNanos, boolean overrun, long debtNanos) {
        values.setOpaque(TICKS, tick);
        set(LATENESS, MAX_LATENESS, latenessNanos);
        set(COMPUTE, MAX_COMPUTE, computeNanos);
        values.setOpaque(DEBT, debtNanos);
        if (overrun) {
            add(OVERRUNS, 1);
        }
    }

    /** No tick ends meanwhile that could say so: the next is due, and its input is not known yet. */
    void waits(long tick, long waitNanos, long debtNanos) {
        values.setOpaque(AWAITED_TICK, tick);
        values.setOpaque(INPUT_WAIT, waitNanos);
        values.setOpaque(DEBT, debtNanos);
    }

    void parked(long meanLatenessNanos) {
        values.setOpaque(PARK_LATENESS, meanLatenessNanos);
    }

    void published(long latenessNanos) {
        set(PUBLICATION, MAX_PUBLICATION, latenessNanos);
    }

    void slip(long droppedNanos) {
        add(SLIPS, 1);
        add(DROPPED, droppedNanos);
    }

    void held(double held) {
        values.setOpaque(HELD, Double.doubleToRawLongBits(held));
    }

    void fault() {
        add(FAULTS, 1);
    }

    void input() {
        values.setOpaque(CONSUMED, inputs.consumed());
        values.setOpaque(DEFERRED, inputs.deferred());
        values.setOpaque(DROPPED_INPUTS, inputs.dropped());
        values.setOpaque(FUTURE_INPUTS, inputs.fromFuture());
    }

    void command(boolean failed) {
        add(COMMANDS, 1);
        if (failed) {
            add(FAILED_COMMANDS, 1);
        }
    }

    /** Any thread, unlike the others. */
    void handlerFailed() {
        values.getAndIncrement(FAILED_HANDLERS);
    }

    private void set(int last, int max, long value) {
        values.setOpaque(last, value);
        if (value > values.getPlain(max)) {
            values.setOpaque(max, value);
        }
    }

    private void add(int index, long value) {
        values.setOpaque(index, values.getPlain(index) + value);
    }

    /**
     * The newest tick that was stepped.
     *
     * @return zero before the first
     */
    public long tick() {
        return values.getOpaque(TICKS);
    }

    /**
     * How late the newest tick's work began.
     *
     * @return after the tick was due
     */
    public long latenessNanos() {
        return values.getOpaque(LATENESS);
    }

    /**
     * How late a tick's work has ever begun.
     *
     * @return the most so far
     */
    public long maxLatenessNanos() {
        return values.getOpaque(MAX_LATENESS);
    }

    /**
     * How late the operating system ends a park of the physics thread, in nanoseconds, averaged over about the newest 64.
     *
     * <p>Above 2,000,000 the system's timer is coarse, or its processors are overloaded, and ticks begin late by as much,
     * whatever the spin budget. On an idle Linux machine expect less than 200,000; on Windows, at most 1,000,000 if the service
     * could raise the timer's resolution and about 10,000,000 if it could not. The figures for Windows are simulated, not
     * measured.
     *
     * @return zero if nothing has parked yet, and in an {@link InlineStepper}, which never parks
     */
    public long parkLatenessNanos() {
        return values.getOpaque(PARK_LATENESS);
    }

    /**
     * How long the newest tick took, from its input to its publication.
     *
     * @return of wall time
     */
    public long computeNanos() {
        return values.getOpaque(COMPUTE);
    }

    /**
     * How long a tick has ever taken.
     *
     * @return the most so far
     */
    public long maxComputeNanos() {
        return values.getOpaque(MAX_COMPUTE);
    }

    /**
     * How late the newest state was published: what a reader's look-behind has to cover.
     *
     * @return after it was due by the anchor that readers go by, which is the timeline's unless {@link #held} is above or
     *     below 1 under {@link Overload#neverSlip}
     */
    public long publicationLatenessNanos() {
        return values.getOpaque(PUBLICATION);
    }

    /**
     * How late a state has ever been published.
     *
     * @return the most so far
     */
    public long maxPublicationLatenessNanos() {
        return values.getOpaque(MAX_PUBLICATION);
    }

    /**
     * The debt, in nanoseconds: for how long the next tick has been due. Set at the end of each tick, and within a
     * millisecond again and again while a tick waits for its input.
     *
     * @return zero if the service keeps up
     */
    public long debtNanos() {
        return values.getOpaque(DEBT);
    }

    /**
     * The number of the tick that is due and waits until its {@link InputFeed} is ready, such as for the input of a peer.
     *
     * @return zero if no tick waits for its input
     */
    public long awaitedTick() {
        return values.getOpaque(AWAITED_TICK);
    }

    /**
     * For how many nanoseconds {@link #awaitedTick} has waited for its input. How long is too long is the game's to say: the
     * service waits without a limit.
     *
     * @return zero if no tick waits for its input
     */
    public long inputWaitNanos() {
        return values.getOpaque(INPUT_WAIT);
    }

    /**
     * How many ticks took longer than the wall time they stand for.
     *
     * @return since the start
     */
    public long overruns() {
        return values.getOpaque(OVERRUNS);
    }

    /**
     * How often time that was owed was dropped.
     *
     * @return since the start
     */
    public long slips() {
        return values.getOpaque(SLIPS);
    }

    /**
     * How much wall time was dropped.
     *
     * @return since the start
     */
    public long droppedNanos() {
        return values.getOpaque(DROPPED);
    }

    /**
     * How much of the scale asked for the picture holds: less than 1 while an overload that lasts is shown as slow motion,
     * more than 1 while {@link Overload#neverSlip} works off a backlog. Right to a tenth, and exact where time itself is slowed.
     *
     * @return above 0; 1 where all is well
     */
    public double held() {
        return Double.longBitsToDouble(values.getOpaque(HELD));
    }

    /**
     * How many steps, polls and states have failed.
     *
     * @return since the start
     */
    public long faults() {
        return values.getOpaque(FAULTS);
    }

    /**
     * How many inputs have gone into ticks.
     *
     * @return since the start
     */
    public long inputsConsumed() {
        return values.getOpaque(CONSUMED);
    }

    /**
     * How many inputs were refused, since there was no room or the service had ended.
     *
     * @return since the start
     */
    public long inputsRefused() {
        return inputs.refused();
    }

    /**
     * How many inputs went to a later tick than that of their time: they came late, or while time stood still.
     *
     * @return since the start
     */
    public long inputsDeferred() {
        return values.getOpaque(DEFERRED);
    }

    /**
     * How many inputs of a pause were dropped: edges, and moves of an axis that another one followed. See {@link
     * PausedInput#DROP}.
     *
     * @return zero under {@link PausedInput#KEEP}
     */
    public long inputsDropped() {
        return values.getOpaque(DROPPED_INPUTS);
    }

    /**
     * How many inputs were stamped with a time that the service's clock had not reached when the service received them. They
     * count as received then. If this grows, the caller reads another clock, such as {@code System.currentTimeMillis}: stamp
     * input by {@link PhysicsService#clock} or {@link InlineStepper#clock}.
     *
     * @return since the start
     */
    public long inputsFromFuture() {
        return values.getOpaque(FUTURE_INPUTS);
    }

    /**
     * How many commands have run, changes of time not among them.
     *
     * @return since the start
     */
    public long commandsRun() {
        return values.getOpaque(COMMANDS);
    }

    /**
     * How many of the commands that have run threw.
     *
     * @return since the start
     */
    public long commandsFailed() {
        return values.getOpaque(FAILED_COMMANDS);
    }

    /**
     * How often an event handler has thrown something. What was thrown is the cause of a {@code HANDLER_FAILED} event for the
     * other consumers, the {@link EventSubscription#lastFailure} of its own, and a fault in a flight recording.
     *
     * @return since the start, but for what was thrown over such an event
     */
    public long handlersFailed() {
        return values.getOpaque(FAILED_HANDLERS);
    }
}
