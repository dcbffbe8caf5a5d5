package io.github.freestep.benchmarks.jmh.commands;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.benchmarks.scenes.Simulations;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.rooms.PhysicsGroup;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Commands to a service of 100 small ticks a second, at times that do not depend on its ticks. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CommandBenchmark extends ShortRuns {
    private static final long PAUSE_NANOS = 3_000_000;

    /** A fixed pause after each answer would put all commands at the same moment of the thread's wait. */
    private static final long RANDOM_NANOS = 10_000_000;

    private final SplittableRandom random = new SplittableRandom(1);

    /** Whether commands wake the thread. */
    @Param({"false", "true"})
    public boolean prompt;

    /** Whether the service shares its thread with nine others. */
    @Param({"false", "true"})
    public boolean grouped;

    private PhysicsGroup group;
    private PhysicsService physics;

    @Setup
    public void start() {
        group = PhysicsGroup.open(1);
        for (int i = 0; i < 9 && grouped; i++) {
            builder().start();
        }
        PhysicsBuilder builder = builder();
        physics = (prompt ? builder.promptCommands() : builder).start();
    }

    private PhysicsBuilder builder() {
        PhysicsBuilder builder = PhysicsService.builder(Simulations.of("springs", 10, 1));
        return grouped ? builder.group(group) : builder;
    }

    @TearDown
    public void close() {
        physics.close();
        group.close();
    }

    @Setup(Level.Invocation)
    public void pause() {
        LockSupport.parkNanos(PAUSE_NANOS + random.nextLong(RANDOM_NANOS));
    }

    @Benchmark
    public long answer() {
        return physics.call(PhysicsContext::tick).join();
    }

    @Benchmark
    public CompletableFuture<Long> submit() {
        return physics.call(PhysicsContext::tick);
    }
}
