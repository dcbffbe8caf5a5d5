package io.github.freestep.physics.own;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.StateInside;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.FedInput;
import io.github.freestep.physics.InputFeed;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.prediction.ShownStates;
import io.github.freestep.physics.spi.PastTicks;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the small world with the player's input. If there is a new state of the server, sets the world to it first, and
 * steps the ticks since then again. For the thread that steps; allocates nothing.
 */
final class OwnFeed implements InputFeed {
    /**
     * How often an {@link OwnScene} is set. Its steps cost much, and each state is rounded, so if it were set to each
     * one, all bodies would be corrected all the time.
     */
    private static final long SET_NANOS = 40_000_000;

    private final OwnWorld world;
    private final SmallWorld small;
    private final ServerStates server;
    private final SentInputs inputs;
    private final TickGrid grid;
    private final int mostTicks;

    // A field, because making it for each state would allocate.
    private final Command setting = this::set;

    /** Shows the ticks; set before the first one. */
    ShownStates shown;

    /** Null unless the small world is an {@link OwnScene}. */
    @Nullable MixedStates mixed;

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
        this.inputs = inputs;
        this.grid = grid;
        this.mostTicks = mostTicks;
    }

    @Override
    public void feed(long tick, FedInput fed) throws Exception {
        long newest = grid.nearest(server.simulationNanos);
        // If several ticks are due here, the state may be that of a later one.
        isSet &= server.isAlive;
        if (server.isAlive && server.isNew() && (server.isPaused || newest < tick) && isDue(tick)) {
            long at = Math.min(tick - 1, Math.max(newest, tick - mostTicks));
            setAndStepAgain(at, tick, Inside.of(fed));
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

    /** Whether to set the small world to the new state, and not to a later one. */
    private boolean isDue(long tick) {
        return mixed == null
                || !isSet
                || tick >= dueTick
                || server.isPaused
                || server.hasJumped
                || setGridNanos != grid.nanosAt(0)
                || setEpochs != StateInside.epochsVersion(server.state());
    }

    private void setAndStepAgain(long at, long tick, PastTicks<Command, FedInput, PhysicsEvent> past) throws Exception {
        server.confirm();
        jumps = server.takeJump();
        past.restore(at, setting);
        inputs.rewind();
        small.stands = false;
        for (long again = at + 1; again < tick; again++) {
            inputs.give(again, past.begin());
            past.step();
        }
        past.publish();
        isSet = true;
        dueTick = tick + grid.covering(SET_NANOS);
        setGridNanos = grid.nanosAt(0);
        setEpochs = StateInside.epochsVersion(server.state());
        shown.precision(StateInside.positionError(server.state()), StateInside.rotationError(server.state()));
        if (mixed != null) {
            shown.countOnly(server.slot);
            mixed.corrected(tick - 1);
        } else if (!jumps) {
            shown.corrected(tick - 1, false);
        }
        depth = (int) (tick - at);
    }

    private void set(PhysicsContext context) {
        if (mixed != null) {
            mixed.set(context);
            return;
        }
        if (jumps) {
            SmallWorld.teleport(context);
        }
        world.set(server.state(), server.slot, context);
    }
}
