package io.github.freestep.minestom;

import java.util.ArrayList;
import java.util.List;

/** How the client of the game moves a display: in each of its ticks, by an equal part of the rest of its way. */
final class ClientMotion {
    /** A place, and when it came. */
    record Arrival(long nanos, double x) {}

    private ClientMotion() {}

    /**
     * Returns by how much the display moves in each tick. A client draws more often, and moves it evenly meanwhile.
     *
     * @param arrivals in the order of their times
     * @param ticks within how many of them the display moves to a place
     * @param fromNanos when the first tick is
     */
    static List<Double> moves(List<Arrival> arrivals, int ticks, long fromNanos) {
        List<Double> moves = new ArrayList<>();
        double x = arrivals.get(0).x();
        double target = x;
        int left = 0;
        int next = 0;
        for (long nanos = fromNanos; next < arrivals.size(); nanos += ClientTicks.NANOS) {
            while (next < arrivals.size() && arrivals.get(next).nanos() <= nanos) {
                target = arrivals.get(next++).x();
                left = ticks;
            }
            double before = x;
            if (left > 0) {
                x += (target - x) / left--;
            }
            moves.add(x - before);
        }
        return moves;
    }
}
