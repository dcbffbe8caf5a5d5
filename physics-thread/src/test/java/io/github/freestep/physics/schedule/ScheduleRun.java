package io.github.freestep.physics.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Drives a schedule as the physics thread does. Each step advances the clock by a given time. */
final class ScheduleRun {
    static final long MILLI = 1_000_000;

    static final Overload SLIP = new Overload(Overload.BY_CLAMP);
    static final Overload NEVER_SLIP = new Overload(Overload.UNLIMITED);

    static Overload slipAfter(int ticks) {
        return new Overload(ticks);
    }

    final Schedule schedule;
    long steps;
    final List<Long> written = new ArrayList<>();
    long now;
    long dropped;
    long mostDebt;
    private final long start;
    private long stepMicros = 100;

    ScheduleRun(int rate, Overload overload) {
        this(Ratio.of(rate), overload, 1_000);
    }

    ScheduleRun(Ratio rate, Overload overload, long startNanos) {
        start = startNanos;
        now = startNanos;
        schedule = new Schedule(rate, overload, 4, 1, 0);
        schedule.begin(startNanos);
    }

    void stepsTakeMicros(long micros) {
        stepMicros = micros;
    }

    /** Simulates that the thread does not run. */
    void stallMillis(long millis) {
        now += millis * MILLI;
    }

    ScheduleRun runMillis(long millis) {
        runMillis(millis, () -> 0);
        return this;
    }

    /** Runs for {@code millis}. The script returns the extra time of each step, in microseconds. */
    void runMillis(long millis, IntSupplier extraMicros) {
        long end = now + millis * MILLI;
        while (now - end < 0) {
            dropped += schedule.beginBatch(now);
            if (!schedule.inBatch()) {
                rest(Math.min(schedule.untilDueNanos(now), end - now));
            }
            if (schedule.inBatch() && now - end < 0) {
                step(extraMicros.getAsInt());
            }
        }
    }

    /** Rests, and begins a batch once in the middle. */
    private void rest(long nanos) {
        long before = now;
        now += nanos / 2;
        dropped += schedule.beginBatch(now);
        now += nanos - nanos / 2;
        schedule.noteIdle(before, now);
    }

    private void step(int extraMicros) {
        boolean writes = schedule.writes();
        mostDebt = Math.max(mostDebt, schedule.debtNanos(now));
        now += (stepMicros + extraMicros) * 1_000;
        schedule.done();
        steps++;
        if (writes) {
            written.add(schedule.doneTick());
        }
        assertBalanced();
    }

    void assertBalanced() {
        Timeline timeline = schedule.timeline();
        long accounted = timeline.simulatedWallNanos()
                + timeline.pausedNanos(now)
                + timeline.droppedNanos()
                + timeline.pendingNanos(now);
        assertEquals(now - start, accounted, "the ledger");
    }
}
