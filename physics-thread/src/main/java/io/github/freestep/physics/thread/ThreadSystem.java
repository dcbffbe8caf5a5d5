package io.github.freestep.physics.thread;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Settings of threads for which Java has no call. The core finds the implementation by {@link ServiceLoader}.
 * For any thread; may allocate.
 */
public interface ThreadSystem {
    /** The system that was found, or null. The first use looks for it, which takes milliseconds. */
    @Nullable ThreadSystem FOUND = ServiceLoader.load(ThreadSystem.class, ThreadSystem.class.getClassLoader())
            .findFirst()
            .orElse(null);

    /**
     * Tries the requests of a service, on a thread that ends at once. Blocks until that thread has them, at most 5 s.
     *
     * @param priority 0 for an ordinary thread
     * @param processor -1 for any
     * @throws IllegalStateException if the system refuses one, or none has an effect in that time; names the option,
     *     its value, the limit and the remedy
     */
    void check(int priority, int processor);

    /** Returns the same requests for one thread, once the check has passed. */
    Raised raised(int priority, int processor);

    /**
     * Gives one thread what its service has requested, from {@link #raise} to {@link #lower}. Thread-safe; may
     * allocate; {@code lower} never waits for {@code raise}. Neither method throws: the system granted the requests at
     * the start, and a late thread must not end the service. The metrics show late ticks. By default, nothing is
     * requested.
     */
    interface Raised {
        Raised NOTHING = new Raised() {};

        /** Makes the requests for the calling thread. */
        default void raise() {}

        /**
         * Takes the priority back. For any thread. The thread itself must call it before it ends, because the system
         * may reuse its number. A second call only waits for the first one.
         */
        default void lower() {}
    }
}
