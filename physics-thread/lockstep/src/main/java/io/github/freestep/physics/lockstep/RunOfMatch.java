package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.Events;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsRun;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.ValueCommand;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a service and a stepper in a match have in common. Safe for use by any number of threads. */
abstract class RunOfMatch implements PhysicsRun.Shared {
    private final Physics physics;

    RunOfMatch(Physics physics) {
        this.physics = physics;
    }

    @Override
    public StateBuffer states() {
        return physics.states();
    }

    @Override
    public Events events() {
        return physics.events();
    }

    @Override
    public PhysicsMetrics metrics() {
        return physics.metrics();
    }

    @Override
    public NanoClock clock() {
        return physics.clock();
    }

    @Override
    public RunSettings settings() {
        return physics.settings();
    }

    @Override
    public <T> CompletableFuture<T> call(ValueCommand<T> command) {
        return physics.call(command);
    }

    @Override
    public Physics.Status status() {
        return physics.status();
    }

    @Override
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return physics.failure();
    }

    @Override
    public String health() {
        return physics.health();
    }

    @Override
    public void close() {
        physics.close();
    }
}
