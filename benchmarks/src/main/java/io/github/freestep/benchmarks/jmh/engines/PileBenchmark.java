package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.physics.physx.PhysxSimulation;
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
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.physics.PxRigidDynamic;
import physx.physics.PxScene;

/** A fallen heap of boxes in PhysX: the time of a tick and of its parts. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
public class PileBenchmark extends ShortRuns {
    private static final int FALLING_TICKS = 400;

    @Param({"1000", "5000"})
    public int boxes;

    /** Whether all boxes move; otherwise all sleep. */
    @Param("true")
    public boolean awake;

    private PhysxSimulation pile;
    private InlineStepper stepper;
    private InlineStepper still;

    @Setup
    public void fall() {
        pile = Pile.of(boxes);
        stepper = PhysicsService.builder(pile).inline();
        for (int i = 0; i < FALLING_TICKS; i++) {
            stepper.tick();
        }
        for (int slot = 0; slot < boxes && !awake; slot++) {
            pile.body(slot).putToSleep();
        }
        still = PhysicsService.builder(new NoEngine(boxes, awake)).inline();
    }

    @TearDown
    public void close() {
        stepper.close();
        still.close();
    }

    @Benchmark
    public int wholeTick() {
        return stepper.tick();
    }

    @Benchmark
    public boolean engineAlone() {
        PxScene scene = pile.scene();
        scene.simulate(0.01f);
        return scene.fetchResults(true);
    }

    @Benchmark
    public float nativeReads() {
        float sum = 0;
        PxVec3 p = null;
        PxQuat q = null;
        for (int slot = 0; slot < boxes && awake; slot++) {
            PxRigidDynamic box = pile.body(slot);
            PxTransform pose = box.getGlobalPose();
            if (p == null) {
                p = pose.getP();
                q = pose.getQ();
            }
            sum += p.getX() + p.getY() + p.getZ() + q.getX() + q.getY() + q.getZ() + q.getW();
        }
        return sum;
    }

    @Benchmark
    public int ownAlone() {
        return still.tick();
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
            moved = tick.number() % 1_000;
        }

        @Override
        protected boolean asleep(float[] body) {
            return !awake;
        }

        @Override
        protected boolean reportsAwake() {
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
