package io.github.freestep.physics.prediction;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.feed.past.Past;
import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.physics.prediction.shown.ShownStates;
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

    private final OwnWorld world;
    private final SmallWorld small;
    private final ServerStates server;
    private final SentInputs.Replay inputs;
    private final TickGrid grid;
    private final int mostTicks;

    // A field, because making it for each state would allocate.
    private final Command setting = this::set;

    /** Shows the ticks; set before the first one. */
    @SuppressWarnings("NullAway.Init")
    ShownStates shown;

    /** Null unless the small world is an {@link OwnScene}. */
    @Nullable MixedStates mixed;

    /** Which bodies of that scene are predicted. */
    @Nullable NearBodies near;

    /** Whether the world was set since the player has this life. */
    private boolean isSet;

    private boolean jumps;

    /** An {@link OwnScene} is not set again before this tick, unless ticks, lives or places are others than then. */
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

    @Override
    public void feed(long tick, FedInput fed) throws Exception {
        Past<FedInput> past = Inside.of(fed);
        server.count(past.ticks(), grid);
        // If several ticks are due here, the state may be that of a later one.
        isSet &= server.isAlive;
        if (server.isAlive && server.isNew() && hasComeTo(tick) && mustSet(tick)) {
            stepAgain(restore(tick, past), tick - 1, past);
            showAgain(tick - 1, past);
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
                || tick >= dueTick
                || setEpochs != StateInside.epochsVersion(server.state());
    }

    /** Sets the world to the state of the server. Returns the tick of that state. */
    private long restore(long tick, Past<FedInput> past) throws Exception {
        long setTick = Math.min(tick - 1, Math.max(grid.nearest(server.simulationNanos), tick - mostTicks));
        depth = (int) (tick - setTick);
        server.confirm();
        jumps = server.takeJump();
        past.ticks().restore(setTick, setting);
        inputs.rewind();
        dueTick = tick + grid.covering(SET_NANOS);
        setGridNanos = grid.nanosAt(0);
        setEpochs = StateInside.epochsVersion(server.state());
        shown.precision(StateInside.positionError(server.state()), StateInside.rotationError(server.state()));
        return setTick;
    }

    private void stepAgain(long setTick, long toTick, Past<FedInput> past) {
        small.stands = false;
        for (long tick = setTick + 1; tick <= toTick; tick++) {
            inputs.give(tick, past.input());
            past.ticks().step();
        }
    }

    /** Shows a tick again, up to which the world was stepped. */
    private void showAgain(long tick, Past<FedInput> past) {
        past.ticks().publish();
        isSet = true;
        if (mixed != null) {
            shown.countOnly(server.slot);
            mixed.corrected(tick);
        } else if (!jumps) {
            shown.corrected(tick, false);
        }
    }

    private void set(PhysicsContext context) {
        if (near != null) {
            near.set(server.state(), server.slot, context);
            return;
        }
        if (jumps) {
            SmallWorld.teleport(context);
        }
        world.set(server.state(), server.slot, context);
    }

    @Override
    public boolean isDue(long tick) {
        return true;
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
