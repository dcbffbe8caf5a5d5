package io.github.freestep.render;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;

/**
 * Makes the poses that a frame shows at a simulation time: finds the two states around it, interpolates, prevents
 * streaks of bodies that were spawned, removed or teleported, and blends out the error of an earlier guess. For one
 * reader; allocates nothing once made.
 */
final class Picture {
    final Poses poses;
    final float[][] stepped;
    final Presence presence;
    final Blend blend;
    private final Bracket bracket = new Bracket();
    private final Interpolator interpolator = new Interpolator();

    int slots;
    long olderTick;
    long newerTick;
    double alpha;
    boolean isBridged;
    long inputSequence;
    long inputNanos;

    /** The simulation time that the poses are of. */
    private long simulationNanos;

    Picture(StateLayout layout) {
        poses = new Poses(layout);
        stepped = new float[layout.steppedChannels().size()][layout.capacity()];
        presence = new Presence(layout.capacity());
        blend = new Blend(layout);
    }

    long simulationNanos() {
        return simulationNanos;
    }

    /** Keeps everything as it is; no body has come or gone. */
    void stay() {
        presence.stay();
    }

    /**
     * Compares the last picture with the states of the window, and begins to blend out the difference.
     *
     * @param thenNanos the simulation time of the last picture, limited to time that has happened
     * @param forNanos the wall time over which the error is blended out
     */
    void correct(StateReader window, long thenNanos, long frameNanos, double forNanos) {
        if (thenNanos < window.state(window.size() - 1).simulationNanos()) {
            // The states of that time are gone, so the picture jumps, and keeps no error from before.
            blend.end();
            return;
        }
        bracket.find(window, thenNanos);
        int bodies = bracket.reached().slots();
        interpolate(blend.error(), bodies);
        blend.begin(poses, bodies, frameNanos, forNanos);
    }

    /** Moves on to a simulation time. */
    void show(StateReader window, long toNanos, long frameNanos) {
        simulationNanos = toNanos;
        bracket.find(window, toNanos);
        State reached = bracket.reached();
        slots = reached.slots();
        presence.reach(reached, blend);
        if (bracket.outOfReach()) {
            blend.stay(frameNanos);
        }
        interpolate(poses, slots);
        blend.apply(poses, slots, frameNanos);
        for (int channel = 0; channel < stepped.length; channel++) {
            // A copy, since a picture that is held outlives the window.
            System.arraycopy(reached.stepped(channel), 0, stepped[channel], 0, slots);
        }
        olderTick = bracket.older().tick();
        newerTick = bracket.newer().tick();
        alpha = bracket.alpha();
        isBridged = bracket.alpha() > 1;
        inputSequence = reached.inputSequence();
        inputNanos = reached.inputNanos();
    }

    private void interpolate(Poses into, int bodies) {
        interpolator.interpolate(bracket.older(), bracket.newer(), into, 0, bodies, bracket.alpha());
        Discontinuities.apply(bracket.older(), bracket.newer(), bracket.reached(), into, 0, bodies);
    }
}
