package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowedTicksTest {
    private static final long MICRO = 1_000;
    private static final long SECOND = 1_000_000_000;

    private final Schedule schedule = new Schedule(Ratio.of(1_000), new Overload(Overload.BY_CLAMP), 4, 1, 0);
    private final SlowedTicks slowed = new SlowedTicks();
    private long now;

    private void run(long forNanos, long lateNanos, double share) {
        for (long until = now + forNanos; now < until; ) {
            now += Math.max(1, schedule.untilDueNanos(now)) + lateNanos;
            pass(share);
        }
    }

    private void pass(double share) {
        schedule.noteOthers(now);
        schedule.share(now, slowed.share(schedule, now, share));
        schedule.beginBatch(now);
        while (schedule.inBatch()) {
            schedule.done();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 900, 1_100, 3_000})
    void afterAnOverloadARunIsSlowNoLonger(int lateMicros) {
        run(SECOND, lateMicros * MICRO, 0.5);
        assertEquals(0.5, schedule.sustainedScale());
        run(SECOND, lateMicros * MICRO, 1);
        assertEquals(1, schedule.sustainedScale());
    }

    @Test
    void aPauseEndsTheSlowDown() {
        run(SECOND, 60 * MICRO, 0.5);
        schedule.pause(now);
        pass(1);
        assertEquals(1, schedule.sustainedScale());
        schedule.resume(now);
        pass(1);
        assertEquals(1, schedule.sustainedScale());
    }

    @Test
    void aRunThatIsTooSlowByItselfForgetsTheSlowDown() {
        ScriptedRun run = new ScriptedRun(0, false);
        GroupPlan plan = run.groupPlan();
        plan.resume(0, 0, 0, 0.5);
        assertEquals(0.5, run.plan().schedule().sustainedScale());
        plan.cost.add(2 * ScriptedRun.TICK_NANOS, 1);
        plan.endWindow();
        plan.resume(1, 0, 0, 1);
        plan.cost.add(1, 1);
        plan.endWindow();
        plan.resume(2, 0, 0, 1);
        assertEquals(1, run.plan().schedule().sustainedScale());
    }

    /** As after a rest. */
    @Test
    void aTickThatIsLateByMoreThanItsLengthIsNotSlowed() {
        run(SECOND, 60 * MICRO, 0.5);
        now += 100_000 * MICRO;
        pass(1);
        assertEquals(1, schedule.sustainedScale());
    }
}
