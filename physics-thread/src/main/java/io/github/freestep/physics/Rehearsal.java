package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.delivery.DeliveryThread;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.spi.RunRecorder;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;

/**
 * Runs an empty world once through overload, pauses, single steps, scales and its end, on the calling thread. The first
 * use of a class, of a variable handle or of a method of the JDK takes memory. Without this, a service might drop time
 * or end for the first time when the heap is full. The collections of a full heap make ticks late.
 */
final class Rehearsal implements Simulation {
    private static final long TICK_NANOS = 10_000_000;

    /** Enough for the schedule to measure that the world is too slow. */
    private static final int HEAVY = 40;

    /** Enough for the schedule to measure that it is fast enough again. */
    private static final int LIGHT = 120;

    private final VirtualClock clock = new VirtualClock(0);
    private final Core core;

    private Rehearsal() {
        Setup setup = new Setup(this);
        setup.clock = clock;
        setup.overloadPolicy = OverloadPolicy.merge(2);
        setup.recorder = RunRecorder.NONE;
        setup.run = new RunSettings(Ratio.of(100), 32, 4_096, 1, 2, false);
        setup.restore = context -> {};
        core = new Core(setup, clock, clock);
    }

    static void run() {
        new Rehearsal().runAll();
    }

    private void runAll() {
        Thread none = new Thread(() -> {});
        DeliveryThread thread = new DeliveryThread("rehearsal", false);
        CommandCallbacks callbacks = new CommandCallbacks(none::equals, 8, thread, null, core.metrics::tick);
        TimeControls controls = new TimeControls(callbacks, clock, () -> {});
        Commands commands = new Commands(2, callbacks, core.world, () -> {});
        core.events.with(Kind.SLIP, Kind.SUSTAINED_SCALE, Kind.TICK).capacity(8).open();
        core.start();
        work(3 * TICK_NANOS, HEAVY);
        work(0, LIGHT);
        core.schedule().share(clock.nanoTime(), 0.5);
        work(0, 1);
        core.schedule().share(clock.nanoTime(), 1);
        controls.step(2);
        controls.timeScale(Ratio.of(2));
        controls.run(core.schedule(), clock);
        work(0, 2);
        core.beginRest();
        core.endRest();
        controls.resume();
        controls.run(core.schedule(), clock);
        work(0, 1);
        core.schedule().pauseAndDropBacklog(clock.nanoTime());
        work(0, 1);
        commands.submit(context -> {});
        commands.call(context -> null).whenComplete((nothing, failure) -> {});
        controls.pause();
        core.metrics.fault();
        core.closeLedger();
        new RunEnd(core, controls, commands, callbacks).end(null);
        callbacks.awaitEnd(1_000_000_000);
        Threads.join(none, 0);
    }

    /** Runs ticks that each take the given time. Between them, the thread waits until the next one is due. */
    private void work(long costNanos, int ticks) {
        Schedule schedule = core.schedule();
        for (int i = 0; i < ticks; i++) {
            core.work();
            clock.advance(costNanos);
            long idleNanos = clock.nanoTime();
            long untilNanos = schedule.untilDueNanos(idleNanos);
            clock.advance(untilNanos == Long.MAX_VALUE ? 0 : Math.max(0, untilNanos));
            schedule.noteIdle(idleNanos, clock.nanoTime());
            schedule.noteOthers(clock.nanoTime());
        }
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    @Override
    public void step(Tick tick) {}

    @Override
    public void write(StateWriter state) {}
}
