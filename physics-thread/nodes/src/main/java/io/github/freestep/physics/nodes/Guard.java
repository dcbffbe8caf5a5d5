package io.github.freestep.physics.nodes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Runs what may throw where an exception would end something for ever, such as the polls of a timer, and logs what it
 * throws. What throws the same again and again is logged once. Safe for use by any number of threads.
 */
final class Guard {
    private volatile String logged = "";

    /** Returns events that do the same, but do not throw: otherwise, those of a user could end all rooms. */
    static RoomEvents events(RoomEvents events) {
        Guard guard = new Guard();
        return (RoomEvents) Proxy.newProxyInstance(
                RoomEvents.class.getClassLoader(), new Class<?>[] {RoomEvents.class}, (proxy, method, arguments) -> {
                    try {
                        method.invoke(events, arguments);
                    } catch (InvocationTargetException thrown) {
                        guard.log(thrown.getCause());
                    }
                    return null;
                });
    }

    /** Returns work that does the same, but does not throw. */
    static Runnable work(Runnable work) {
        Guard guard = new Guard();
        return () -> {
            try {
                work.run();
            } catch (Throwable thrown) {
                guard.log(thrown);
            }
        };
    }

    /** Logs what was thrown, unless it is the same as the last time. */
    void log(Throwable thrown) {
        String text = thrown.toString();
        if (!text.equals(logged)) {
            logged = text;
            System.getLogger("io.github.freestep")
                    .log(System.Logger.Level.ERROR, "something has failed in a node, which continues", thrown);
        }
    }
}
