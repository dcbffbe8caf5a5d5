package io.github.freestep.physics.prediction;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.feed.past.Past;
import io.github.freestep.physics.prediction.shown.RefreshStates;
import io.github.freestep.physics.prediction.shown.SteppedTick;
import io.github.freestep.state.StateBuffer;

/**
 * Steps the small world of a frame: from a state of the service, with all input since then, up to the time of a
 * refresh. Each tick of the stepper is a frame: it steps the ticks of the small world as past ones, and its own step
 * does nothing. For the thread that steps; allocates nothing once made.
 */
final class AheadFeed implements InputFeed {
    private final OwnWorld world;
    private final SmallWorld small;
    private final ServerStates server;
    private final SentInputs inputs;
    private final SentInputs.Replay replay;
    private final TickGrid grid;
    private final long aheadNanos;
    private final RefreshStates picture;

    // A field, because making it for each frame would allocate.
    private final Command setting = this::set;

    // Set before the first tick.
    @SuppressWarnings("NullAway.Init")
    private SteppedTick now;

    @SuppressWarnings("NullAway.Init")
    private SteppedTick spare;

    /** The time of the next refresh, and of the one that was shown last. */
    long refreshNanos;

    private long lastRefreshNanos;

    /** Whether there was any input since the last frame. */
    boolean hasInput;

    /** The time of the service at the last refresh. */
    long shownNanos;

    /** Whether the state that the small world was set to last has the player's body. */
    boolean isShown;

    private boolean wasShown;
    private boolean jumps;

    AheadFeed(
            OwnWorld world,
            SmallWorld small,
            ServerStates server,
            SentInputs inputs,
            TickGrid grid,
            long aheadNanos,
            RefreshStates picture) {
        this.world = world;
        this.small = small;
        this.server = server;
        this.inputs = inputs;
        replay = inputs.replay();
        this.grid = grid;
        this.aheadNanos = aheadNanos;
        this.picture = picture;
        small.stands = true;
    }

    /** Takes the states of the small world. Call it before the first tick. */
    void reads(StateBuffer states) {
        now = new SteppedTick(states);
        spare = new SteppedTick(states);
    }

    @Override
    public void feed(long frame, FedInput fed) throws Exception {
        // Past ticks can be published only after a tick.
        if (frame > 1) {
            frame(frame - 1, Inside.of(fed));
        }
    }

    private void frame(long frame, Past<FedInput> past) throws Exception {
        boolean continues = isShown;
        if (continues) {
            if (hasInput) {
                // What the new input changes in the last picture is made up for in several frames.
                step(spare, lastRefreshNanos, frame, past);
                picture.correct(now, spare);
            }
            // What would be shown without a newer state, but with all input: the rest is an error.
            step(now, refreshNanos, frame, past);
            picture.pass(now, Math.max(0, refreshNanos - lastRefreshNanos));
        }
        hasInput = false;
        lastRefreshNanos = refreshNanos;
        if (!server.look(grid)) {
            return;
        }
        server.take(grid, Long.MAX_VALUE);
        isShown = server.isAlive;
        if (server.isNew()) {
            grid.set(server.state().tick(), server.simulationNanos);
            server.confirm();
            inputs.expire(server.simulationNanos - aheadNanos);
            if (isShown) {
                jumps = server.takeJump();
                SteppedTick former = now;
                now = spare;
                spare = former;
                step(now, refreshNanos, frame, past);
                if (continues) {
                    picture.correct(former, now);
                }
            }
        }
        wasShown |= isShown;
        if (wasShown) {
            picture.hide(!isShown);
            picture.show(now, server.anchor, shownNanos);
        }
    }

    /** Steps from the state to a refresh. */
    private void step(SteppedTick into, long toNanos, long frame, Past<FedInput> past) throws Exception {
        shownNanos = server.simulationAt(toNanos);
        long newest = grid.nearest(server.simulationNanos);
        long last = Math.max(newest, grid.spanning(shownNanos));
        long from = Math.max(0, frame - (last - newest));
        past.ticks().count(newest - from, 0);
        past.ticks().restore(from, setting);
        replay.rewind();
        small.stands = false;
        for (long tick = newest + 1; tick < last; tick++) {
            replay.give(tick, past.input());
            past.ticks().step();
        }
        past.ticks().publish();
        into.begin();
        if (last > newest) {
            replay.give(last, past.input());
            past.ticks().step();
            past.ticks().publish();
        }
        into.end(last > newest ? grid.fraction(shownNanos) : 1);
        small.stands = true;
    }

    private void set(PhysicsContext context) {
        if (jumps) {
            SmallWorld.teleport(context);
            jumps = false;
        }
        world.set(server.state(), server.slot, context);
    }
}
