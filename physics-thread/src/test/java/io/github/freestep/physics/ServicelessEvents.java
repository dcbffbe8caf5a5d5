package io.github.freestep.physics;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.thread.DeliveryThread;
import java.util.function.Function;

/** Makes events without a run. */
final class ServicelessEvents {
    private ServicelessEvents() {}

    static RunOutput create() {
        return create(name -> DeliveryThread.of(Events.THREAD_PREFIX + name, false));
    }

    static RunOutput create(Function<String, DeliveryThread> threads) {
        return new RunOutput(null) {
            @Override
            Events make() {
                Journal<PhysicsContext> journal = new Journal<>(
                        null, null, 0, false, () -> isStarted, Problems.toLog().of(""));
                return new Events(journal, unshown, () -> {}, threads, (name, failure) -> {});
            }
        };
    }
}
