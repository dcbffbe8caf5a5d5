package io.github.freestep.nodes.demo;

import java.io.IOException;
import java.nio.file.Path;

/** Faults of the nodes' store, caused from outside the nodes. For one thread. */
interface StoreFaults {
    /**
     * Returns the faults of a store that exists, by its name as for {@link Stores#open}.
     *
     * @param mayFill whether the disk of a folder may be filled
     */
    static StoreFaults of(String name, boolean mayFill) throws IOException {
        return name.startsWith("jdbc:") ? DatabaseFaults.of(name) : new FolderFaults(Path.of(name), mayFill);
    }

    /** Whether {@link #fail} is possible here. */
    boolean canFail() throws IOException;

    /** Says what {@link #fail} does. */
    String failure();

    /** Whether rooms stop while the store fails, because no node knows whether it still owns them. */
    boolean stopsRooms();

    /** Makes the store fail. */
    void fail() throws IOException;

    /** Lets the store work again. Does nothing if it works. */
    void recover() throws IOException;

    /** Damages the newest save of a room that no node saves meanwhile. A second call repairs it. */
    void flip(int room) throws IOException;
}
