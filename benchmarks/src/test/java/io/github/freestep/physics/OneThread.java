package io.github.freestep.physics;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * What the physics thread and a rendering thread do, by one thread and on a virtual clock: time passes while a step computes and
 * while nothing is due, and meanwhile frames are drawn.
 */
public final class OneThread {
    private final VirtualClock clock = new VirtualClock(0);
    private final Core core;
    private final LongSupplier stepCost;
    private LongConsumer frame = nanos -> {};
    private long frameNanos;
    private long nextFrameNanos;

    /** Starts it; the steps take what they are said to. */
    public OneThread(Simulation simulation, OverloadPolicy overload, LongSupplier stepCostNanos) {
        this(simulation, overload, stepCostNanos, 4);
    }

    /** With a window of the given number of states. */
    public OneThread(Simulation simulation, OverloadPolicy overload, LongSupplier stepCostNanos, int window) {
        stepCost = stepCostNanos;
        PhysicsBuilder builder = PhysicsService.builder(new Slow(simulation)).rate(100);
        core = new Core(builder.overloadPolicy(overload).window(window), clock, clock);
        core.start();
    }

    public StateBuffer states() {
        return core.publisher().states();
    }

    /** As a share of the speed that was asked for. */
    public double held() {
        return core.metrics().sustainedScale();
    }

    /** As the service takes it up: between two ticks. */
    public void scale(Ratio scale) {
        core.schedule().scale(clock.nanoTime(), scale);
    }

    /** Between two ticks as well. */
    public void pause() {
        core.schedule().pause(clock.nanoTime());
    }

    /** Nothing happens where time runs. */
    public void resume() {
        core.schedule().resume(clock.nanoTime());
    }

    /** Draws frames, so many a second, for so long. */
    public void run(double seconds, double fps, LongConsumer handler) {
        frame = handler;
        frameNanos = (long) (1e9 / fps);
        nextFrameNanos = clock.nanoTime() + frameNanos;
        long end = clock.nanoTime() + (long) (seconds * 1e9);
        while (clock.nanoTime() < end) {
            core.work();
            if (!core.schedule().inBatch()) {
                long since = clock.nanoTime();
                long until = core.schedule().untilDueNanos(since);
                // In a pause nothing is ever due.
                pass(Math.max(0, until == Long.MAX_VALUE ? end - since : until));
                core.schedule().rested(since, clock.nanoTime());
            }
        }
    }

    private void pass(long nanos) {
        long end = clock.nanoTime() + nanos;
        while (nextFrameNanos <= end) {
            clock.advance(nextFrameNanos - clock.nanoTime());
            frame.accept(nextFrameNanos);
            nextFrameNanos += frameNanos;
        }
        clock.advance(end - clock.nanoTime());
    }

    private final class Slow implements Simulation {
        private final Simulation simulation;

        Slow(Simulation simulation) {
            this.simulation = simulation;
        }

        @Override
        public StateLayout layout() {
            return simulation.layout();
        }

        @Override
        public void setUp(Bodies bodies) {
            simulation.setUp(bodies);
        }

        @Override
        public void step(Tick tick) {
            pass(stepCost.getAsLong());
            simulation.step(tick);
        }

        @Override
        public void write(StateWriter state) {
            simulation.write(state);
        }
    }
}
