package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.delivery.DeliveryThread;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the end of a service once, without a service. The first use of a class or of a variable handle takes memory, so
 * everything that an end uses is used here beforehand.
 */
final class EndRehearsal {
    private EndRehearsal() {}

    static void run() {
        Thread none = new Thread(() -> {});
        DeliveryThread deliveries = DeliveryThread.ofCaller();
        CommandCallbacks callbacks = new CommandCallbacks(none::equals, 1, deliveries, Runnable::run);
        TimeControls controls = new TimeControls(callbacks, new VirtualClock(0), () -> {});
        Commands commands = new Commands(2, callbacks, new NoWorld(), () -> {});
        commands.submit(context -> {});
        commands.call(context -> null).whenComplete((nothing, failure) -> {});
        controls.pause();
        PhysicsMetrics metrics = new PhysicsMetrics(null, "");
        metrics.command(metrics.tick() == 0);
        metrics.fault();
        Throwable rejection = new RejectedExecutionException();
        controls.end(rejection, rejection);
        commands.end(rejection, rejection);
        callbacks.flush();
        callbacks.end();
        deliveries.run();
        callbacks.awaitDone(0);
        Threads.join(none, 0);
    }

    /** Runs nothing. */
    private static final class NoWorld implements CommandRunner {
        @Override
        public void run(Object submitted, Command command) {}

        @Override
        public void hasRun(@Nullable Throwable failure) {}
    }
}
