package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.Tick;

/**
 * A body that runs along x between two walls and jumps, a crate that it can push, and a lift that pushes it aside. The
 * step is the same in the service and in the small world, as in a game.
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
    private static final double FRICTION = 4;

    /** How near the centres of runner and crate can be, and of runner and lift. */
    private static final double CRATE = 0.8;

    private static final double LIFT = 0.6;

    /** Channels are floats, so the last bits of a height decide nothing. */
    private static final double TOUCHES = 1e-5;

    boolean hasCrate;
    boolean hasLift;

    double x = 2;
    double speed;
    double y;
    double rise;
    double crate = 6;
    double crateSpeed;
    double lift = 8;
    double liftSpeed;

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
        if (hasCrate) {
            pushCrate(dt);
        }
        lift += liftSpeed * dt;
        if (hasLift) {
            meetLift();
        }
        if (x < LEFT || x > RIGHT) {
            x = Math.max(LEFT, Math.min(RIGHT, x));
            speed = 0;
        }
    }

    private void pushCrate(double dt) {
        double slower = Math.min(Math.abs(crateSpeed), FRICTION * dt);
        crateSpeed -= Math.signum(crateSpeed) * slower;
        crate += crateSpeed * dt;
        if (crate < 1 || crate > 11) {
            crate = Math.max(1, Math.min(11, crate));
            crateSpeed = -0.3 * crateSpeed;
        }
        double side = Math.signum(x - crate);
        double overlap = CRATE - Math.abs(x - crate);
        if (overlap > 0) {
            if ((speed - crateSpeed) * side < 0) {
                speed = (speed + crateSpeed) / 2;
                crateSpeed = speed;
            }
            x += side * overlap / 2;
            crate -= side * overlap / 2;
        }
    }

    private void meetLift() {
        double side = Math.signum(x - lift);
        double overlap = LIFT - Math.abs(x - lift);
        if (overlap > 0) {
            speed = (speed - liftSpeed) * side < 0 ? liftSpeed : speed;
            x += side * overlap;
        }
    }
}
