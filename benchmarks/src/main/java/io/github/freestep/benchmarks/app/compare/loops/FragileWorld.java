package io.github.freestep.benchmarks.app.compare.loops;

/**
 * What does not survive long steps: a ball that runs to and fro between thin walls, and a stiff spring without damping.
 * Collisions are found only where a step ends, and the spring is integrated with semi-implicit Euler, as in most games.
 * For the thread that steps.
 */
public final class FragileWorld {
    /** How far the ball may go to either side. */
    static final double WALL_METRES = 0.5;

    static final double WALL_THICKNESS_METRES = 0.1;

    /** Moves 8 cm in a tick, so that a tick does not jump over the wall. */
    static final double BALL_SPEED = 8;

    /** The spring's angular frequency. The integration explodes if a step is longer than two divided by this: 25 ms. */
    static final double STIFFNESS = 80;

    /** The amplitude from which on the spring counts as exploded; it stays there. */
    static final double EXPLODED = 10;

    private long longestNanos;
    private double ball;
    private double ballSpeed = BALL_SPEED;
    private double spring = 1;
    private double springSpeed;
    private boolean tunnelled;
    private boolean exploded;

    void step(long dtNanos) {
        longestNanos = Math.max(longestNanos, dtNanos);
        double dt = dtNanos / 1e9;
        if (!tunnelled) {
            ball += ballSpeed * dt;
            double beyond = Math.abs(ball) - WALL_METRES;
            if (beyond > WALL_THICKNESS_METRES) {
                tunnelled = true;
            } else if (beyond > 0) {
                ball = Math.copySign(WALL_METRES - beyond, ball);
                ballSpeed = -ballSpeed;
            }
        }
        if (!exploded) {
            springSpeed -= STIFFNESS * STIFFNESS * spring * dt;
            spring += springSpeed * dt;
            exploded = !(Math.abs(spring) < EXPLODED);
            spring = Math.max(-EXPLODED, Math.min(EXPLODED, spring));
        }
    }

    public long longestNanos() {
        return longestNanos;
    }

    /** Returns where the ball is; beyond the wall, where it was found there. */
    double ball() {
        return ball;
    }

    double spring() {
        return spring;
    }

    public boolean tunnelled() {
        return tunnelled;
    }

    public boolean exploded() {
        return exploded;
    }
}
