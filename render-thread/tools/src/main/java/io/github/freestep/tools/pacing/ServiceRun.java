package io.github.freestep.tools.pacing;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.tools.Failures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Measures how late the ticks of a service begin. Stateless. */
final class ServiceRun {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ServiceRun() {}

    /**
     * Runs a service, and measures a span after a lead-in, in which waits learn their margin.
     *
     * @param untilTheStep whether the lateness is that of the call of the step; otherwise, of the end of the wait
     */
    static Lateness measure(
            int rate, long leadInMillis, long millis, boolean untilTheStep, UnaryOperator<PhysicsBuilder> options)
            throws IOException, InterruptedException {
        Set<Long> before = Arrays.stream(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet());
        // A service that catches up may step more ticks than are due in the span.
        LoggedWorld world = new LoggedWorld((int) (rate * millis / 1_000) + rate);
        PhysicsService service =
                options.apply(PhysicsService.builder(world).rate(rate)).build();
        // Until a tick ends, the metrics are those of the previous tick, so each tick logs the previous one.
        world.measureBy(tick -> untilTheStep
                ? System.nanoTime() - tick.dueNanos()
                : service.metrics().latenessNanos());
        long cpuNanos;
        long spanNanos;
        try (service) {
            service.start();
            TimeUnit.MILLISECONDS.sleep(leadInMillis);
            Map<Long, Long> cpu = cpuNanos(before);
            spanNanos = -System.nanoTime();
            world.log(true);
            TimeUnit.MILLISECONDS.sleep(millis);
            world.log(false);
            spanNanos += System.nanoTime();
            cpuNanos = cpuNanos(before).entrySet().stream()
                    .mapToLong(each -> each.getValue() - cpu.getOrDefault(each.getKey(), 0L))
                    .sum();
        }
        Failures.requireNone(service);
        return Lateness.of(world.latenessNanos(), 100.0 * cpuNanos / spanNanos);
    }

    /** Returns the processor time of each thread that has begun since. A thread that has just ended has -1. */
    private static Map<Long, Long> cpuNanos(Set<Long> before) {
        Map<Long, Long> nanos = new TreeMap<>();
        Arrays.stream(THREADS.getAllThreadIds())
                .filter(id -> !before.contains(id))
                .forEach(id -> nanos.put(id, Math.max(0, THREADS.getThreadCpuTime(id))));
        return nanos;
    }
}
