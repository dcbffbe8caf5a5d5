package io.github.freestep.physics.recording;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shows a recording as if it was a simulation, so that a {@link PhysicsService} plays it: at its
 * pace or at any scale, paused and by single steps, in front of the same readers as a live run. Beside that it can be played
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
 * <p>Ticks of the service count what is shown, and always rise; {@link #tick} is the tick of the recording that is
 * shown. The physics thread reads
 * the file, and replays to reach a distant tick: from the nearest keyframe if the simulation is {@link SavableSimulation}, from
 * the beginning otherwise. What was replayed last is kept, up to 64 MB or an eighth of the heap, whichever is less.
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

    /** What became of each body since the tick before the one that is shown: it is needed on the way back to that. */
    private byte[] fates;

    /** Null until it is set up, by the thread that it then belongs to. */
    private volatile SnapshotCache pictures;

    private StateSnapshot shown;
    private boolean backwards;
    private long wanted = NOWHERE;
    private volatile long tick;
    private volatile boolean over;

    /**
     * Plays a replay from its beginning.
     *
     * @param replay that has not stepped yet; closed by whoever runs this, with the simulation
     * @throws IllegalArgumentException if the recording has merged steps: they are of different lengths, and can't be
     *     shown one a tick
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
            throw new IllegalArgumentException("a recording to play must have steps of 1 tick, had steps of up to "
                    + replay.header().run().mergedTicks() + "; repeat it with a Replay instead");
        }
        if (replay.tick() > 0) {
            throw new IllegalStateException(
                    "this replay is at tick " + replay.tick() + " already; open another to play it");
        }
        layout = replay.header().layout();
        rate = replay.header().run().rate();
        this.replay = replay;
        this.kept = kept;
    }

    /**
     * The rate at which it was recorded, and is to be played, in ticks per second.
     *
     * @return ticks per second
     */
    public Ratio rate() {
        return rate;
    }

    /**
     * Returns a command that goes to a tick, which is then shown next. No reader sees bodies on the way there. For any
     * thread.
     *
     * @param to the tick's number, from 0; beyond the end, the last tick is shown
     * @return to submit to the service that plays this
     * @throws IllegalArgumentException if negative
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
     * @return to submit to the service that plays this
     */
    public Command backwards(boolean back) {
        return context -> backwards = back;
    }

    /**
     * The number of the recording's tick that is shown. For any thread.
     *
     * @return from 0
     */
    public long tick() {
        return tick;
    }

    /**
     * Whether it stands at the end, or when played backwards at the beginning. For any thread.
     *
     * @return false again once it has gone on from there
     */
    public boolean isOver() {
        return over;
    }

    /**
     * The number of the first replayed tick whose state differs from the recorded one. For any thread.
     *
     * @return -1 if there is none
     */
    public long firstDifferentTick() {
        SnapshotCache any = pictures;
        return any == null ? -1 : any.firstDifferentTick();
    }

    /**
     * Why there is nothing behind the last tick. For any thread.
     *
     * @return null as long as nobody has come there
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
        fates = new byte[layout.capacity()];
        pictures = new SnapshotCache(replay, kept);
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
            StateSnapshot next = pictures.at(to);
            over = pictures.newest() < to;
            if (!over || jumps) {
                tell(bodies, next, jumps);
                shown = next;
                tick = Math.min(to, pictures.newest());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the recording can't be read at tick " + to, e);
        }
    }

    private void tell(Bodies bodies, StateSnapshot next, boolean jumps) {
        for (int body = 0; body < Math.max(bodies.slots(), next.bodies()); body++) {
            byte fate = jumps ? StateSnapshot.TELEPORTED : backwards ? fates[body] : next.change(body);
            boolean alive = next.change(body) != StateSnapshot.GONE;
            boolean another = fate == StateSnapshot.NEW || !alive;
            if (bodies.isAlive(body) && another) {
                bodies.remove(body);
            }
            if (alive && !bodies.isAlive(body)) {
                bodies.spawn(body);
            } else if (alive && fate == StateSnapshot.TELEPORTED) {
                bodies.teleport(body);
            }
            fates[body] = next.change(body);
        }
    }

    @Override
    public void write(StateWriter state) {
        shown.write(Objects.requireNonNull(state, "the state to write to must not be null"));
    }

    @Override
    public void close() {
        replay.close();
    }
}
