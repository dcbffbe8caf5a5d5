package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Collections;
import java.util.Map;
import java.util.Random;
import java.util.WeakHashMap;

/**
 * What all scenes share: they spend the {@link StepCost} of a step, and check states and frames in the
 * same way. The physics thread writes; any thread reads and checks. Allocates only for the first frame of a sampler and
 * to describe a flaw.
 */
abstract class CheckedScene implements Scene {
    /** The tick channel counts modulo this number, so that a float holds each tick exactly. */
    static final int TICKS = 1 << 20;

    static final String TICK_CHANNEL = "tick";

    /** The number of slots. */
    final int bodies;

    private final StateLayout layout;
    private final int minBodies;
    private final StepCost cost;
    private final Random random;

    /** One entry per sampler, for as long as its frame is reachable. */
    private final Map<Frame, Carried> samplers = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * One view per thread. Rejected: one view per sampler, because a view references the frame that it checked last,
     * which would then stay reachable.
     */
    private final ThreadLocal<CheckedPicture> views = ThreadLocal.withInitial(CheckedPicture::new);

    /** Set in the first step, which happens before any reader sees a state of a tick after 0. */
    private double periodNanos;

    private long tick;

    /** Every picture of the scene has at least {@code minBodies} slots. */
    CheckedScene(StateLayout layout, int minBodies, long seed, StepCost cost) {
        this.layout = layout;
        this.minBodies = minBodies;
        this.cost = cost;
        bodies = layout.capacity();
        random = new Random(seed);
    }

    /** Returns what is wrong with the bodies of a picture; null if nothing is. */
    abstract String flawOf(CheckedPicture view);

    @Override
    public final StateLayout layout() {
        return layout;
    }

    /** Spawns all bodies. */
    @Override
    public void setUp(PhysicsContext context) {
        for (int body = 0; body < bodies; body++) {
            context.bodies().spawn(body);
        }
    }

    @Override
    public void burst(Bodies all, long seed) {}

    /** Spends the cost of a step. Each scene calls this first in its step. */
    final void begin(Tick step) {
        if (periodNanos == 0) {
            periodNanos = 1e9 * step.rate().denominator() / step.rate().numerator();
        }
        tick = step.number();
        cost.burn(step.dtSeconds(), random);
    }

    /** Returns the number of the newest step. For the physics thread. */
    final long tick() {
        return tick;
    }

    /** Returns the nanoseconds between two ticks, not rounded; zero before the first step. For the physics thread. */
    final double periodNanos() {
        return periodNanos;
    }

    /** Writes the tick's number to the first stepped channel. */
    final void writeTick(StateWriter state, int from, int to) {
        for (int body = from; body < to; body++) {
            if (state.isAlive(body)) {
                state.stepped(0, body, tick % TICKS);
            }
        }
    }

    @Override
    public final String flaw(State state) {
        return flaw(views.get().of(state, layout, periodNanos));
    }

    @Override
    public final String flaw(Frame frame) {
        if (frame.slots() == 0) {
            return null;
        }
        CheckedPicture view = views.get().of(frame, layout, periodNanos);
        view.carriedNanos =
                samplers.computeIfAbsent(frame, unknown -> new Carried()).see(view);
        return flaw(view);
    }

    private String flaw(CheckedPicture view) {
        if (view.bodies < minBodies || view.bodies > bodies) {
            return view + ": expected " + (minBodies == bodies ? "" : minBodies + " to ") + bodies + " bodies but was "
                    + view.bodies;
        }
        String flaw = view.flawOfTime();
        if (flaw == null) {
            flaw = flawOfTicks(view);
        }
        return flaw == null ? flawOf(view) : flaw;
    }

    /** Returns what is wrong with the tick channel, which has the tick of the state unless a scene overrides this. */
    String flawOfTicks(CheckedPicture view) {
        return view.flawOfTicks();
    }

    /**
     * Computes, for one sampler, how long it may have extrapolated a body wrongly or held it in place. That time limits
     * the error that the sampler blends out. For the thread of the sampler.
     */
    private static final class Carried {
        private double nanos;
        private double left;
        private double pictureNanos;
        private double newestNanos;
        private boolean bridged;

        /**
         * Returns that time, in nanoseconds of simulation time. Call it for every frame, in order. If the frame
         * contains no error, the result means nothing.
         */
        double see(CheckedPicture view) {
            if (bridged && view.left > 0) {
                // The new error includes the rest of the previous one. Without a newer state there may be no new error.
                double renewed = left * nanos + pictureNanos - newestNanos;
                nanos = view.newerNanos > newestNanos ? renewed : Math.max(nanos, renewed);
            }
            left = view.left;
            pictureNanos = view.pictureNanos;
            newestNanos = view.newerNanos;
            bridged = view.alpha > 1;
            return nanos;
        }
    }
}
