package io.github.freestep.benchmarks.app.compare.peers.host;

/**
 * The scene of all peers: boxes that fall onto a floor, side by side, and never sleep, so that each step costs the
 * same. High above them, the <i>runner</i> moves to the right at 1 m/s, so its place tells which time a picture shows.
 * The <i>shuttle</i> runs to and fro, so extrapolation errs at its turns. A third body is where the number of keys says
 * that were pressed. Stateless.
 */
public final class PeerScene {
    /** The number of boxes. */
    public static final int BOXES = 500;

    /** Steps per second. */
    public static final int RATE = 100;

    /** The index of the runner. The first bodies are the boxes. */
    public static final int RUNNER = BOXES;

    /** The index of the shuttle. */
    public static final int SHUTTLE = BOXES + 1;

    /** The index of the body that shows the keys. */
    public static final int KEYS = BOXES + 2;

    /** The speed of the runner, in metres per second. */
    public static final float SPEED = 1;

    /** Where the runner begins. In the first 17 s, the sums of floats are good to 0.2 ms of its time. */
    public static final float RUNNER_X = -5;

    /** The speed of the shuttle, in metres per second: that of a runner's foot, or of a ball that was dropped. */
    public static final float SHUTTLE_SPEED = 5;

    private static final float FIRST_Y = 100;
    private static final float APART_Y = 10;
    private static final int SHUTTLE_STEPS = 7;

    private static final int ROW = 25;
    private static final int HEIGHTS = 5;
    private static final float GAP = 1.5f;

    private PeerScene() {}

    /** Returns the height of the runner, the shuttle, or the body that shows the keys. */
    public static float aboveY(int body) {
        return FIRST_Y + APART_Y * (body - BOXES);
    }

    /** Returns the velocity of the shuttle in a step. It turns so often that of a few long steps, one hides a turn. */
    public static float shuttleVelocity(int step) {
        return step / SHUTTLE_STEPS % 2 == 0 ? SHUTTLE_SPEED : -SHUTTLE_SPEED;
    }

    /** Returns the time between two refreshes of a display: 59.94 instead of 60 a second, as most displays have. */
    public static double refreshNanos(int fps) {
        return 1.001e9 / fps;
    }

    /** Returns the x at which box {@code i} begins in space. */
    public static float x(int i) {
        return GAP * (i % ROW);
    }

    /** Returns the z at which box {@code i} begins in space. */
    public static float z(int i) {
        return GAP * (i / ROW);
    }

    /** Returns the x at which box {@code i} begins in the plane. */
    public static float planeX(int i) {
        return GAP * i;
    }

    /** Returns the height at which box {@code i} begins. */
    public static float y(int i) {
        return 1 + i % HEIGHTS;
    }
}
