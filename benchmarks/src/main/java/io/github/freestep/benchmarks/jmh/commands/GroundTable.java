package io.github.freestep.benchmarks.jmh.commands;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.ground.Ground;
import io.github.freestep.physics.ground.GroundSection;
import io.github.freestep.physics.ground.GroundVersion;
import io.github.freestep.physics.ground.GroundWriter;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Prints what changes of a ground cost the tick of a game, and its step, also while a step takes five seconds. */
public final class GroundTable {
    private static final int SECTIONS = 2_000;
    private static final int ACROSS = 20;
    private static final int CHANGES = 500;
    private static final long TICK_NANOS = 50_000_000;
    private static final long LONG_STEP_NANOS = 5_000_000_000L;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static volatile long sum;

    private GroundTable() {}

    /**
     * Ticks a game 20 times a second, and prints a row for each world, and one for a tick that only computes, because
     * a processor that has slept for 50 ms is slower than one that works.
     *
     * @param args how many seconds each row takes, by default 30
     */
    public static void main(String[] args) {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        row("", 0, 3_000, 1_000_000); // lets the JVM compile
        System.out.println("us of a tick: p50, p99 and the most by the clock, then of its thread's processor time");
        System.out.println(row("short steps", 0, 20 * seconds, TICK_NANOS));
        System.out.println("arithmetic alone:" + figures(arithmetic(20 * seconds)));
        System.out.println(row("steps of 5 s", LONG_STEP_NANOS, 20 * seconds, TICK_NANOS));
    }

    private static String row(String name, long stepNanos, int ticks, long tickNanos) {
        Floor floor = new Floor(stepNanos);
        try (PhysicsService physics = PhysicsService.builder(floor.ground.around(floor))
                .onProblem(problem -> {})
                .start()) {
            GroundWriter writer = new GroundWriter();
            load(writer);
            writer.publish(physics);
            SplittableRandom random = new SplittableRandom(1);
            long[] nanos = new long[ticks];
            long[] cpuNanos = new long[ticks];
            long due = System.nanoTime();
            for (int tick = 0; tick < ticks; tick++) {
                long started = System.nanoTime();
                long cpuStarted = THREADS.getCurrentThreadCpuTime();
                change(writer, random);
                writer.publish(physics);
                cpuNanos[tick] = THREADS.getCurrentThreadCpuTime() - cpuStarted;
                nanos[tick] = System.nanoTime() - started;
                due += tickNanos;
                LockSupport.parkNanos(due - System.nanoTime());
            }
            return name + ":" + figures(nanos) + ";" + figures(cpuNanos) + "; versions seen: " + floor.seen;
        }
    }

    /** Computes for 8 us in each tick, on a processor that is awake, and touches no memory. */
    private static long[] arithmetic(int ticks) {
        long[] nanos = new long[ticks];
        SplittableRandom random = new SplittableRandom(1);
        long due = System.nanoTime();
        for (int tick = -20_000; tick < ticks; tick++) { // the first ones let the JVM compile
            long started = System.nanoTime();
            sum += sum(random);
            if (tick >= 0) {
                nanos[tick] = System.nanoTime() - started;
                due = Math.max(due, started) + TICK_NANOS;
                LockSupport.parkNanos(due - System.nanoTime());
            }
        }
        return nanos;
    }

    private static long sum(SplittableRandom random) {
        long sum = 0;
        for (int i = 0; i < 6_000; i++) {
            sum += random.nextLong();
        }
        return sum;
    }

    /** A method of its own, because the JVM would compile the loop in {@code row} late, and again for each row. */
    private static void change(GroundWriter writer, SplittableRandom random) {
        for (int i = 0; i < CHANGES; i++) {
            writer.set(random.nextInt(ACROSS * 16), random.nextInt(80), random.nextInt(ACROSS * 16), i & 7);
        }
    }

    private static String figures(long[] nanos) {
        Arrays.sort(nanos);
        return String.format(
                Locale.ROOT,
                " %.0f, %.0f, %.0f",
                nanos[nanos.length / 2] / 1e3,
                nanos[nanos.length * 99 / 100] / 1e3,
                nanos[nanos.length - 1] / 1e3);
    }

    private static void load(GroundWriter writer) {
        for (int i = 0; i < SECTIONS; i++) {
            int top = i % 16;
            writer.load(
                    i % ACROSS,
                    i / (ACROSS * ACROSS),
                    i / ACROSS % ACROSS,
                    GroundSection.of((x, y, z) -> y < top ? 1 : 0));
        }
    }

    /** A world that counts the versions that its steps see. */
    private static final class Floor implements Simulation {
        final Ground ground = new Ground();
        private final long stepNanos;
        private GroundVersion last = ground.version();
        volatile int seen;

        Floor(long stepNanos) {
            this.stepNanos = stepNanos;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {
            GroundVersion now = ground.version();
            seen += now == last ? 0 : 1;
            last = now;
            long end = System.nanoTime() + stepNanos;
            for (long left = stepNanos; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }

        @Override
        public void write(StateWriter state) {}
    }
}
