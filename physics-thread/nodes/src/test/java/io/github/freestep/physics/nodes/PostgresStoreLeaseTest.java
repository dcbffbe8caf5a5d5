package io.github.freestep.physics.nodes;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the tests have no other server")
class PostgresStoreLeaseTest extends StoreLeaseTest {
    private static EmbeddedPostgres server;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        server = PostgresRoomStoreTest.server(folder, 0);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void forget() throws Exception {
        store();
        PostgresRoomStoreTest.run(server.getPostgresDatabase(), "delete from freestep_lease");
    }

    @Override
    RoomStore store() throws IOException {
        return PostgresRoomStore.open(server.getPostgresDatabase());
    }
}
