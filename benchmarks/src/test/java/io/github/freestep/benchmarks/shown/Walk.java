package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** The small world of a client: the own body, which walks along x up to a wall, and jumps. */
final class Walk implements OwnWorld {
    static final int AXIS = 0;
    static final int NUMBER = 1;
    static final int JUMP = 7;
    static final double SPEED = 4;

    /** What the server sends of each body: the speed upwards and the newest number of its input. */
    static final StateLayout LAYOUT = StateLayout.of(8).linear("rise").stepped("number");

    private static final double GRAVITY = 10;
    private static final double TAKE_OFF = 4;

    private final int player;
    private final double wall;
    double x;
    double y;
    double rise;

    Walk(int player, double wall) {
        this.player = player;
        this.wall = wall;
    }

    @Override
    public int slot(State server) { // which body is the player's
        return player;
    }

    @Override
    public void set(State server, int slot, PhysicsContext c) {
        x = server.x(slot);
        y = server.y(slot);
        rise = server.linear(0)[slot]; // its speed upwards, which the server writes to a channel
    }

    @Override
    public void step(Tick tick) {
        walk(tick, AXIS, JUMP, SPEED); // as on the server
    }

    /** The step of a body, the same here and on the server. */
    void walk(Tick tick, int axis, int jump, double speed) {
        x = Math.min(wall, x + speed * tick.input().axis(axis) * tick.dtSeconds());
        for (int i = 0; i < tick.input().size(); i++) {
            if (tick.input().isAction(i) && tick.input().code(i) == jump && y == 0) {
                rise = TAKE_OFF;
            }
        }
        y = Math.max(0, y + rise * tick.dtSeconds());
        rise = y > 0 ? rise - GRAVITY * tick.dtSeconds() : 0;
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, x, y, 0);
    }
}
