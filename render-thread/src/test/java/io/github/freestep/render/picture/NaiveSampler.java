package io.github.freestep.render.picture;

import io.github.freestep.render.delay.Motion;
import io.github.freestep.render.delay.PresentationClock;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.Epochs;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples frames without looking at versions of blocks: every frame interpolates every body, and blends out the error
 * of every body.
 */
public final class NaiveSampler {
    public final Poses poses;
    public final float[][] stepped;
    public final boolean[] alive;
    public final List<Integer> appeared = new ArrayList<>();
    public final List<Integer> disappeared = new ArrayList<>();
    public final Bracket bracket = new Bracket();
    public int slots;

    /** The share of the error that is still in the picture. */
    public float left;

    private final StateReader window;
    private final PictureStates shown;
    private final PresentationClock presentation;
    private final int blendedGaps;
    private final Interpolator interpolator = new Interpolator();
    private final Poses error;
    private final int[] epochs;
    private long simulationNanos;
    private long madeNanos;
    private long sinceNanos;
    private double spanNanos;

    public NaiveSampler(StateBuffer states, Motion motion, long allowedLatenessNanos) {
        StateLayout layout = states.layout();
        poses = new Poses(layout);
        error = new Poses(layout, poses.relative);
        stepped = new float[layout.steppedChannels().size()][layout.capacity()];
        alive = new boolean[layout.capacity()];
        epochs = new int[layout.capacity()];
        window = states.reader();
        shown = new PictureStates(states, window);
        presentation = new PresentationClock(motion, allowedLatenessNanos, false);
        blendedGaps = motion == Motion.EXTRAPOLATED ? 1 : 3;
    }

    public int life(int slot) {
        return Epochs.life(epochs[slot]);
    }

    public void sample(long frameNanos) {
        if (presentation.isCatchingUp()) {
            shown.keep(bracket);
        } else {
            shown.keepNone();
        }
        boolean news = window.acquire();
        appeared.clear();
        disappeared.clear();
        if (window.size() == 0) {
            return;
        }
        long toNanos = presentation.chooseTime(frameNanos, frameNanos, window, news);
        if (bracket.older != null && bracket.alpha > 1 && news) {
            correct();
        }
        show(presentation.happened(toNanos), frameNanos);
    }

    private void correct() {
        long thenNanos = presentation.happened(simulationNanos);
        left = 0;
        if (thenNanos >= shown.state(shown.size() - 1).simulationNanos()) {
            bracket.find(shown, thenNanos);
            interpolate(error);
            for (int component = 0; component < error.all.length; component++) {
                float limit = Poses.isOrientation(component) ? 4 : Float.MAX_VALUE;
                Kernels.difference(poses.all[component], error.all[component], 0, poses.capacity(), limit);
            }
            sinceNanos = madeNanos;
            spanNanos = presentation.wall(Math.max(1, blendedGaps * presentation.gapNanos()));
            left = 1;
        }
    }

    private void show(long toNanos, long frameNanos) {
        simulationNanos = toNanos;
        madeNanos = frameNanos;
        bracket.find(shown, toNanos);
        slots = Math.max(slots, bracket.reached().slots());
        for (int slot = 0; slot < slots; slot++) {
            reach(slot);
        }
        if (bracket.outOfReach) {
            sinceNanos = frameNanos - (long) ((1 - left) * spanNanos);
        }
        if (poses.relative != null) {
            poses.relative.move();
        }
        interpolate(poses);
        blend(frameNanos);
        for (int channel = 0; channel < stepped.length; channel++) {
            System.arraycopy(bracket.reached().stepped(channel), 0, stepped[channel], 0, slots);
        }
    }

    private void forgetError(int slot) {
        for (float[] component : error.all) {
            component[slot] = 0;
        }
    }

    private void reach(int slot) {
        State state = bracket.reached();
        if (state.epoch(slot) != epochs[slot]) {
            boolean other = !state.isSameLife(slot, epochs[slot]);
            if (alive[slot] && other) {
                disappeared.add(slot);
            }
            alive[slot] = state.isAlive(slot);
            if (alive[slot] && other) {
                appeared.add(slot);
            }
            epochs[slot] = state.epoch(slot);
            forgetError(slot);
        }
    }

    private void interpolate(Poses into) {
        State older = bracket.older;
        State newer = bracket.newer;
        interpolator.interpolate(older, newer, into, 0, into.capacity(), bracket.alpha);
        interpolator.bend(bracket, into, 0, into.capacity());
        Discontinuities.apply(older, newer, bracket.reached(), into, 0, into.capacity());
    }

    private void blend(long frameNanos) {
        if (left > 0) {
            left = (float) Math.max(0, Math.min(1, 1 - (frameNanos - sinceNanos) / spanNanos));
        }
        if (left > 0) {
            Interpolator.correct(poses, error, 0, poses.capacity(), left);
        }
    }
}
