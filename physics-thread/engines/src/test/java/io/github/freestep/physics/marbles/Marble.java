package io.github.freestep.physics.marbles;

/** A body of {@link MarbleEngine}: a ball of radius one half that falls onto the floor, and stays there. */
final class Marble {
    double x;
    double y;
    double vx;
    double vy;
    boolean resting;
    boolean touching;

    /** Null while the marble is in no engine. */
    MarbleEngine engine;

    Marble(double x, double y) {
        this.x = x;
        this.y = y;
    }
}
