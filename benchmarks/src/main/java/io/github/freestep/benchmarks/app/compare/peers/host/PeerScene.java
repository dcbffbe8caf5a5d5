package io.github.freestep.benchmarks.app.compare.peers.host;

/**
 * The scene of all peers: boxes that fall onto a floor, side by side, and never sleep, so that each step costs the
 * same. High above them, the <i>runner</i> moves to the right at 1 m/s. Stateless.
 */
public final class PeerScene {
    /** The number of boxes. */
    public static final int BOXES = 500;

    /** Steps per second. */
    public static final int RATE = 100;

    /** The speed of the runner, in metres per second. */
    public static final float SPEED = 1;

    /** The height of the runner. */
    public static final float RUNNER_Y = 100;

    private static final int ROW = 25;
    private static final int HEIGHTS = 5;
    private static final float GAP = 1.5f;

    private PeerScene() {}

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
