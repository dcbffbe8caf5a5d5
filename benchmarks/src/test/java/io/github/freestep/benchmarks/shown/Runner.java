package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.Tick;

/**
 * A body that runs along x between two walls and jumps. The step is the same in the service and in the small world, as
 * in a game.
 */
final class Runner {
    static final int AXIS = 0;
    static final int JUMP = 7;
    static final double LEFT = 0.4;
    static final double RIGHT = 13;

    private static final double SPEED = 5;
    private static final double ACCELERATION = 50;
    private static final double GRAVITY = 20;
    private static final double TAKE_OFF = 6;

    /** Channels are floats, so the last bits of a height decide nothing. */
    private static final double TOUCHES = 1e-5;

    double x = 2;
    double speed;
    double y;
    double rise;

    void step(Tick tick) {
        double dt = tick.dtSeconds();
        double most = ACCELERATION * dt;
        speed += Math.max(-most, Math.min(most, tick.input().axis(AXIS) * SPEED - speed));
        for (int i = 0; i < tick.input().size(); i++) {
            if (tick.input().isAction(i) && tick.input().code(i) == JUMP && y == 0) {
                rise = TAKE_OFF;
            }
        }
        rise -= GRAVITY * dt;
        x += speed * dt;
        y += rise * dt;
        if (y <= TOUCHES) {
            y = 0;
            rise = 0;
        }
        if (x < LEFT || x > RIGHT) {
            x = Math.max(LEFT, Math.min(RIGHT, x));
            speed = 0;
        }
    }
}
