package io.github.freestep.nodes.demo;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes the processes of a database stand still, and damages its rows.
 *
 * @param server the process that has started all others; empty if it does not run on this machine
 */
record DatabaseFaults(String url, Optional<ProcessHandle> server) implements StoreFaults {
    static DatabaseFaults of(String url) throws IOException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
            row.next();
            Optional<ProcessHandle> backend = ProcessHandle.of(row.getLong(1)).filter(DatabaseFaults::isDatabase);
            return new DatabaseFaults(
                    url, backend.flatMap(ProcessHandle::parent).filter(DatabaseFaults::isDatabase));
        } catch (SQLException e) {
            throw new IOException("could not ask the database for its process; check --database", e);
        }
    }

    /** On this machine, another program may have the number of a process of another machine. */
    private static boolean isDatabase(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("postgres");
    }

    @Override
    public boolean canFail() {
        return server.isPresent();
    }

    @Override
    public void fail() throws IOException {
        signal("-STOP");
    }

    @Override
    public void recover() throws IOException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException {
        for (ProcessHandle each : server.stream()
                .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
                .toList()) {
            NodeProcess.signal(signal, each.pid());
        }
    }

    @Override
    public void flip(int room) throws IOException {
        String sql = "update freestep_room set save = set_byte(save, length(save) - 1,"
                + " 255 - get_byte(save, length(save) - 1)) where room = " + room;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            if (statement.executeUpdate(sql) != 1) {
                throw new SQLException("no such row");
            }
        } catch (SQLException e) {
            throw new IOException("the save of room " + room + " must be in the database, but could not be damaged", e);
        }
    }
}
