package io.github.freestep.physics;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.spi.RunRecorder;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;

/**
 * Runs an empty world once through overload, pauses, single steps and scales, on the calling thread. The first use of a
 * class or of a method of the JDK takes memory. Without this, a service might drop time for the first time when the
 * heap is full, because the collections of a full heap make ticks late.
 */
final class OverloadRehearsal {
    private static final long TICK_NANOS = 10_000_000;

    /** Enough for the schedule to measure that the world is too slow. */
    private static final int HEAVY = 40;

    /** Enough for the schedule to measure that it is fast enough again. */
    private static final int LIGHT = 120;

    private OverloadRehearsal() {}

    static void run() {
        VirtualClock clock = new VirtualClock(0);
        PhysicsBuilder builder = new PhysicsBuilder(new Empty()).clock(clock).overloadPolicy(OverloadPolicy.merge(2));
        builder.recorder = RunRecorder.NONE;
        Core core = new Core(builder.setup(), clock, clock);
        core.events()
                .with(Kind.SLIP, Kind.SUSTAINED_SCALE, Kind.TICK)
                .capacity(8)
                .open();
        core.start();
        work(core, clock, 3 * TICK_NANOS, HEAVY);
        work(core, clock, 0, LIGHT);
        core.schedule().share(clock.nanoTime(), 0.5);
        core.work();
        core.schedule().share(clock.nanoTime(), 1);
        changeTime(core, clock);
        core.closeLedger();
        core.end();
    }

    /** Runs ticks that each take the given time. Between them, the thread waits until the next one is due. */
    private static void work(Core core, VirtualClock clock, long costNanos, int ticks) {
        Schedule schedule = core.schedule();
        for (int i = 0; i < ticks; i++) {
            core.work();
            clock.advance(costNanos);
            long idleNanos = clock.nanoTime();
            clock.advance(Math.max(0, schedule.untilDueNanos(idleNanos)));
            schedule.noteIdle(idleNanos, clock.nanoTime());
            schedule.noteOthers(clock.nanoTime());
        }
    }

    private static void changeTime(Core core, VirtualClock clock) {
        Schedule schedule = core.schedule();
        schedule.pause(clock.nanoTime());
        schedule.step(clock.nanoTime(), 2);
        while (schedule.stepsTaken() < schedule.stepsPromised()) {
            core.work();
        }
        core.beginRest();
        core.endRest();
        schedule.scale(clock.nanoTime(), Ratio.of(2));
        schedule.resume(clock.nanoTime());
        clock.advance(TICK_NANOS);
        core.work();
        schedule.pauseAndDropBacklog(clock.nanoTime());
        core.work();
    }

    /** A world without bodies. */
    private static final class Empty implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {}

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {}
    }
}
