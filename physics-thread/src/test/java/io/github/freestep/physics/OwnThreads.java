package io.github.freestep.physics;

import io.github.freestep.testing.Await;
import java.util.List;

/** The live threads of services and groups, by their names. */
public final class OwnThreads {
    private OwnThreads() {}

    /** Returns the names that begin with a text, sorted. */
    public static List<String> named(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                // Lives for up to a second after a failure, whatever has failed.
                .filter(name -> !name.equals("freestep-problems"))
                .sorted()
                .toList();
    }

    /** Waits until there is none. */
    public static void awaitNone() {
        Await.until(() -> named("freestep-").isEmpty(), () -> named("freestep-"));
    }
}
