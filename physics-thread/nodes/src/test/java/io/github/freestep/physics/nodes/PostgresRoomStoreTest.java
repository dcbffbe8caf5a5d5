package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process of its own keeps the contract, also through its restart. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the tests have no other server")
class PostgresRoomStoreTest extends AgingStoreTest {
    private static final AtomicInteger TESTS = new AtomicInteger();

    private static EmbeddedPostgres server;

    private DataSource database;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        server = server(folder, 0);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    /** Runs before that of the contract, which opens the store. */
    @Override
    protected RoomStore open() throws IOException {
        try {
            if (database == null) {
                String schema = "test" + TESTS.incrementAndGet();
                run(server.getPostgresDatabase(), "create schema " + schema);
                database = server.getPostgresDatabase(Map.of("currentSchema", schema));
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
        return PostgresRoomStore.open(database);
    }

    @Override
    void age(long millis) throws SQLException {
        run(
                database,
                "update freestep_room set saved = saved - " + millis + "; update freestep_save set saved = -saved;"
                        + " update freestep_save set saved = -saved - " + millis);
    }

    @Override
    int skipped() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            ResultSet row = statement.executeQuery("select count(*) from freestep_save where skipped");
            row.next();
            return row.getInt(1);
        }
    }

    /** The port stays, so the same store finds the server again. */
    @Test
    void whileTheDatabaseIsStoppedAllCallsAreRefusedAndNothingIsLost(@TempDir Path folder) throws IOException {
        EmbeddedPostgres first = server(folder, 0);
        RoomStore store = PostgresRoomStore.open(first.getPostgresDatabase());
        store.create(ROOM, KEY, save(0));
        long owner = store.claim(ROOM, "a");
        store.save(ROOM, owner, save(5));
        first.close();
        refuses(() -> store.save(ROOM, owner, save(6)), "the database could not save room 7: ");
        refuses(() -> store.claim(ROOM, "b"), "the database could not claim room 7: ");
        refuses(() -> store.requireOwner(ROOM, owner), "the database could not ask for the owner of room 7: ");
        refuses(() -> store.read(ROOM), "the database could not read room 7: ");
        refuses(() -> store.beat("a", new NodeBeat(1, "")), "the database could not write a beat: ");
        refuses(store::beats, "the database could not read the beats: ");
        refuses(() -> store.lease("chief", "a", Duration.ofHours(1)), "the database could not take the lease chief: ");
        try (EmbeddedPostgres second = server(folder, first.getPort())) {
            assertEquals(
                    owner,
                    PostgresRoomStore.open(second.getPostgresDatabase())
                            .read(ROOM)
                            .owner());
            store.requireOwner(ROOM, owner);
            assertArrayEquals(save(5), store.read(ROOM).save());
            store.save(ROOM, owner, save(6));
            assertArrayEquals(save(6), store.read(ROOM).save());
        }
    }

    static EmbeddedPostgres server(Path folder, int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setPGStartupWait(Duration.ofMinutes(4)) // on a busy machine
                .start();
    }

    /** Such as those of a pool that was set so: what is not committed is gone when they are closed. */
    @Test
    void connectionsNeedNotCommitByThemselves() throws IOException {
        RoomStore store = PostgresRoomStore.open(connecting(connection -> connection.setAutoCommit(false)));
        store.save(ROOM, store.claim(ROOM, "a"), save(5));
        assertSaved(1, 5);
    }

    /** Such as after a timeout: the server still has the statement, and the owner has saved again meanwhile. */
    @Test
    void aSaveThatComesLateDoesNotReplaceANewerOneOfItsOwner() throws IOException {
        RoomStore inTime = open();
        long owner = inTime.claim(ROOM, "a");
        AtomicBoolean isLate = new AtomicBoolean();
        RoomStore late = PostgresRoomStore.open(connecting(connection -> {
            if (isLate.getAndSet(false)) {
                inTime.save(ROOM, owner, save(6));
            }
        }));
        isLate.set(true);
        late.save(ROOM, owner, save(5));
        assertSaved(owner, 6);
        inTime.save(ROOM, owner, save(7));
        assertSaved(owner, 7);
    }

    /** As if it had stood still in the middle of its save, after the first statement. */
    @Test
    void aFormerOwnerNeitherKeepsNorForgetsOlderSaves() throws IOException, SQLException {
        RoomStore next = open();
        AtomicInteger connections = new AtomicInteger(Integer.MIN_VALUE);
        RoomStore late = PostgresRoomStore.open(connecting(connection -> {
            if (connections.incrementAndGet() == 2) {
                age(60_000);
                next.save(ROOM, next.claim(ROOM, "b"), save(6));
                age(30_000);
            }
        }));
        long owner = late.claim(ROOM, "a");
        connections.set(0);
        late.save(ROOM, owner, save(5));
        next.save(ROOM, owner + 1, save(7));
        assertSaves(6, 7);
    }

    /** Processes count their saves, and the next owner may be in one that has just started. */
    @Test
    void theNextOwnerMayHaveSavedLessOften() throws IOException, SQLException {
        open().save(ROOM, open().claim(ROOM, "a"), save(5));
        run(database, "update freestep_room set saves = saves + 1000000");
        open().save(ROOM, open().claim(ROOM, "b"), save(6));
        assertSaved(2, 6);
    }

    private interface Setting {
        void of(Connection connection) throws SQLException, IOException;
    }

    /** Does something with each connection before the store has it. */
    private DataSource connecting(Setting first) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    try {
                        Connection connection = (Connection) method.invoke(database, arguments);
                        first.of(connection);
                        return connection;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A game's database may give it a user that only reads and writes. */
    @Test
    void tablesThatAreThereNeedNoRightToCreateThem() throws IOException, SQLException {
        String schema;
        try (Connection connection = database.getConnection()) {
            schema = connection.getSchema();
        }
        run(
                database,
                "create user " + schema + "; grant usage on schema " + schema + " to " + schema
                        + "; grant all on all tables in schema " + schema + " to " + schema);
        RoomStore store =
                PostgresRoomStore.open(server.getDatabase(schema, "postgres", Map.of("currentSchema", schema)));
        store.save(ROOM, store.claim(ROOM, "a"), save(5));
        assertSaved(1, 5);
    }

    static void run(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
