package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.InputPort;
import io.github.freestep.state.InputSink;

/** Gives each client a seat with axes and actions of its own, which no other client can use. */
final class Seats implements InputSink {
    static final int AXES = 2; // of one player
    static final int ACTIONS = 10;

    private final InputPort physics;
    private final long[] clients; // by seat
    private int taken;
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
    public void from(long client) {
        seat = 0;
        while (seat < taken && clients[seat] != client) {
            seat++;
        }
        if (seat == taken && taken < clients.length) {
            clients[taken++] = client; // a new one; without a free seat, its input is refused
        }
    }

    @Override
    public boolean axis(int axis, float value, long nanos) {
        return seat < taken && physics.axis(seat * AXES + axis, value, nanos);
    }

    @Override
    public boolean action(int code, float value, long nanos) {
        boolean isOwn = seat < taken && code >= 0 && code < ACTIONS;
        return isOwn && physics.action(seat * ACTIONS + code, value, nanos);
    }
}
