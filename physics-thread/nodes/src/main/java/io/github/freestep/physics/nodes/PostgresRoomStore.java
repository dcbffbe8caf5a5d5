package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * Keeps rooms in a PostgreSQL database; the tests use version 16. Safe for use by any number of threads and processes.
 *
 * <pre>{@code
 * PGSimpleDataSource database = new PGSimpleDataSource();
 * database.setURL("jdbc:postgresql://db.internal/game?connectTimeout=1&socketTimeout=2"
 *         + "&options=-c%20statement_timeout=1500");
 * RoomStore store = PostgresRoomStore.open(database);
 * }</pre>
 *
 * <p>Each call is one statement on a connection of its own, so pass a pool, such as HikariCP, and the driver as a
 * dependency of your own. Without {@code socketTimeout}, a call waits for ever for a database that hangs. Its rooms
 * then stop when their leases end. Let {@code statement_timeout}, which is in milliseconds, be shorter, because the
 * database could otherwise carry out a statement long after its call has failed. A save is confirmed once the database
 * has committed it, so leave {@code synchronous_commit} on, and let a standby take over only if it is a synchronous
 * one. Otherwise, the same number could be given to two owners.
 */
public final class PostgresRoomStore implements RoomStore {
    /** The lock lets two nodes start at once, because the second "if not exists" would fail. */
    private static final String TABLES = """
            select pg_advisory_xact_lock(4621063517);
            create table if not exists freestep_room (
                room int primary key, key bytea not null, owner bigint not null,
                saved_by bigint not null, saves bigint not null default 0, nodes text[] not null,
                saved bigint not null default extract(epoch from now()) * 1000, save bytea not null);
            create table if not exists freestep_save (
                room int not null, saved bigint not null, save bytea not null, skipped boolean not null,
                primary key (room, saved));
            create table if not exists freestep_node (
                node text primary key, beat bigint not null, address text not null);
            create table if not exists freestep_lease (
                name text primary key, node text not null, ends timestamp with time zone not null)
            """;

    /**
     * Skips what is newer than the save with which an owner has begun. It has not saved yet, so all of that is of
     * earlier owners.
     */
    private static final String SKIP = """
            with before as (
                select room, saved, save from freestep_room where room = ? and owner = ? and saved_by < owner for update),
            newest as (
                insert into freestep_save select room, saved, save, true from before on conflict do nothing)
            update freestep_save older set skipped = true from before
            where older.room = before.room and older.saved > ?
            """;

    /** Of the nodes, only that of this owner is left. Returns when the save was made, and when the older ones were. */
    private static final String SAVE = """
            update freestep_room set save = ?, saved_by = owner, saves = ?, nodes = nodes[array_length(nodes, 1):],
                saved = greatest(saved, extract(epoch from now()) * 1000)
            where room = ? and owner = ? and (saved_by < owner or saves < ?)
            returning array[saved] || array(select older.saved from freestep_save older
                where older.room = freestep_room.room and not skipped)
            """;

    private static final String KEEP = """
            insert into freestep_save select room, saved, save, false from freestep_room
            where room = ? and owner = ? and saved = ? on conflict do nothing
            """;

    private static final String FORGET = """
            delete from freestep_save
            where room = (select room from freestep_room where room = ? and owner = ?) and case when skipped then
                saved not in (select saved from freestep_save where room = ? and skipped order by saved desc limit ?)
                else saved <> all(?) end
            """;

    /** Orders the saves of an owner, all of which are of one process, also if one reaches the table late. */
    private static final AtomicLong SAVES = new AtomicLong();

    private interface Answer<T> {
        T of(PreparedStatement statement) throws SQLException, IOException;
    }

    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    private final DataSource database;

    private PostgresRoomStore(DataSource database) {
        this.database = Objects.requireNonNull(database, "database must not be null");
    }

    /**
     * Opens the store, and creates its four tables {@code freestep_...} if they are missing.
     *
     * @param database where connections come from; never closed
     * @return the store
     * @throws IOException if the database does not answer, or refuses the tables
     */
    public static PostgresRoomStore open(DataSource database) throws IOException {
        PostgresRoomStore store = new PostgresRoomStore(database);
        // A user who may not create tables can use those that are there.
        String there = "select to_regclass('freestep_save') is not null";
        boolean hasTables = store.ask("open the store", there, statement -> {
            ResultSet row = statement.executeQuery();
            return row.next() && row.getBoolean(1);
        });
        if (!hasTables) {
            store.ask("create the tables of the store", TABLES, PreparedStatement::execute);
        }
        return store;
    }

    @Override
    public void create(int room, byte[] key, byte[] save) throws IOException {
        String sql =
                "insert into freestep_room (room, key, owner, saved_by, nodes, save) values (?, ?, 0, 0, '{\"\"}', ?)"
                        + " on conflict do nothing";
        if (update(
                        "create room " + room,
                        sql,
                        Arguments.room(room),
                        Objects.requireNonNull(key, "key must not be null"),
                        Objects.requireNonNull(save, "save must not be null"))
                == 0) {
            throw new IOException("room " + room + " must not exist yet, but is in the table freestep_room; delete its"
                    + " row to begin it again");
        }
    }

    @Override
    public long claim(int room, String node) throws IOException {
        String sql =
                "update freestep_room set owner = owner + 1, nodes = nodes || ?::text where room = ? returning owner";
        return row("claim", room, sql, row -> row.getLong(1), Arguments.name("node", node), Arguments.room(room));
    }

    @Override
    public void requireOwner(int room, long owner) throws IOException {
        long newest = newest(room);
        if (newest != owner) {
            throw new OldOwnerException(room, owner, newest);
        }
    }

    private long newest(int room) throws IOException {
        String sql = "select owner from freestep_room where room = ?";
        return row("ask for the owner of", room, sql, row -> row.getLong(1), Arguments.room(room));
    }

    @Override
    public StoredRoom read(int room) throws IOException {
        String sql = "select key, save, saved_by, nodes from freestep_room where room = ?";
        return row("read", room, sql, PostgresRoomStore::room, Arguments.room(room));
    }

    private static StoredRoom room(ResultSet row) throws SQLException {
        String[] nodes = (String[]) row.getArray(4).getArray();
        return new StoredRoom(row.getBytes(1), row.getBytes(2), row.getLong(3), List.of(nodes));
    }

    @Override
    public NavigableMap<Long, byte[]> saves(int room) throws IOException {
        String sql = "select saved, save from freestep_room where room = ?"
                + " union all select saved, save from freestep_save where room = ? and not skipped";
        return row("read the saves of", room, sql, PostgresRoomStore::saves, Arguments.room(room), room);
    }

    private static TreeMap<Long, byte[]> saves(ResultSet row) throws SQLException {
        TreeMap<Long, byte[]> found = new TreeMap<>();
        do {
            found.put(row.getLong(1), row.getBytes(2));
        } while (row.next());
        return found;
    }

    @Override
    public void save(int room, long owner, byte[] save, long begun) throws IOException {
        Objects.requireNonNull(save, "save must not be null");
        String what = "save room " + Arguments.room(room);
        if (begun < NEWEST) {
            update(what, SKIP, room, owner, begun);
        }
        long number = SAVES.incrementAndGet();
        Answer<Long[]> answer = statement -> {
            ResultSet row = statement.executeQuery();
            return row.next() ? (Long[]) row.getArray(1).getArray() : new Long[0];
        };
        Long[] times = ask(what, SAVE, answer, save, number, room, owner, number);
        if (times.length == 0) {
            requireOwner(room, owner); // otherwise, a newer save of the same owner is there
            return;
        }
        NavigableSet<Long> older = new TreeSet<>(Arrays.asList(times).subList(1, times.length));
        if (Generations.isDue(times[0], older)) {
            older.add(times[0]);
            update(what, KEEP, room, owner, times[0]);
            Long[] kept = Generations.kept(times[0], older).toArray(Long[]::new);
            update(what, FORGET, room, owner, room, Generations.MOST_SKIPPED, kept);
        }
    }

    @Override
    public void beat(String node, NodeBeat beat) throws IOException {
        String sql = "insert into freestep_node (node, beat, address) values (?, ?, ?)"
                + " on conflict (node) do update set beat = excluded.beat, address = excluded.address";
        update("write a beat", sql, Arguments.name("node", node), beat.number(), beat.address());
    }

    @Override
    public Map<String, NodeBeat> beats() throws IOException {
        return ask("read the beats", "select node, beat, address from freestep_node", statement -> {
            Map<String, NodeBeat> found = new HashMap<>();
            ResultSet row = statement.executeQuery();
            while (row.next()) {
                found.put(row.getString(1), new NodeBeat(row.getLong(2), row.getString(3)));
            }
            return found;
        });
    }

    @Override
    public boolean lease(String name, String node, Duration time) throws IOException {
        String sql = "insert into freestep_lease as held (name, node, ends)"
                + " values (?, ?, now() + ? * interval '1 millisecond')"
                + " on conflict (name) do update set node = excluded.node, ends = excluded.ends"
                + " where held.node = excluded.node or held.ends <= now()";
        return update(
                        "take the lease " + name,
                        sql,
                        Arguments.name("name", name),
                        Arguments.name("node", node),
                        Arguments.millis(time))
                > 0;
    }

    private int update(String what, String sql, Object... values) throws IOException {
        return ask(what, sql, PreparedStatement::executeUpdate, values);
    }

    private <T> T row(String what, int room, String sql, Row<T> row, Object... values) throws IOException {
        return ask(
                what + " room " + room,
                sql,
                statement -> {
                    ResultSet found = statement.executeQuery();
                    if (!found.next()) {
                        throw new IOException(
                                "room " + room + " must have a row in the table freestep_room, but has none;"
                                        + " create the room, or restore the table from a backup");
                    }
                    return row.of(found);
                },
                values);
    }

    private <T> T ask(String what, String sql, Answer<T> answer, Object... values) throws IOException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            T result = answer.of(statement);
            if (!connection.getAutoCommit()) { // such as those of a pool that was set so
                connection.commit();
            }
            return result;
        } catch (SQLException e) {
            throw new IOException(
                    "the database could not " + what + ": " + e.getMessage()
                            + "; check that it runs, that this node reaches it, and that its disk has room",
                    e);
        }
    }
}
