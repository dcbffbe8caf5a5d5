package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.NanoClock;
import java.util.List;

/**
 * Steppers that one thread steps by hand: it waits until the next tick of all is due, and steps each. It waits as
 * precisely as a service does, so that the comparison is fair.
 */
final class HandDrivenFleet implements Fleet {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final List<InlineStepper> steppers;
    private final int rate;
    private final Thread host = new Thread(this::run, "freestep-pacing-host");
    private volatile boolean stopped;
    private long dueNanos;

    HandDrivenFleet(List<RoomWorld> worlds, int rate) {
        this.rate = rate;
        steppers = worlds.stream().map(this::stepper).toList();
        host.setDaemon(true);
        host.start();
    }

    private InlineStepper stepper(RoomWorld world) {
        world.measureBy(() -> System.nanoTime() - dueNanos);
        return PhysicsService.builder(world).rate(rate).inline();
    }

    private void run() {
        PreciseWait wait = new PreciseWait(NanoClock.system());
        long startNanos = System.nanoTime();
        for (long tick = 1; !stopped; tick++) {
            dueNanos = startNanos + tick * SECOND_NANOS / rate;
            wait.until(dueNanos);
            for (InlineStepper stepper : steppers) {
                stepper.advanceTick();
            }
        }
    }

    @Override
    public List<InlineStepper> rooms() {
        return steppers;
    }

    @Override
    public void close() {
        stopped = true;
        Threads.join(host, Long.MAX_VALUE);
        steppers.forEach(InlineStepper::close);
    }
}
