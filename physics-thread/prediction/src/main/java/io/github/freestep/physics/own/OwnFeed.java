package io.github.freestep.physics.own;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.feed.past.Past;
import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.physics.prediction.ShownStates;
import io.github.freestep.state.content.StateInside;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the small world with the player's input. If there is a new state of the server, sets the world to it first, and
 * steps the ticks since then again. For the thread that steps; allocates nothing.
 */
final class OwnFeed implements InputFeed, KeyframeSource {
    /**
     * How often an {@link OwnScene} is set. Its steps cost much, and each state is rounded, so if it were set to each
     * one, all bodies would be corrected all the time.
     */
    private static final long SET_NANOS = 40_000_000;

    /**
     * How many ticks a world steps in each tick while it catches up with its twin. With 3, it takes so long that other
     * players are up to 3 m off; with 4, motion has 1.4 to 1.6 times the p99 jerk of a match, and with 5, which cost a
     * fifth more, 1.35 to 1.5 times.
     */
    private static final int SLICE = 4;

    private final OwnWorld world;
    private final SmallWorld small;
    private final ServerStates server;
    private final SentInputs.Replay inputs;
    private final TickGrid grid;
    private final int mostTicks;

    // A field, because making it for each state would allocate.
    private final Command setting = this::set;

    /** Shows the ticks; set before the first one. */
    ShownStates shown;

    /** Null unless the small world is an {@link OwnScene}. */
    @Nullable MixedStates mixed;

    /** Which bodies of that scene are predicted. */
    @Nullable NearBodies near;

    /** The feed of a second world, which catches up while this one is shown, or is shown; null if there is none. */
    @Nullable OwnFeed twin;

    /** Whether the world was set since the player has this life. */
    private boolean isSet;

    private boolean jumps;

    /** The newest tick that this world has stepped while it catches up; -1 if it does not. */
    private long reachedTick = -1;

    /**
     * An {@link OwnScene} is not set again before this tick, unless ticks, lives or places are others than then. With a
     * twin, changed lives and places of other bodies than the player's wait for this tick and for the catch-up.
     */
    private long dueTick;

    private long setGridNanos;
    private long setEpochs;

    /** How many ticks the newest one was ahead of the newest state of the server. */
    int depth;

    OwnFeed(OwnWorld world, SmallWorld small, ServerStates server, SentInputs inputs, TickGrid grid, int mostTicks) {
        this.world = world;
        this.small = small;
        this.server = server;
        this.inputs = inputs.replay();
        this.grid = grid;
        this.mostTicks = mostTicks;
    }

    /** Whether this world is the one that is shown. */
    boolean isShown() {
        return mixed == null || mixed.near == near;
    }

    /** Shows this world in place of its twin from a tick on, if it will have caught up. Call it before that tick. */
    void takeOver(long tick) {
        if (reachedTick >= 0 && (mustWait() || setGridNanos != grid.nanosAt(0))) {
            reachedTick = -1;
            near.disturb();
        }
        if (reachedTick >= 0 && tick - 1 - reachedTick <= SLICE) {
            mixed.near = near;
            isSet = true;
            // This tick has enough steps already.
            twin.dueTick = tick + 1;
        }
    }

    /** Whether the world that is shown must be set at once, or not at all. */
    private boolean mustWait() {
        return server.isPaused || !server.isAlive || server.hasJumped;
    }

    @Override
    public void feed(long tick, FedInput fed) throws Exception {
        Past<FedInput> past = Inside.of(fed);
        small.isHidden = !isShown();
        if (small.isHidden) {
            catchUp(tick, past);
            small.stands = true;
            return;
        }
        // If several ticks are due here, the state may be that of a later one.
        isSet &= server.isAlive;
        if (reachedTick >= 0) {
            showAgain(tick, past);
        } else if (server.isAlive && server.isNew() && hasComeTo(tick) && mustSet(tick)) {
            restore(tick, past);
            showAgain(tick, past);
        }
        // Ticks continue without the body, and while time is paused on the server, so that errors decay. After a
        // respawn, ticks may be due before the one that sets the world: they have the body of the former life.
        if (mixed == null) {
            shown.hide(!isSet);
        } else if (!server.isAlive && server.isNew()) {
            server.confirm();
            mixed.clear(tick - 1);
        }
        boolean stands = server.isPaused || !isSet;
        small.stands = stands;
        if (!stands) {
            inputs.give(tick, fed);
        }
    }

    /** Steps this world a little, on the way from a state to the tick of its twin. */
    private void catchUp(long tick, Past<FedInput> past) throws Exception {
        if (reachedTick < 0
                && twin.isSet
                && !mustWait()
                && server.isNew()
                && hasComeTo(tick)
                && tick >= Math.max(dueTick, twin.dueTick)
                && twin.setGridNanos == grid.nanosAt(0)) {
            restore(tick, past);
        }
        if (reachedTick >= 0) {
            stepAgain(Math.min(reachedTick + SLICE, tick - 1), past);
        }
    }

    private boolean hasComeTo(long tick) {
        return server.isPaused || grid.nearest(server.simulationNanos) < tick;
    }

    /** Whether to set the small world to the new state, and not to a later one. */
    private boolean mustSet(long tick) {
        return mixed == null
                || !isSet
                || server.isPaused
                || server.hasJumped
                || setGridNanos != grid.nanosAt(0)
                || twin == null && (tick >= dueTick || setEpochs != StateInside.epochsVersion(server.state()));
    }

    /** Sets the world to the state of the server. */
    private void restore(long tick, Past<FedInput> past) throws Exception {
        reachedTick = Math.min(tick - 1, Math.max(grid.nearest(server.simulationNanos), tick - mostTicks));
        depth = (int) (tick - reachedTick);
        server.confirm();
        jumps = server.takeJump();
        past.ticks().restore(reachedTick, setting);
        inputs.rewind();
        dueTick = tick + grid.covering(SET_NANOS);
        setGridNanos = grid.nanosAt(0);
        setEpochs = StateInside.epochsVersion(server.state());
        shown.precision(StateInside.positionError(server.state()), StateInside.rotationError(server.state()));
    }

    private void stepAgain(long toTick, Past<FedInput> past) {
        small.stands = false;
        while (reachedTick < toTick) {
            inputs.give(++reachedTick, past.input());
            past.ticks().step();
        }
    }

    /** Steps the ticks that are left before a tick, and shows the last one of them again. */
    private void showAgain(long tick, Past<FedInput> past) {
        stepAgain(tick - 1, past);
        reachedTick = -1;
        past.ticks().publish();
        isSet = true;
        if (mixed != null) {
            shown.countOnly(server.slot);
            mixed.corrected(tick - 1);
        } else if (!jumps) {
            shown.corrected(tick - 1, false);
        }
    }

    private void set(PhysicsContext context) {
        if (mixed != null) {
            near.set(server.state(), server.slot, mixed.near, context);
            return;
        }
        if (jumps) {
            SmallWorld.teleport(context);
        }
        world.set(server.state(), server.slot, context);
    }

    @Override
    public boolean isDue(long tick) {
        return isShown();
    }

    @Override
    public void save(long tick) {
        if (mixed != null) {
            mixed.save(tick);
        } else {
            shown.save(tick);
        }
    }
}
