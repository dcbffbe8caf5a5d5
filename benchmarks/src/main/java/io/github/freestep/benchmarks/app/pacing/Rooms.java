package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rooms that run at the same time, in one of the ways that are compared. For one thread. */
abstract class Rooms implements AutoCloseable {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The worlds of the rooms, and their rate. */
    record Worlds(List<RoomWorld> all, int rate) {}

    /** Runs rooms, and measures a span after a lead-in, in which waits learn their margin. */
    static Lateness measure(int count, int rate, long leadInMillis, long millis, Function<Worlds, Rooms> start)
            throws IOException, InterruptedException {
        Set<Long> before = Arrays.stream(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet());
        // Rooms that catch up may step more ticks than are due in the span.
        int mostTicks = (int) (rate * millis / 1_000) + rate;
        List<RoomWorld> worlds = IntStream.range(0, count)
                .mapToObj(i -> new RoomWorld(mostTicks))
                .toList();
        long cpuNanos;
        long spanNanos;
        Rooms rooms = start.apply(new Worlds(worlds, rate));
        try {
            TimeUnit.MILLISECONDS.sleep(leadInMillis);
            Map<Long, Long> cpu = cpuNanos(before);
            spanNanos = -System.nanoTime();
            worlds.forEach(world -> world.log(true));
            TimeUnit.MILLISECONDS.sleep(millis);
            worlds.forEach(world -> world.log(false));
            spanNanos += System.nanoTime();
            cpuNanos = cpuNanos(before).entrySet().stream()
                    .mapToLong(each -> each.getValue() - cpu.getOrDefault(each.getKey(), 0L))
                    .sum();
        } finally {
            rooms.close();
        }
        long[] all = worlds.stream().flatMapToLong(RoomWorld::latenessNanos).toArray();
        return Lateness.of(all, 100.0 * cpuNanos / spanNanos);
    }

    /** Returns the processor time of each thread that has begun since. A thread that has just ended has -1. */
    private static Map<Long, Long> cpuNanos(Set<Long> before) {
        Map<Long, Long> nanos = new TreeMap<>();
        Arrays.stream(THREADS.getAllThreadIds())
                .filter(id -> !before.contains(id))
                .forEach(id -> nanos.put(id, Math.max(0, THREADS.getThreadCpuTime(id))));
        return nanos;
    }

    /** Starts services with threads of their own, whose lateness is that of the call of the step. */
    static Rooms untilTheStep(Worlds worlds) {
        Rooms rooms = services(worlds, 0, builder -> builder);
        worlds.all.forEach(world -> world.measureBy(tick -> System.nanoTime() - tick.dueNanos()));
        return rooms;
    }

    /** Starts a service for each world, with the threads of a group; with 0, each with a thread of its own. */
    static Rooms services(Worlds worlds, int threads, UnaryOperator<PhysicsBuilder> options) {
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
        for (RoomWorld world : worlds.all) {
            PhysicsBuilder builder = options.apply(PhysicsService.builder(world).rate(worlds.rate));
            PhysicsService service = (group == null ? builder : builder.group(group)).build();
            // Until a tick ends, the metrics are those of the previous tick, so each tick logs the previous one.
            world.measureBy(tick -> service.metrics().latenessNanos());
            services.add(service);
            service.start();
        }
        return rooms;
    }

    /**
     * Starts one thread that steps all worlds by hand: it waits until the next tick of all is due, and steps each. It
     * waits as precisely as a service does, so that the comparison is fair.
     */
    static final class ByHand extends Rooms {
        private final List<InlineStepper> steppers = new ArrayList<>();
        private final Thread host;
        private final int rate;
        private volatile boolean stopped;
        private long dueNanos;

        ByHand(Worlds worlds) {
            rate = worlds.rate;
            for (RoomWorld world : worlds.all) {
                world.measureBy(tick -> System.nanoTime() - dueNanos);
                steppers.add(PhysicsService.builder(world).rate(rate).inline());
            }
            host = Threads.start(this::run, "freestep-pacing-host");
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
