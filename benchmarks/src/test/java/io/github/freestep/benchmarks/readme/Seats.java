package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.InputPort;
import io.github.freestep.state.InputSink;

/**
 * Gives each client a seat with axes and actions of its own, which no other client can use. A client has a seat from
 * its first input on. For any thread.
 */
final class Seats implements InputSink {
    static final int AXES = 2; // of one player
    static final int ACTIONS = 10;

    private final InputPort physics;
    private static final long FREE = 0;

    private final long[] clients; // by seat
    private int seat; // of the client that sends

    Seats(InputPort physics, int seats) {
        this.physics = physics;
        clients = new long[seats];
    }

    @Override
    public int axes() {
        return AXES;
    }

    @Override
    public synchronized void from(long client) {
        seat = seatOf(client);
        if (seat == clients.length) {
            seat = seatOf(FREE); // a new client; without a free seat, its input is refused
            take(seat, client);
        }
    }

    /** Call it when the body of a client is removed. */
    synchronized void free(long client) {
        int left = seatOf(client);
        for (int axis = 0; left < clients.length && axis < AXES; axis++) {
            physics.axis(left * AXES + axis, 0); // or the next player would walk on
        }
        take(left, FREE);
    }

    /** Returns a client's seat s, or the number of seats if it has none. Its axis a is axis s * AXES + a. */
    synchronized int seatOf(long client) {
        int found = 0;
        while (found < clients.length && clients[found] != client) {
            found++;
        }
        return found;
    }

    private void take(int seat, long client) {
        if (seat < clients.length) {
            clients[seat] = client;
        }
    }

    @Override
    public boolean axis(int axis, float value, long nanos) {
        return seat < clients.length && physics.axis(seat * AXES + axis, value, nanos);
    }

    @Override
    public boolean action(int code, float value, long nanos) {
        boolean isOwn = seat < clients.length && code >= 0 && code < ACTIONS;
        return isOwn && physics.action(seat * ACTIONS + code, value, nanos);
    }
}
