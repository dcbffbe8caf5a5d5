package io.github.freestep.render.server;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A world of players who move along x by their axis 0, and jump by actions. Two bodies are nobody's. */
final class Plain implements SavableSimulation, PlayerHost {
    static final StateLayout LAYOUT = StateLayout.of(8);

    /** A player for whom the game has a mistake. */
    static final long MISTAKE = 44;

    final double[] x = new double[LAYOUT.capacity()];
    final StringBuilder jumps = new StringBuilder();
    final Players players;
    boolean refuses;
    int heard;
    int steps;
    boolean rests;

    Plain(int seats) {
        players = Players.builder(this)
                .seats(seats)
                .axes(2)
                .grace(Duration.ofSeconds(1))
                .build();
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
        context.bodies().spawn(1);
    }

    private void require(long number) {
        if (refuses || number == MISTAKE) {
            throw new IllegalStateException("planted");
        }
    }

    @Override
    public int join(int seat, Bodies bodies) {
        require(players.number(seat));
        int body = bodies.spawn();
        x[body] = 0;
        return body;
    }

    @Override
    public void leave(int seat, int body, Bodies bodies) {
        require(0);
        if (body >= 0) {
            bodies.remove(body);
        }
    }

    @Override
    public void message(int seat, byte[] message) {
        ByteBuffer.wrap(message).getInt();
        heard++;
    }

    @Override
    public boolean resting() {
        return rests;
    }

    @Override
    public void step(Tick tick) {
        steps++;
        for (int seat = 0; seat < players.seats(); seat++) {
            PlayerInput input = players.input(tick, seat);
            for (int i = 0; i < input.actions(); i++) {
                jumps.append(seat).append(':').append(input.code(i)).append('=').append(input.value(i));
            }
            if (players.body(seat) >= 0) {
                x[players.body(seat)] += input.axis(0);
            }
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int slot = 0; slot < x.length; slot++) {
            if (state.isAlive(slot)) {
                state.position(slot, x[slot], 0, 0);
            }
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        for (double each : x) {
            out.writeDouble(each);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        for (int slot = 0; slot < x.length; slot++) {
            x[slot] = in.readDouble();
        }
    }
}
