package io.github.freestep.nodes.demo;

import java.io.IOException;
import java.nio.file.Path;

/** Faults of the nodes' store, caused from outside the nodes. For one thread. */
interface StoreFaults {
    /** Returns the faults of a store that exists, by its name as for {@link Stores#open}. */
    static StoreFaults of(String name) throws IOException {
        return name.startsWith("jdbc:") ? DatabaseFaults.of(name) : new FolderFaults(Path.of(name));
    }

    /** Whether {@link #fail} is possible here: only a database can be stopped. */
    default boolean canFail() {
        return false;
    }

    /** Makes the store fail, so that all rooms stop, because no node knows whether it still owns them. */
    default void fail() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Lets the store work again. */
    default void recover() throws IOException {}

    /** Damages the newest save of a room that no node saves meanwhile. A second call repairs it. */
    void flip(int room) throws IOException;
}
