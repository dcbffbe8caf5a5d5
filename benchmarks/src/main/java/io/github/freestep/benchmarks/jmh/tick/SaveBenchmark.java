package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.saves.Saves;
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
        stepper.submit(context -> Saves.save(context, new DataOutputStream(bytes)))
                .join();
        return bytes.size();
    }

    @Benchmark
    public void restore() {
        var in = new DataInputStream(new ByteArrayInputStream(saved));
        stepper.submit(context -> Saves.restore(context, in)).join();
    }

    @TearDown
    public void close() {
        stepper.close();
    }
}
