package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.benchmarks.scenes.ManyBodies;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SavedContent;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.FedInput;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.InputFeed;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.prediction.ShownStates;
import io.github.freestep.physics.spi.PastTicks;
import io.github.freestep.state.StateReader;
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

/** A tick of a prediction, with the states that it shows: without a correction, and with one of 8 ticks. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PredictionBenchmark extends ShortRuns {
    private static final int DEPTH = 8;
    private static final int FALLING_TICKS = 400;
    private static final int BOXES = 100;

    /** 100 boxes in a heap, or 1,000 bodies that orbit. */
    @Param({"jolt-100", "own-1000"})
    public String world;

    /** Whether each tick has a correction. */
    @Param({"false", "true"})
    public boolean corrects;

    private final Corrects feed = new Corrects();
    private InlineStepper stepper;
    private StateReader reader;
    private ShownStates shown;

    /** Steps again in each tick, if it has a saved world. */
    private static final class Corrects implements InputFeed {
        private Command restoring;

        @Override
        public void feed(long tick, FedInput fed) throws Exception {
            if (restoring != null) {
                PastTicks<Command, FedInput, PhysicsEvent> past = Inside.of(fed);
                past.remember();
                past.restore(tick - 1 - DEPTH, restoring);
                for (int i = 0; i < DEPTH; i++) {
                    past.begin();
                    past.step();
                }
                past.publish();
            }
        }
    }

    @Setup
    public void begin() {
        SavableSimulation simulation = world.equals("own-1000")
                ? new ManyBodies()
                : (SavableSimulation) Heap.of("jolt", BOXES, true).world();
        stepper = PhysicsService.builder(simulation).axes(2).feed(feed).inline();
        for (int i = 0; i < FALLING_TICKS; i++) {
            stepper.advanceTick();
        }
        reader = stepper.states().reader();
        shown = new ShownStates(
                simulation.layout(),
                stepper.states().window(),
                stepper.clock(),
                true,
                TimeUnit.MILLISECONDS.toNanos(180),
                3);
        reader.acquire();
        shown.follow(reader.state(0));
        if (corrects) {
            save();
        }
    }

    /** Saves the world that is restored from now on. */
    private void save() {
        SavedContent.Out bytes = new SavedContent.Out();
        stepper.submit(c -> c.world(SavableSimulation.class).save(new DataOutputStream(bytes)))
                .join();
        SavedContent.In from = new SavedContent.In();
        DataInputStream in = new DataInputStream(from);
        feed.restoring = c -> {
            from.begin(bytes.array(), bytes.length());
            c.world(SavableSimulation.class).restore(in);
        };
    }

    @TearDown
    public void close() {
        stepper.close();
    }

    @Benchmark
    public double tick() {
        stepper.advanceTick();
        reader.acquire();
        if (corrects) {
            shown.correct(reader.state(1));
        }
        shown.follow(reader.state(0));
        return shown.largestCorrection();
    }
}
