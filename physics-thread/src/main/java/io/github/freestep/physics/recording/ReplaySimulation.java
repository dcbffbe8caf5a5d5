package io.github.freestep.physics.recording;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A simulation whose states are those of a recording, so that a {@link PhysicsService} plays it to the same
 * readers as a live run: at its own speed or any time scale, paused, and by single steps. It can also be played
 * backwards, and go to any tick.
 *
 * <pre>{@code
 * ReplaySimulation replay = new ReplaySimulation(Replay.open(file, World::new, CommandReader.NONE));
 * try (PhysicsService player = PhysicsService.builder(replay).rate(replay.rate()).start()) {
 *     player.submit(replay.seekTo(500));
 *     player.submit(replay.backwards(true));
 *     ...
 * }
 * }</pre>
 *
 * <p>The service numbers the states that it shows, so its own tick always rises, even while the replay runs backwards.
 * {@link #tick} is the tick of the recording that is shown. The physics thread reads the file. To reach a distant
 * tick, that thread replays the run: from the nearest saved tick before it if the simulation is a
 * {@link SavableSimulation}, and from the beginning otherwise. The last replayed states are kept, up to 64 MB or 1/8 of
 * the heap, whichever is less.
 */
public final class ReplaySimulation implements Simulation {
    private static final long KEPT_BYTES = 64 << 20;
    private static final int PART_OF_HEAP = 8;
    private static final int MOST_KEPT = 6_000;
    private static final long NOWHERE = -1;

    private final StateLayout layout;
    private final Ratio rate;
    private final Replay replay;
    private final int kept;

    /** For each body, its change from the preceding tick to the shown tick. Needed to play backwards. */
    private byte[] changes;

    /** Null before the set-up. For the thread that steps; other threads only read its first different tick. */
    private volatile SnapshotCache snapshots;

    private StateSnapshot shown;
    private StateSnapshot.ShownVersions written;
    private ShownAttachments attachments;
    private boolean backwards;
    private long wanted = NOWHERE;
    private volatile long tick;
    private volatile boolean over;

    /**
     * Plays a replay from its beginning.
     *
     * @param replay a replay that has not stepped yet; the service or stepper that runs this simulation closes it
     * @throws IllegalArgumentException if the recording may have merged steps, which have different lengths, and so
     *     can't be shown at one step per tick
     * @throws IllegalStateException if the replay has stepped
     */
    public ReplaySimulation(Replay replay) {
        this(
                Objects.requireNonNull(replay, "replay must not be null"),
                kept(replay.header().layout()));
    }

    private static int kept(StateLayout layout) {
        long bytes = Math.min(KEPT_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        return (int) Math.max(2, Math.min(MOST_KEPT, bytes / StateSnapshot.bytes(layout)));
    }

    ReplaySimulation(Replay replay, int kept) {
        if (replay.header().run().mergedTicks() > 1) {
            throw new IllegalArgumentException("the recording must have steps of 1 tick, had steps of up to "
                    + replay.header().run().mergedTicks() + "; repeat it with a Replay instead");
        }
        if (replay.tick() > 0) {
            throw new IllegalStateException(
                    "the replay must be at tick 0, was at tick " + replay.tick() + "; open another to play it");
        }
        layout = replay.header().layout();
        rate = replay.header().run().rate();
        this.replay = replay;
        this.kept = kept;
    }

    /**
     * Returns the rate of the recorded run. Use it for the service that plays this.
     *
     * @return ticks per second
     */
    public Ratio rate() {
        return rate;
    }

    /**
     * Returns a command that goes to a tick, which is then shown next. Bodies appear there by teleport, so no reader
     * sees them move. For any thread.
     *
     * @param to the tick's number, from 0; if it is beyond the end, the last tick is shown
     * @return a command, to be submitted to the service that plays this
     * @throws IllegalArgumentException if the number is negative
     */
    public Command seekTo(long to) {
        if (to < 0) {
            throw new IllegalArgumentException(
                    "tick must not be negative, was " + to + "; a recording begins with tick 0");
        }
        return context -> wanted = to;
    }

    /**
     * Returns a command that sets the direction in which the recording is played. For any thread.
     *
     * @param back true for backwards
     * @return a command, to be submitted to the service that plays this
     */
    public Command backwards(boolean back) {
        return context -> backwards = back;
    }

    /**
     * Returns the shown tick of the recording. For any thread.
     *
     * @return a tick's number, from 0
     */
    public long tick() {
        return tick;
    }

    /**
     * Returns whether the replay has stopped at the end, or, if played backwards, at the beginning. For any thread.
     *
     * @return true while the replay stands there; false again after a seek or a change of direction has taken effect
     */
    public boolean isOver() {
        return over;
    }

    /**
     * Returns the first replayed tick whose state differs from the recorded one. For any thread.
     *
     * @return a tick's number; -1 if there is none
     */
    public long firstDifferentTick() {
        SnapshotCache cache = snapshots;
        return cache == null ? -1 : cache.firstDifferentTick();
    }

    /**
     * Returns why no tick comes after the last one of the recording, such as its regular end or damage. For any thread.
     *
     * @return null until the replay has reached the end
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String endReason() {
        return replay.endReason();
    }

    @Override
    public StateLayout layout() {
        return layout;
    }

    @Override
    public void setUp(PhysicsContext context) {
        Objects.requireNonNull(context, "context must not be null");
        changes = new byte[layout.capacity()];
        written = new StateSnapshot.ShownVersions(layout);
        attachments = new ShownAttachments(layout.capacity());
        snapshots = new SnapshotCache(replay, kept);
        show(0, context.bodies(), true);
    }

    @Override
    public void step(Tick step) {
        Objects.requireNonNull(step, "tick must not be null");
        boolean jumps = wanted != NOWHERE;
        long to = jumps ? wanted : backwards ? tick - 1 : tick + 1;
        wanted = NOWHERE;
        if (to < 0) {
            over = true;
        } else {
            show(to, step.bodies(), jumps);
        }
    }

    private void show(long to, Bodies bodies, boolean jumps) {
        try {
            StateSnapshot next = snapshots.at(to);
            over = snapshots.newest() < to;
            if (!over || jumps) {
                update(bodies, next, jumps);
                shown = next;
                tick = Math.min(to, snapshots.newest());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the recording can't be read up to tick " + to, e);
        }
    }

    /** Removes, spawns and teleports bodies as the change to the next snapshot requires. */
    private void update(Bodies bodies, StateSnapshot next, boolean jumps) {
        attachments.look(next);
        for (int body = 0; bodies.attachedCount() > 0 && body < bodies.slots(); body++) {
            int parent = bodies.parent(body);
            if (parent != State.NO_PARENT
                    && (!attachments.has(body, parent) || isNew(body, next, jumps) || isNew(parent, next, jumps))) {
                bodies.detach(body);
            }
        }
        for (int body = 0; body < Math.max(bodies.slots(), next.bodies()); body++) {
            boolean alive = next.change(body) != StateSnapshot.GONE;
            if (bodies.isAlive(body) && isNew(body, next, jumps)) {
                bodies.remove(body);
            }
            if (alive && !bodies.isAlive(body)) {
                bodies.spawn(body);
            } else if (alive && change(body, next, jumps) == StateSnapshot.TELEPORTED) {
                bodies.teleport(body);
            }
        }
        for (int body = 0; body < Math.max(bodies.slots(), next.bodies()); body++) {
            changes[body] = next.change(body);
        }
        attachments.attach(bodies, next);
    }

    private boolean isNew(int body, StateSnapshot next, boolean jumps) {
        return change(body, next, jumps) == StateSnapshot.NEW || next.change(body) == StateSnapshot.GONE;
    }

    private byte change(int body, StateSnapshot next, boolean jumps) {
        return jumps ? StateSnapshot.TELEPORTED : backwards ? changes[body] : next.change(body);
    }

    @Override
    public void write(StateWriter state) {
        shown.write(Objects.requireNonNull(state, "state must not be null"), written);
    }

    @Override
    public void close() {
        replay.close();
    }
}
