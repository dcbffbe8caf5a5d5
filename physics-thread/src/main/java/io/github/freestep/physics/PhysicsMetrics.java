package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputCounts;
import io.github.freestep.physics.report.LedgerCells;
import io.github.freestep.time.NanoClock;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counters and times of a service or stepper. Safe for use by any number of threads at any time, also after the end.
 * Neither reading nor writing allocates, locks or waits.
 *
 * <pre>{@code
 * PhysicsMetrics metrics = physics.metrics();
 * hud.text("tick " + metrics.tick() + ", " + metrics.computeNanos() / 1000 + " us");
 * }</pre>
 *
 * <p>No value is torn, and no thread reads an older value after a newer one, but two values may belong to different
 * ticks. For values of the same tick, use the {@link PhysicsEvent} of that tick.
 */
public final class PhysicsMetrics {
    /** In place of a player's number: no tick waits for its input, or no single player is known for whom it waits. */
    public static final int NO_PLAYER = -1;

    private static final int TICKS = 0;
    private static final int LATENESS = 1;
    private static final int COMPUTE = 2;
    private static final int AWAITED_PLAYER = 3;
    private static final int DEBT = 4;
    private static final int OVERRUNS = 5;
    private static final int SLIPS = 6;
    private static final int DROPPED = 7;
    private static final int FAULTS = 8;
    private static final int CONSUMED = 9;
    private static final int DEFERRED = 10;
    private static final int COMMANDS = 11;
    private static final int SUSTAINED_SCALE = 12;
    private static final int AWAITED_TICK = 13;
    private static final int INPUT_WAIT = 14;
    private static final int FUTURE_INPUTS = 15;
    private static final int PARK_LATENESS = 16;
    private static final int HUNG_STEPS = 17;
    private static final int COUNT = 18;

    /**
     * Opaque access is enough: one thread writes each value, unless its method says otherwise, and no other data
     * depends on the order of these values.
     */
    private final AtomicLongArray values = new AtomicLongArray(COUNT);

    private final LedgerCells ledger = new LedgerCells();
    private volatile @Nullable NanoClock ledgerClock;
    private final String service;

    /** Says that an overload lasts; null if none does. */
    volatile @Nullable String overload;

    private volatile String worker = "";

    /** The number of inputs that were refused. */
    final LongAdder refused = new LongAdder();

    PhysicsMetrics(String service) {
        this.service = service;
        sustainedScale(1);
        values.setPlain(AWAITED_PLAYER, NO_PLAYER);
        // The first call of each method of the array in a process needs memory, because the JVM links it. Called here,
        // it does not fail later, when another service has filled the heap and time slips for the first time.
        add(TICKS, tick());
    }

    void tick(long tick, long latenessNanos, long computeNanos, boolean overrun, long debtNanos) {
        values.setOpaque(TICKS, tick);
        values.setOpaque(LATENESS, latenessNanos);
        values.setOpaque(COMPUTE, computeNanos);
        values.setOpaque(DEBT, debtNanos);
        if (overrun) {
            add(OVERRUNS, 1);
        }
    }

    /** Sets the newest tick, because the world rested until then. */
    void skippedTo(long tick) {
        values.setOpaque(TICKS, tick);
    }

    /**
     * Updates the values that show how long a due tick waits for its input. During the wait, no tick ends, so nothing
     * else updates them.
     */
    void waits(long tick, int player, long waitNanos, long debtNanos) {
        values.setOpaque(AWAITED_TICK, tick);
        values.setOpaque(AWAITED_PLAYER, player);
        values.setOpaque(INPUT_WAIT, waitNanos);
        values.setOpaque(DEBT, debtNanos);
    }

    void parked(long meanLatenessNanos) {
        values.setOpaque(PARK_LATENESS, meanLatenessNanos);
    }

    void slip(long droppedNanos) {
        add(SLIPS, 1);
        add(DROPPED, droppedNanos);
    }

    void ledger(Timeline timeline, long now) {
        long simulatedWall = timeline.simulatedWallNanos();
        long paused = timeline.pausedNanos(now);
        long dropped = timeline.droppedNanos();
        long pending = timeline.elapsedNanos(now) - simulatedWall - paused - dropped;
        ledger.write(
                simulatedWall, paused, dropped, pending, now, timeline.anchor().isPaused());
    }

    /**
     * Sets the clock by which the ledger grows between two writes. Null after the end, and for a run whose clock stands
     * still between ticks.
     */
    void ledgerGrowsBy(@Nullable NanoClock clock) {
        ledgerClock = clock;
    }

    void sustainedScale(double scale) {
        values.setOpaque(SUSTAINED_SCALE, Double.doubleToRawLongBits(scale));
    }

    /** @param text says that an overload lasts; null if none does */
    void overload(@Nullable String text) {
        overload = text;
    }

    void fault() {
        add(FAULTS, 1);
    }

    void input(InputCounts inputs) {
        values.setOpaque(CONSUMED, inputs.consumed());
        values.setOpaque(DEFERRED, inputs.deferred());
        values.setOpaque(FUTURE_INPUTS, inputs.fromFuture());
    }

    void command() {
        add(COMMANDS, 1);
    }

    /** Counts a call that does not return. For the watchdog's thread. */
    void hungStep() {
        values.getAndIncrement(HUNG_STEPS);
    }

    private void add(int index, long value) {
        values.setOpaque(index, values.getPlain(index) + value);
    }

    /** Returns the name of the service as the beginning of a message; empty if it has none. */
    String prefix() {
        return service.isEmpty() ? "" : service + ": ";
    }

    /** Sets the name of the thread that steps. */
    void worker(String name) {
        worker = name;
    }

    /**
     * The name of the service, see {@link PhysicsBuilder#name}.
     *
     * @return the name; empty if it has none
     */
    public String service() {
        return service;
    }

    /**
     * The name of the thread that steps the service; in a {@linkplain ServiceThreads group}, of the one that did so
     * last.
     *
     * @return the name; empty before the start, and for an {@link InlineStepper}
     */
    public String worker() {
        return worker;
    }

    /**
     * The number of the newest tick that was stepped. While the world rests, see {@link Simulation#resting}, the number
     * stays. After the rest, it continues with the present tick.
     *
     * @return the number; 0 before the first tick
     */
    public long tick() {
        return values.getOpaque(TICKS);
    }

    /**
     * How long after its due time the work on the newest tick began.
     *
     * @return nanoseconds of wall time; 0 before the first tick
     */
    public long latenessNanos() {
        return values.getOpaque(LATENESS);
    }

    /**
     * How late the operating system wakes the physics thread, on average. This is the larger of two means, of about the
     * last 64 parks before ticks, and of about the last 64 other parks.
     *
     * <p>If it is more than 2,000,000 (2 ms), the system's timer is coarse or its processors are overloaded. Ticks then
     * begin that much late, whatever the spin budget is. Expect less than 200,000 on an idle Linux machine. On Windows,
     * expect at most 1,000,000 if the service could raise the timer's resolution, and about 10,000,000 if it could not.
     * The figures for Windows are simulated, not measured.
     *
     * @return nanoseconds of wall time; 0 before the first park, and in an {@link InlineStepper}, which never parks
     */
    public long parkLatenessNanos() {
        return values.getOpaque(PARK_LATENESS);
    }

    /**
     * How long the newest tick took, from its input, which is polled before, to its publication, and to its hash if
     * there is one.
     *
     * @return nanoseconds of wall time; 0 before the first tick
     */
    public long computeNanos() {
        return values.getOpaque(COMPUTE);
    }

    /**
     * The debt: how long the next tick has been due. Updated at the end of each tick, and about once per millisecond
     * while a tick waits for its input.
     *
     * @return nanoseconds of wall time; 0 if the service keeps up
     */
    public long debtNanos() {
        return values.getOpaque(DEBT);
    }

    /**
     * The number of the due tick that waits for its input, such as for that of a peer.
     *
     * @return the number; 0 if no tick waits for its input
     */
    public long awaitedTick() {
        return values.getOpaque(AWAITED_TICK);
    }

    /**
     * The number of the player that {@link #awaitedTick} waits for.
     *
     * @return the number; {@link #NO_PLAYER} if no tick waits, or if no single player is known
     */
    public int awaitedPlayer() {
        return (int) values.getOpaque(AWAITED_PLAYER);
    }

    /**
     * How long {@link #awaitedTick} has waited for its input. The service waits without a limit, and the game decides
     * how long is too long.
     *
     * @return nanoseconds of wall time; 0 if no tick waits for its input
     */
    public long inputWaitNanos() {
        return values.getOpaque(INPUT_WAIT);
    }

    /**
     * The number of overruns: steps that took longer than the wall time of their ticks.
     *
     * @return overruns since the start
     */
    public long overruns() {
        return values.getOpaque(OVERRUNS);
    }

    /**
     * The number of slips: how often the service has dropped a part of its backlog.
     *
     * @return slips since the start
     */
    public long slips() {
        return values.getOpaque(SLIPS);
    }

    /**
     * Copies the ledger of time, whose figures add up to the wall time since the start. All figures belong to one
     * moment: in a service, the moment of this call or of its end; in a stepper, the end of the last call that took all
     * due steps. Takes no lock. Copying takes nanoseconds. If three ticks end meanwhile, the copy is repeated.
     *
     * @param into the ledger to fill
     * @return {@code into}
     */
    public TimeLedger ledger(TimeLedger into) {
        Objects.requireNonNull(into, "into must not be null; pass a new TimeLedger() to fill");
        ledger.read(into.figures, ledgerClock);
        return into;
    }

    /**
     * The time that the overload policy has dropped in all slips. The {@link #ledger} also counts the time dropped by
     * pauses after faults.
     *
     * @return nanoseconds of wall time since the start
     */
    public long droppedNanos() {
        return values.getOpaque(DROPPED);
    }

    /**
     * The share of the requested time scale that readers see. It is below 1 while a lasting overload shows as slow
     * motion. It is above 1 while a service with {@link OverloadPolicy#neverSlip} works off a backlog. Under
     * {@code neverSlip} it is accurate to 10 %. Under the other policies, which slow time itself, it is exact.
     *
     * @return a factor above 0; 1 if the service keeps up
     */
    public double sustainedScale() {
        return Double.longBitsToDouble(values.getOpaque(SUSTAINED_SCALE));
    }

    /**
     * The number of faults, such as failed steps, failed polls of input sources, and states with a NaN or infinite
     * value. Failed commands and event handlers do not count; they have events.
     *
     * @return failures since the start
     */
    public long faults() {
        return values.getOpaque(FAULTS);
    }

    /**
     * The number of inputs that ticks have taken.
     *
     * @return inputs since the start
     */
    public long inputsConsumed() {
        return values.getOpaque(CONSUMED);
    }

    /**
     * The number of inputs that were refused, because the queue was full, the service had ended, or a feed
     * replaces the queue.
     *
     * @return inputs since the start
     */
    public long inputsRefused() {
        return refused.sum();
    }

    /**
     * The number of inputs that went to a later tick than the one in which they happened, because they came late or
     * during a pause.
     *
     * @return inputs since the start
     */
    public long inputsDeferred() {
        return values.getOpaque(DEFERRED);
    }

    /**
     * The number of inputs whose time was in the future when the service received them, by up to 1 minute. Their time
     * is set to the time at which they were received. If this number grows, the caller converts the times of a device
     * to another clock than {@link PhysicsService#clock}. Times that are further off are refused.
     *
     * @return inputs since the start
     */
    public long inputsFromFuture() {
        return values.getOpaque(FUTURE_INPUTS);
    }

    /**
     * The number of commands that have run. Changes of time do not count.
     *
     * @return commands since the start
     */
    public long commandsRun() {
        return values.getOpaque(COMMANDS);
    }

    /**
     * The number of calls of the user's code, such as steps and commands, that have not returned for the time set by
     * {@link PhysicsBuilder#watchdog}. Each is reported to {@link PhysicsBuilder#onProblem}, and to a flight recorder.
     *
     * @return calls since the start, including those that have returned later
     */
    public long hungSteps() {
        return values.getOpaque(HUNG_STEPS);
    }

    /** Returns the main figures, which may belong to different ticks. For logs; allocates. */
    @Override
    public String toString() {
        return "tick " + tick() + ", lateness " + latenessNanos() + " ns, compute "
                + computeNanos() + " ns, debt " + debtNanos() + " ns, overruns "
                + overruns() + ", slips " + slips() + ", dropped " + droppedNanos() + " ns, sustained scale "
                + sustainedScale() + ", faults " + faults();
    }
}
