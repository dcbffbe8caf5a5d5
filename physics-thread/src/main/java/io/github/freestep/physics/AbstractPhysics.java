package io.github.freestep.physics;

import io.github.freestep.internal.HasInside;
import io.github.freestep.physics.run.RunRequests;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.concurrent.CompletableFuture;

/**
 * The calls that a service and a stepper have in common: access to the parts of their {@link Core}, and requests. A
 * {@link ServiceRun} or a {@link StepperRun} carries the requests out.
 *
 * @param <T> the type of the inside that other packages see
 */
abstract non-sealed class AbstractPhysics<T> extends HasInside<T> implements Physics {
    final Core core;
    private final RunRequests requests;

    AbstractPhysics(Core core, RunRequests requests, T inside) {
        super(inside);
        this.core = core;
        this.requests = requests;
    }

    @Override
    public final RunSettings settings() {
        return core.parts.setup().run;
    }

    @Override
    public final StateBuffer states() {
        return core.parts.publisher().states();
    }

    @Override
    public final InputPort input() {
        return core.parts.port();
    }

    @Override
    public final Events events() {
        return core.parts.events();
    }

    @Override
    public final PhysicsMetrics metrics() {
        return core.metrics;
    }

    @Override
    public final NanoClock clock() {
        return core.parts.clock();
    }

    @Override
    public final String health() {
        return core.health();
    }

    @Override
    public final CompletableFuture<Void> submit(Command command) {
        return requests.submit(core.world.task(command));
    }

    @Override
    public final <T> CompletableFuture<T> call(ValueCommand<T> command) {
        return requests.submit(core.world.valueTask(command));
    }

    @Override
    public final CompletableFuture<Void> pause() {
        return requests.pause();
    }

    @Override
    public final CompletableFuture<Void> resume() {
        return requests.resume();
    }

    @Override
    public final boolean isPaused() {
        return core.isPaused();
    }

    @Override
    public final CompletableFuture<Void> pauseAndStep(int ticks) {
        return requests.step(ticks);
    }

    @Override
    public final CompletableFuture<Void> timeScale(Ratio scale) {
        return requests.timeScale(scale);
    }

    @Override
    public final double timeScale() {
        return core.timeScale();
    }
}
