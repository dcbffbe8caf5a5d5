package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsGroup;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.List;

/** Rooms that run at the same time, in one of the ways that are compared. For one thread. */
abstract class Rooms implements AutoCloseable {
    private static final long SECOND_NANOS = 1_000_000_000;

    /** All rooms; each has begun to step. */
    final List<Physics> all = new ArrayList<>();

    /** Starts a service for each world, with the threads of a group; with 0, each with a thread of its own. */
    static Rooms services(List<RoomWorld> worlds, int rate, int threads) {
        PhysicsGroup group = threads == 0 ? null : PhysicsGroup.open(threads);
        List<PhysicsService> services = new ArrayList<>();
        Rooms rooms = new Rooms() {
            @Override
            public void close() {
                services.forEach(PhysicsService::close);
                if (group != null) {
                    group.close();
                }
                services.forEach(Failures::requireNone);
            }
        };
        for (RoomWorld world : worlds) {
            PhysicsBuilder builder = PhysicsService.builder(world).rate(rate);
            PhysicsService service = (group == null ? builder : builder.group(group)).build();
            // Until a tick ends, the metrics are those of the previous tick, so each tick logs the previous one.
            world.measureBy(service.metrics()::latenessNanos);
            services.add(service);
            service.start();
        }
        rooms.all.addAll(services);
        return rooms;
    }

    /**
     * Starts one thread that steps all worlds by hand: it waits until the next tick of all is due, and steps each. It
     * waits as precisely as a service does, so that the comparison is fair.
     */
    static Rooms byHand(List<RoomWorld> worlds, int rate) {
        return new ByHand(worlds, rate);
    }

    private static final class ByHand extends Rooms {
        private final List<InlineStepper> steppers = new ArrayList<>();
        private final Thread host = new Thread(this::run, "freestep-pacing-host");
        private final int rate;
        private volatile boolean stopped;
        private long dueNanos;

        ByHand(List<RoomWorld> worlds, int rate) {
            this.rate = rate;
            for (RoomWorld world : worlds) {
                world.measureBy(() -> System.nanoTime() - dueNanos);
                steppers.add(PhysicsService.builder(world).rate(rate).inline());
            }
            all.addAll(steppers);
            host.setDaemon(true);
            host.start();
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
        public void close() {
            stopped = true;
            Threads.join(host, Long.MAX_VALUE);
            steppers.forEach(InlineStepper::close);
        }
    }

    /**
     * Ends all rooms.
     *
     * @throws RuntimeException if a room has failed
     */
    @Override
    public abstract void close();
}
