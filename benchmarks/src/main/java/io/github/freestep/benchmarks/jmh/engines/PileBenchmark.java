package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.benchmarks.scenes.BoxEngine;
import io.github.freestep.benchmarks.scenes.Pile;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A fallen heap of boxes in an engine: the time of a tick and of its parts. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
public class PileBenchmark extends ShortRuns {
    /** For boxes to fall, and then to fall asleep: some of a heap may wake again before all sleep. */
    private static final int TICKS = 400;

    @Param({"physx", "bullet", "jolt", "dyn4j", "box2d"})
    public String engine;

    @Param({"1000", "5000"})
    public int boxes;

    /** Whether all boxes move; otherwise all sleep. */
    @Param("true")
    public boolean awake;

    private Pile<?> heap;
    private InlineStepper stepper;
    private InlineStepper still;

    @Setup
    public void fall() {
        heap = Pile.of(engine, boxes, awake);
        stepper = PhysicsService.builder(heap.world()).inline();
        NoEngine none = new NoEngine(boxes, awake);
        still = PhysicsService.builder(none).inline();
        for (int i = 0; i < (awake ? 1 : 2) * TICKS; i++) {
            if (i == TICKS) {
                heap.putAllToSleep();
            }
            stepper.advanceTick();
            still.advanceTick();
        }
        if (!awake && !(heap.world().allAsleep() && none.allAsleep())) {
            throw new IllegalStateException("the boxes of " + engine + " do not sleep");
        }
    }

    @TearDown
    public void close() {
        stepper.close();
        still.close();
    }

    @Benchmark
    public int wholeTick() {
        return stepper.advanceTick();
    }

    /** A heap that Freestep no longer steps. */
    @State(Scope.Thread)
    public static class Alone {
        private BoxEngine<?, ?> engine;

        @Setup
        public void detach(PileBenchmark pile) {
            engine = pile.heap.engine();
            engine.detach();
        }
    }

    @Benchmark
    public void engineAlone(Alone alone) {
        alone.engine.stepAlone();
    }

    @Benchmark
    public int ownAlone() {
        return still.advanceTick();
    }

    /** An engine whose step does nothing but move all bodies or none. Each tick reads and writes those that move. */
    private static final class NoEngine extends EngineSimulation<float[]> {
        private final boolean awake;
        private float moved;

        NoEngine(int count, boolean awake) {
            super(
                    StateLayout.of(count),
                    world -> {
                        for (int i = 0; i < count; i++) {
                            world.add(new float[] {i, 0, 0, 0, 0, 0, 1});
                        }
                    },
                    NoEngine.class);
            this.awake = awake;
        }

        @Override
        protected void open() {}

        @Override
        protected void insert(float[] body) {}

        @Override
        protected void delete(float[] body) {}

        @Override
        protected void simulate(Tick tick) {
            moved = awake ? tick.number() % 1_000 : 0;
        }

        @Override
        protected boolean asleep(float[] body) {
            return !awake;
        }

        @Override
        protected void read(int slot, float[] body) {
            pose(slot, body[0] + moved, body[1], body[2], body[3], body[4], body[5], body[6]);
        }

        @Override
        protected void release() {}
    }
}
