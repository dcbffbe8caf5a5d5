package io.github.freestep.nodes.demo;

import io.github.freestep.physics.nodes.FileRoomStore;
import io.github.freestep.physics.nodes.PostgresRoomStore;
import io.github.freestep.physics.nodes.RoomStore;
import java.io.IOException;
import java.nio.file.Path;
import org.postgresql.ds.PGPoolingDataSource;

/** Opens the store of the nodes: a folder, or a database if its name begins with {@code jdbc:}. */
final class Stores {
    /** The threads of a node that ask the store at a time. */
    private static final int CONNECTIONS = 8;

    /** Less than a lease lasts, so that a database that hangs is noticed, and tried again. */
    private static final int TIMEOUT_SECONDS = 2;

    private Stores() {}

    static RoomStore open(String name) throws IOException {
        return name.startsWith("jdbc:") ? PostgresRoomStore.open(pool(name)) : FileRoomStore.in(Path.of(name));
    }

    @SuppressWarnings("deprecation") // A game has a pool of its own. The driver's is enough for this.
    private static PGPoolingDataSource pool(String url) {
        PGPoolingDataSource pool = new PGPoolingDataSource();
        pool.setUrl(url);
        pool.setMaxConnections(CONNECTIONS);
        pool.setSocketTimeout(TIMEOUT_SECONDS);
        pool.setOptions("-c statement_timeout=" + (TIMEOUT_SECONDS * 1_000 - 500));
        return pool;
    }
}
