package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A store that does something else before each call. */
final class KeptStore {
    /** What happens before each call. */
    interface Before {
        void call(String name, Object[] arguments) throws IOException;
    }

    private KeptStore() {}

    /** Returns the same store, which first does something else, or refuses a call. */
    static RoomStore watched(RoomStore store, Before before) {
        return (RoomStore) Proxy.newProxyInstance(
                RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, (proxy, method, arguments) -> {
                    before.call(method.getName(), arguments);
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
