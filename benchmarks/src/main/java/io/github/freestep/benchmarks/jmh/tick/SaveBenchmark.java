package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures what it takes to save and to restore a world, with the command that does it and the state that a restore
 * publishes. The simulation is named as in {@link SceneBenchmark}, and must be savable.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SaveBenchmark extends ShortRuns {
    @Param("pile2d")
    public String simulation;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private InlineStepper stepper;
    private byte[] saved;

    @Setup
    public void open() {
        stepper = PhysicsService.builder(SceneBenchmark.world(simulation)).inline();
        stepper.advance(1_000_000_000);
        save();
        saved = bytes.toByteArray();
    }

    @Benchmark
    public int save() {
        bytes.reset();
        var done = stepper.submit(context -> context.save(new DataOutputStream(bytes)));
        stepper.advance(0);
        done.join();
        return bytes.size();
    }

    @Benchmark
    public int restore() {
        var done = stepper.submit(context -> context.restore(new DataInputStream(new ByteArrayInputStream(saved))));
        int steps = stepper.advance(0);
        done.join();
        return steps;
    }

    @TearDown
    public void close() {
        stepper.close();
    }
}
