package io.github.freestep.physics;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.physics.thread.DeliveryThread;

/** Makes events without a run. */
final class ServicelessEvents {
    private ServicelessEvents() {}

    static Events create() {
        return new Events(
                () -> {},
                Problems.toLog().of(""),
                name -> new DeliveryThread(Events.THREAD_PREFIX + name, false),
                (name, failure) -> {});
    }
}
