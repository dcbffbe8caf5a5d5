package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;

/**
 * Lets a body share the errors of those that it touches, because it would be shown inside of them if their errors
 * decayed apart from each other. For one thread; allocates nothing once made.
 *
 * <p>Nothing is known of shapes. But two bodies that move as one touch, so their distance is how near they can be. When
 * the body would be shown nearer than that, although it is not, its error moves it back, along the line between the
 * two. That is by no more than what they approach in a tick, so the body does not jump, and the other one is not moved
 * at all.
 */
final class ShownTouches {
    /** Bodies move as one if their distance changes by less than this share of how far one of them moves along it. */
    private static final double ALONG = 0.25;

    /** The share of that distance by which they may be nearer. Else, the body would shake as the others do. */
    private static final double SLACK = 0.02;

    private final ShownErrors errors;
    private final double[] difference;
    private final double[] way = new double[ShownMotion.ROTATION];

    /** By slot: whether the body can be touched. */
    private final boolean[] near;

    /** By slot: how near the body may be shown; 0 before it was touched. */
    private final double[] nearest;

    ShownTouches(ShownErrors errors, int parts, boolean[] near) {
        this.errors = errors;
        this.near = near;
        difference = new double[parts];
        nearest = new double[near.length];
    }

    /** Holds a body back, if it is alive. Returns whether its error has changed. */
    boolean hold(State now, State before, int own) {
        boolean isHeld = false;
        int slots = Math.min(now.slots(), before.slots());
        int end = own >= 0 && own < slots && isAlive(now, before, own) ? slots : 0;
        for (int slot = 0; slot < end; slot++) {
            if (slot == own || !near[slot] || !isAlive(now, before, slot)) {
                nearest[slot] = 0;
                continue;
            }
            double was = distance(before, own, slot, 0);
            double is = distance(now, own, slot, 0);
            double moved = (now.x(own) - before.x(own)) * way[0]
                    + (now.y(own) - before.y(own)) * way[1]
                    + (now.z(own) - before.z(own)) * way[2];
            double shown = distance(now, own, slot, 1);
            boolean touches = Math.abs(is - was) * is < ALONG * Math.abs(moved);
            nearest[slot] = Math.min(is, touches ? Math.max(nearest[slot], shown) : nearest[slot]);
            double least = nearest[slot] * (1 - SLACK);
            if (shown > 0 && shown < least) {
                for (int i = 0; i < way.length; i++) {
                    difference[i] = way[i] * (least / shown - 1);
                }
                errors.move(own, difference);
                isHeld = true;
            }
        }
        return isHeld;
    }

    private static boolean isAlive(State now, State before, int slot) {
        return before.isAlive(slot) && now.isAlive(slot);
    }

    /** Finds the way from a body to the own one, with a share of their errors. Returns its length. */
    private double distance(State state, int own, int slot, double share) {
        way[0] = state.x(own) - state.x(slot);
        way[1] = state.y(own) - state.y(slot);
        way[2] = state.z(own) - state.z(slot);
        for (int i = 0; i < way.length; i++) {
            way[i] += share * (errors.get(own, i) - errors.get(slot, i));
        }
        return Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    }
}
