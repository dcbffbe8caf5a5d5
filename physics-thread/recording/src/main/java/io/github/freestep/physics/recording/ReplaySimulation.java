package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Plays a recording as a simulation, forwards or backwards, and goes to any tick. A {@link PhysicsService} shows it to
 * the same readers as a live run, at any time scale, paused, or in single steps. For the physics thread, which reads
 * the file. To check a recording as fast as possible, use {@link Replay} instead.
 *
 * <pre>{@code
 * ReplaySimulation replay = new ReplaySimulation(Replay.open(file, World::new, CommandReader.NONE));
 * try (PhysicsService player = PhysicsService.builder(replay).rate(replay.rate()).start()) {
 *     player.submit(replay.backwards(true));
 *     replay.seekTo(player, 500).thenRun(this::hideProgress);
 *     ...
 * }
 * }</pre>
 *
 * <p>The service numbers the states that it shows, so its own tick always rises, even while the replay runs backwards,
 * and {@link #tick} is the tick of the recording that is shown. To reach a distant tick, the run is replayed from the
 * nearest {@linkplain Recorder#open(io.github.freestep.physics.Physics, java.nio.file.Path, String, String, long,
 * java.time.Duration) keyframe} before it if the simulation is a {@link SavableSimulation} that restores exactly, and
 * from the beginning otherwise. The last replayed states are kept, up to 64 MB or 1/8 of the heap, whichever is less.
 *
 * <p>A long seek does not block the physics thread, because each step of the player replays for at most 20 ms.
 * Meanwhile, the shown tick stays the same, and {@link #replayedTick} shows the progress.
 */
public final class ReplaySimulation implements Simulation {
    private static final long KEPT_BYTES = 64 << 20;
    private static final int PART_OF_HEAP = 8;
    private static final int MOST_KEPT = 6_000;

    /** The time that a step replays for, at most. */
    private static final long SEEK_NANOS = 20_000_000;

    private final Replay replay;
    private final int mostKept;
    private final NanoClock clock;
    private final long seekNanos;

    /** For each body, its change from the preceding tick to the shown tick. Needed to play backwards. */
    private final byte[] changes;

    /** Null before the set-up. For the thread that steps; other threads only read its first different tick. */
    private volatile @Nullable SnapshotCache snapshots;

    private @Nullable StateSnapshot shown;
    private final StateSnapshot.ShownVersions written;
    private boolean backwards;

    /** The seek that readers do not show yet; null if there is none. */
    private @Nullable Seek seek;

    private volatile long tick;
    private volatile boolean over;

    /**
     * Plays a replay from its beginning.
     *
     * @param replay a replay that has not stepped yet; the service or stepper that runs this simulation closes it, and
     *     so does this constructor if it throws
     * @throws IllegalStateException if the replay has stepped
     */
    public ReplaySimulation(Replay replay) {
        this(replay, MOST_KEPT, NanoClock.system(), SEEK_NANOS);
    }

    /** For tests: keeps at most {@code mostKept} states, and replays for at most {@code seekNanos} in each step. */
    ReplaySimulation(Replay replay, int mostKept, NanoClock clock, long seekNanos) {
        Objects.requireNonNull(replay, "replay must not be null");
        if (replay.tick() > replay.reader.beginning().tick()) {
            try (replay) {
                throw new IllegalStateException("the replay must be at its first tick, was at tick " + replay.tick()
                        + "; open another to play it");
            }
        }
        this.replay = replay;
        this.mostKept = mostKept;
        this.clock = clock;
        this.seekNanos = seekNanos;
        changes = new byte[layout().capacity()];
        written = new StateSnapshot.ShownVersions(layout());
    }

    /**
     * Returns the rate of the recorded run. Use it for the service that plays this.
     *
     * @return ticks per second
     */
    public Ratio rate() {
        return replay.header().run().rate();
    }

    /**
     * Goes to a tick. Bodies appear there by teleport, so no reader sees them move. For any thread.
     *
     * <p>The future completes when the picture is there: the next frame of every sampler in this process shows the
     * tick. For that, the player holds the tick for two states more than a reader's {@linkplain
     * io.github.freestep.physics.PhysicsBuilder#window window} has, which takes 80 ms at 100 ticks per second, and then
     * plays on. A remote viewer shows it later by as much as its network takes.
     *
     * <p>In a pause, the tick is replayed at once, however long that takes, so a paused player can be scrubbed. If the
     * pause has just begun, a sampler's picture first moves on to the newest state, by its age. A pause that begins
     * during a seek also holds the seek up, so seek again in it.
     *
     * <p>Another seek ends this one with a {@link CancellationException} that names both ticks. To end a seek without
     * another one, cancel its future: the player then shows the tick that the replay has reached. If the player or the
     * recording fails, or the player is closed, the future fails with the reason.
     *
     * @param player the service or stepper that plays this
     * @param to the tick's number, from 0; if it is beyond the end, the last tick is shown
     * @return a future for any thread but the one that steps the player, whose {@code get} and {@code join} throw
     * @throws IllegalArgumentException if the number is negative
     */
    public CompletableFuture<Void> seekTo(Physics player, long to) {
        Objects.requireNonNull(player, "player must not be null");
        if (to < 0) {
            throw new IllegalArgumentException(
                    "tick must not be negative, was " + to + "; a recording begins with tick 0");
        }
        Seek next = new Seek(player, to);
        player.submit(context -> begin(next, context)).whenComplete((nothing, failure) -> {
            if (failure != null) {
                next.completeExceptionally(failure);
            } else if (next.isInPause) {
                next.end(null);
            }
        });
        return next;
    }

    private void begin(Seek next, PhysicsContext context) {
        if (context.world(ReplaySimulation.class) != this) {
            throw new IllegalArgumentException("player must be the one that plays this recording, plays another;"
                    + " pass the service that was built with this simulation");
        }
        next.begin();
        if (seek != null) {
            seek.end(new CancellationException(
                    "a seek to tick " + next.to + " has replaced this one to tick " + seek.to));
        }
        seek = next;
        if (Inside.of(context).anchor().isPaused()) {
            // No step follows in a pause, which could continue with the seek.
            while (!show(next.to, context.bodies(), true)) {
                // Each call continues where the one before has stopped.
            }
            next.isShown = true;
            next.isInPause = true;
        }
    }

    /**
     * Returns how far the replay has come, which shows the progress of a seek. For any thread.
     *
     * @return a tick's number; during a seek it begins at a keyframe or 0, and rises to the wanted tick; not the tick
     *     that is shown, which moves away from it when played backwards, see {@link #tick}
     */
    public long replayedTick() {
        SnapshotCache cache = snapshots;
        return cache == null ? 0 : cache.newest;
    }

    /**
     * Returns a command that sets the direction in which the recording is played. For any thread.
     *
     * <p>Backwards, the player shows the states that it has kept. Where they end, it replays as a seek does: from the
     * nearest keyframe before that tick, or from the beginning if it can't use a keyframe of the recording. So record
     * with keyframes what you play backwards.
     *
     * @param back true for backwards
     * @return a command, to be submitted to the service that plays this
     */
    public Command backwards(boolean back) {
        return context -> backwards = back;
    }

    /**
     * Returns the tick of the recording that the newest state shows, in both directions. For any thread.
     *
     * @return a tick's number, from 0; during a seek, it stays the same
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
        return cache == null ? -1 : cache.firstDifferentTick;
    }

    /**
     * Says why the replay ends before the end of the run, see {@link Replay#failure}. For any thread.
     *
     * @return an exception with the reason; null until the replay has reached the end, and after the regular end
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable RecordingException failure() {
        return replay.failure();
    }

    @Override
    public StateLayout layout() {
        return replay.header().layout();
    }

    @Override
    public void setUp(PhysicsContext context) {
        Objects.requireNonNull(context, "context must not be null");
        try {
            snapshots = new SnapshotCache(replay, mostSnapshots());
        } catch (IOException e) {
            throw new UncheckedIOException("the keyframes of the recording can't be read", e);
        }
        show(first(), context.bodies(), true);
    }

    /** The tick that the recording begins with. */
    private long first() {
        return replay.reader.beginning().tick();
    }

    private int mostSnapshots() {
        long bytes = Math.min(KEPT_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        long snapshot = Inside.of(replay.states()).copyBytes() + changes.length;
        return (int) Math.max(2, Math.min(mostKept, bytes / snapshot));
    }

    @Override
    public void step(Tick step) {
        Objects.requireNonNull(step, "tick must not be null");
        Seek sought = seek;
        boolean isDone = sought == null || sought.isDone();
        if (isDone) {
            seek = null;
        }
        if (sought != null && !sought.isShown && (!isDone || sought.hasBegun)) {
            seek(sought, isDone ? kept().nearest() : sought.to, step.bodies());
        } else if (isDone) {
            play(backwards ? tick - 1 : tick + 1, step.bodies());
        }
    }

    private void seek(Seek sought, long to, Bodies bodies) {
        try {
            sought.isShown = show(to, bodies, true);
            sought.hasBegun = true;
            over &= sought.isShown;
        } catch (Throwable t) {
            seek = null;
            sought.end(t);
            throw t;
        }
    }

    private void play(long to, Bodies bodies) {
        if (to < first()) {
            over = true;
        } else if (!show(to, bodies, false)) {
            over = false;
        }
    }

    /** The snapshots, which there are from the set-up on. */
    private SnapshotCache kept() {
        return Objects.requireNonNull(snapshots);
    }

    /** Shows a tick, or returns false if the time of this step was not enough to reach it. */
    private boolean show(long tickOrBefore, Bodies bodies, boolean jumps) {
        long to = Math.max(first(), tickOrBefore);
        try {
            long beganNanos = clock.nanoTime();
            SnapshotCache kept = kept();
            if (!kept.reach(to, () -> clock.nanoTime() - beganNanos >= seekNanos)) {
                return false;
            }
            StateSnapshot next = kept.at(to);
            over = kept.newest < to;
            if (!over || jumps) {
                update(bodies, next, jumps);
                shown = next;
                tick = Math.min(to, kept.newest);
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("the recording can't be read up to tick " + to, e);
        }
    }

    /** Removes, spawns and teleports bodies as the change to the next snapshot requires. */
    private void update(Bodies bodies, StateSnapshot next, boolean jumps) {
        Attachments attachments = next.attachments();
        for (int body = 0; bodies.attachedCount() > 0 && body < bodies.slots(); body++) {
            int parent = bodies.parent(body);
            if (parent != State.NO_PARENT
                    && (attachments.parent(body) != parent || isNew(body, next, jumps) || isNew(parent, next, jumps))) {
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
                written.forget(body);
            } else if (alive && change(body, next, jumps) == StateSnapshot.TELEPORTED) {
                bodies.teleport(body);
            }
            changes[body] = next.change(body);
        }
        for (int i = 0; i < attachments.count(); i++) {
            int child = attachments.child(i);
            bodies.attach(child, attachments.parent(child));
        }
        // Also what an earlier tick has changed, if its state was not written.
        for (int body = bodies.nextReparented(0); body >= 0; body = bodies.nextReparented(body + 1)) {
            written.forget(body);
        }
    }

    private boolean isNew(int body, StateSnapshot next, boolean jumps) {
        return change(body, next, jumps) == StateSnapshot.NEW || next.change(body) == StateSnapshot.GONE;
    }

    private byte change(int body, StateSnapshot next, boolean jumps) {
        return jumps ? StateSnapshot.TELEPORTED : backwards ? changes[body] : next.change(body);
    }

    @Override
    public void write(StateWriter state) {
        Objects.requireNonNull(state, "state must not be null");
        if (shown != null) {
            shown.write(state, written);
        }
        if (seek != null) {
            seek.stateWritten();
        }
    }

    @Override
    public void close() {
        if (seek != null) {
            seek.end(new IllegalStateException("the player has ended before it showed tick " + seek.to
                    + "; if it was not closed, its failure() says why"));
        }
        replay.close();
    }
}
