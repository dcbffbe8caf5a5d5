package io.github.freestep.benchmarks.examples;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** A stutter and its diagnosis: one step in 60 takes 90 ms, and the report names the method and the line. */
public final class Stutter implements Simulation {
    private double x;

    @Override
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    @Override
    public void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
    }

    @Override
    public void step(Tick tick) {
        x += tick.dtSeconds();
        if (tick.number() % 60 == 0) {
            findPaths();
        }
    }

    private void findPaths() {
        for (long since = System.nanoTime(); System.nanoTime() - since < 90_000_000; ) {
            x = Math.hypot(x, 0);
        }
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, x, 0, 0);
    }

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("stutter", ".jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"));
                PhysicsService physics =
                        PhysicsService.builder(new Stutter()).rate(100).start();
                FrameSampler frames = FrameSampler.builder(physics.states())
                        .listener(MotionEvents.listener())
                        .open()) {
            recording.start();
            for (int frame = 0; frame < 300; frame++) { // your render loop
                frames.sample();
                Thread.sleep(16);
            }
            recording.dump(file);
        }
        for (MotionReport report : MotionReport.read(file)) {
            report.findings().forEach(found -> System.out.println(found.cause() + ": " + found.text()));
        }
        Files.delete(file);
    }
}
