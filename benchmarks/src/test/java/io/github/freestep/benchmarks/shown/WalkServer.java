package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** The world of a server: two bodies, of two players. It writes the newest number of each player's input. */
final class WalkServer implements Simulation {
    /** The axes of the second player are beyond those of the first. */
    static final int AXES = 2;

    static final int PLAYERS = 2;

    private final Walk[] bodies = new Walk[PLAYERS];
    private final float[] numbers = new float[PLAYERS];
    double speed = Walk.SPEED;

    WalkServer(double wall) {
        for (int player = 0; player < PLAYERS; player++) {
            bodies[player] = new Walk(player, wall);
        }
    }

    Walk body(int player) {
        return bodies[player];
    }

    @Override
    public StateLayout layout() {
        return Walk.LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext c) {
        for (int player = 0; player < PLAYERS; player++) {
            c.bodies().spawn(player);
        }
    }

    @Override
    public void step(Tick tick) {
        for (int player = 0; player < PLAYERS; player++) {
            bodies[player].walk(tick, player * AXES + Walk.AXIS, Walk.JUMP + player, speed);
            numbers[player] = tick.input().axis(player * AXES + Walk.NUMBER);
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int player = 0; player < PLAYERS; player++) {
            state.position(player, bodies[player].x, bodies[player].y, player);
            state.linear(0, player, bodies[player].rise);
            state.stepped(0, player, numbers[player]);
        }
    }
}
