package io.github.freestep.physics;

import io.github.freestep.internal.HasInside;
import io.github.freestep.physics.request.Lanes.Request;
import io.github.freestep.physics.request.Lanes.Work;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.concurrent.CompletableFuture;

/**
 * The calls that a service and a stepper have in common: access to the parts of their run, and requests. A
 * {@link ServiceRun} or a {@link StepperRun} carries the requests out.
 *
 * @param <T> the type of the inside that other packages see
 */
abstract non-sealed class AbstractPhysics<T> extends HasInside<T> implements Physics {
    final Pass pass;

    AbstractPhysics(Pass pass, T inside) {
        super(inside);
        this.pass = pass;
    }

    /** Lets a request wait. A stepper carries it out at once, if the calling thread may do so. */
    <V> CompletableFuture<V> take(Request<V> request) {
        return pass.parts.lanes().add(request);
    }

    @Override
    public final RunSettings settings() {
        return pass.parts.setup().run();
    }

    @Override
    public final StateBuffer states() {
        return pass.parts.publisher().states();
    }

    @Override
    public final InputPort input() {
        return pass.parts.port();
    }

    @Override
    public final Events events() {
        return pass.parts.output().events();
    }

    @Override
    public final PhysicsMetrics metrics() {
        return pass.metrics;
    }

    @Override
    public final NanoClock clock() {
        return pass.parts.clock();
    }

    @Override
    public final String health() {
        return pass.parts.health();
    }

    @Override
    public final CompletableFuture<Void> submit(Command command) {
        // Before the lanes, because the first request makes them and starts a thread, which a refused one must not. The
        // checks below come before them for the same reason.
        Work<Void> task = pass.world.task(command);
        return take(pass.parts.lanes().request(task));
    }

    @Override
    public final <T> CompletableFuture<T> call(ValueCommand<T> command) {
        Work<T> task = pass.world.valueTask(command);
        return take(pass.parts.lanes().request(task));
    }

    @Override
    public final CompletableFuture<Void> pause() {
        return take(pass.parts.lanes().pause());
    }

    @Override
    public final CompletableFuture<Void> resume() {
        return take(pass.parts.lanes().resume());
    }

    @Override
    public final boolean isPaused() {
        return pass.parts.isPaused();
    }

    @Override
    public final CompletableFuture<Void> pauseAndStep(int ticks) {
        Schedule.checkSteps(ticks);
        return take(pass.parts.lanes().step(ticks));
    }

    @Override
    public final CompletableFuture<Void> timeScale(Ratio scale) {
        Schedule.checkScale(scale);
        return take(pass.parts.lanes().timeScale(scale));
    }

    @Override
    public final double timeScale() {
        return pass.schedule.requestedScale().toDouble();
    }
}
