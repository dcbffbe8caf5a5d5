package io.github.freestep.render;

import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.ObjLongConsumer;

/** Simulates a physics thread on a clock that the test moves. Each tick is published when it would be finished. */
public final class SimulatedPhysics {
    public static final long MILLI = 1_000_000;

    /** What the clock of the states reads. */
    private final AtomicLong now;

    @SuppressWarnings("exports") // for the tests of the packages below
    public final Timeline timeline;

    public final StatePublisher publisher;
    private final ObjLongConsumer<StateWriter> content;
    private long costNanos = 3 * MILLI;
    private LongPredicate writes = tick -> true;
    private Ticks ticks = (tick, simulation, anchor, start, end) -> {};
    private long busyUntilNanos;
    private long done;
    private long newestTick;
    private boolean dropping;
    private boolean isOverloaded;

    public SimulatedPhysics(StateLayout layout, int depth, ObjLongConsumer<StateWriter> content) {
        this(100, layout, depth, content);
    }

    public SimulatedPhysics(int rate, int depth) {
        this(rate, StateLayout.of(1), depth, (state, simulationNanos) -> {});
    }

    /** Its states look as if they had come over a network. */
    public static SimulatedPhysics ofAnotherMachine(int rate, int depth) {
        return new SimulatedPhysics(
                rate,
                new AtomicLong(),
                now -> {
                    EstimatedClock clock = now::get;
                    return StatePublisher.of(StateLayout.of(1), depth, clock, false);
                },
                (state, simulationNanos) -> {});
    }

    SimulatedPhysics(int rate, StateLayout layout, int depth, ObjLongConsumer<StateWriter> content) {
        this(rate, new AtomicLong(), now -> StatePublisher.of(layout, depth, now::get, false), content);
    }

    private SimulatedPhysics(
            int rate,
            AtomicLong now,
            Function<AtomicLong, StatePublisher> publisher,
            ObjLongConsumer<StateWriter> content) {
        this.now = now;
        timeline = new Timeline(Ratio.of(rate), 0);
        this.publisher = publisher.apply(now);
        this.content = content;
        write(0, 0, 0);
    }

    public SimulatedPhysics() {
        this(StateLayout.of(1), 4, (state, simulationNanos) -> {});
    }

    /** Gets the times of ticks. */
    public interface Ticks {
        void ended(long tick, long simulationNanos, TimeAnchor anchor, long startedNanos, long endedNanos);
    }

    public void onTick(Ticks each) {
        ticks = each;
    }

    public void ticksCost(long nanos) {
        costNanos = nanos;
    }

    /** Writes only every n-th state. */
    public void writesEvery(long ticks) {
        writes = tick -> tick % ticks == 0;
    }

    /** Writes only some of the states. */
    public void writes(LongPredicate ticks) {
        writes = ticks;
    }

    /** Drops backlog beyond a quarter of a second. */
    public void dropsBacklog() {
        dropping = true;
    }

    /** Says from the next state on that it has chosen the scale itself, because steps take too long. */
    public void overload() {
        isOverloaded = true;
    }

    /** Stalls the thread: it does not run for a while. */
    public void stall(long atNanos, long nanos) {
        runTo(atNanos);
        busyUntilNanos = Math.max(busyUntilNanos, atNanos) + nanos;
    }

    public void runTo(long nowNanos) {
        now.set(nowNanos);
        while (!timeline.anchor().isPaused()
                || timeline.simulationOf(done + 1) <= timeline.anchor().simulationNanos()) {
            long start = Math.max(busyUntilNanos, timeline.dueNanos(done + 1));
            if (dropping && start <= nowNanos) {
                // Not before the last control, which the tick need not have waited for.
                drop(Math.max(start, timeline.anchor().wallNanos()));
            }
            start = Math.max(busyUntilNanos, timeline.dueNanos(done + 1));
            long end = start + costNanos;
            if (end > nowNanos) {
                return;
            }
            done++;
            busyUntilNanos = end;
            timeline.simulated(timeline.simulationOf(done));
            if (writes.test(done)) {
                write(done, start, end);
            }
            ticks.ended(done, timeline.simulatedNanos(), timeline.anchor(), start, end);
        }
    }

    private void drop(long nowNanos) {
        long due = timeline.tickAt(timeline.simulationAt(nowNanos));
        long most = Math.max(2, timeline.tickAt(MILLI * 250));
        if (due - done > most) {
            long kept =
                    timeline.simulationAt(nowNanos) - timeline.simulationOf(due) + timeline.simulationOf(done + most);
            timeline.drop(nowNanos, kept);
        }
    }

    private void write(long tick, long startedNanos, long publishedNanos) {
        long simulationNanos = timeline.simulationOf(tick);
        StateWriter state = publisher.begin(tick, simulationNanos, timeline.anchor(), startedNanos);
        newestTick = tick;
        publisher.overloaded(isOverloaded);
        publisher.input(1 + tick, simulationNanos - MILLI);
        content.accept(state, simulationNanos);
        publisher.publish(publishedNanos);
    }

    public void pause(long atNanos) {
        runTo(atNanos);
        timeline.pause(atNanos);
        runTo(atNanos);
        amend(atNanos);
    }

    /** A step fails, and the policy is to pause: the backlog is dropped. */
    public void fail(long atNanos) {
        timeline.pause(atNanos);
        timeline.drop(atNanos, timeline.simulatedNanos());
        amend(atNanos);
    }

    public void resume(long atNanos) {
        timeline.resume(atNanos);
        busyUntilNanos = Math.max(busyUntilNanos, atNanos);
        amend(atNanos);
    }

    public void step(long atNanos) {
        timeline.step(atNanos, timeline.simulationOf(done + 1));
        done++;
        timeline.simulated(timeline.simulationOf(done));
        write(done, atNanos, atNanos + costNanos);
    }

    public void scale(long atNanos, Ratio scale) {
        runTo(atNanos);
        timeline.scale(atNanos, scale.numerator(), scale.denominator());
        amend(atNanos);
    }

    /** Commands change the world between two ticks, and the newest state is replaced. */
    public void edit(long atNanos) {
        content.accept(publisher.replace(timeline.anchor(), atNanos), timeline.simulationOf(newestTick));
        publisher.publish(atNanos);
    }

    private void amend(long atNanos) {
        publisher.amend(timeline.anchor());
        publisher.overloaded(isOverloaded);
        publisher.publish(atNanos);
    }
}
