package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.render.Frame;

/** Runs to a coin, in place of a player who holds keys. */
final class Autopilot {
    private Autopilot() {}

    /** Sets an axis, as {@code physics.input()::axis} does. */
    interface Stick {
        void axis(int axis, float value);
    }

    static void steer(Frame frame, int player, Stick stick) {
        if (frame.hasState() && frame.isAlive(player)) {
            int coin = Coins.PLAYERS + player;
            stick.axis(0, frame.x()[coin] - frame.x()[player]);
            stick.axis(1, frame.y()[coin] - frame.y()[player]);
        }
    }
}
