package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.saves.SavableSimulation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Goes back in a running game, shows the past while time is paused, and plays on from there. Safe for use by any
 * threads.
 *
 * <pre>{@code
 * Rewind rewind = Rewind.of(physics, Duration.ofSeconds(20));
 * ...
 * rewind.to(rewind.newestTick() - 300); // pauses, and shows what was 3 seconds ago
 * rewind.play();                        // the player's keys count again
 * }</pre>
 *
 * <p>The run keeps its own ticks, which only rise, so a tick names one moment of one past, and after {@code play}, the
 * abandoned ticks can still be shown. Recordings contain a rewind as a load of the world. The physics thread saves the
 * world every few ticks, and copies what enters the run. To show a tick, it restores the save before it, and steps up
 * to it, so commands run again, which therefore must change nothing but the world. A run has one rewind at a time.
 *
 * <p>To keep a world for later, use {@link io.github.freestep.physics.saves.Saves} instead.
 */
public final class Rewind implements AutoCloseable {
    private static final Duration MOST_SPAN = Duration.ofMinutes(10);

    private final Physics physics;
    private final SavableSimulation world;
    private final RewindHistory history;
    private final RewindEvents events;

    private Rewind(Physics physics, SavableSimulation world, RewindHistory history) {
        this.physics = physics;
        this.world = world;
        this.history = history;
        events = new RewindEvents(history);
    }

    /**
     * Keeps the last seconds of a run from its next tick on, so that it can go back.
     *
     * @param physics a service, a stepper, or a service of a group
     * @param span up to 10 minutes. A rewind takes about 64 MB at most, so it keeps fewer seconds of a very large world
     * @return a rewind, to be closed
     * @throws IllegalArgumentException if the world cannot be saved; if a feed gives all input, as in a match, because
     *     no player can go back alone; or if the span is out of range
     */
    public static Rewind of(Physics physics, Duration span) {
        Objects.requireNonNull(physics, "physics must not be null; pass a service or a stepper");
        Objects.requireNonNull(span, "span must not be null; pass Duration.ofSeconds(20)");
        if (span.isNegative() || span.isZero() || span.compareTo(MOST_SPAN) > 0) {
            throw new IllegalArgumentException(
                    "span must be above 0 and at most " + MOST_SPAN + ", was " + span + "; 20 s are enough for most");
        }
        Journal<PhysicsContext> run = Inside.of(physics.events());
        if (run.isFed) {
            throw new IllegalArgumentException("a run to rewind must get its input from its own port, but a feed gives"
                    + " it, as in a match, in which no player can go back alone; rewind a replay of it instead");
        }
        Simulation world = run.context().world(Simulation.class);
        if (!(world instanceof SavableSimulation savable && savable.isSavable())) {
            throw new IllegalArgumentException("a world to rewind must be a SavableSimulation, was a "
                    + world.getClass().getName() + "; implement save and restore");
        }
        Rewind rewind = new Rewind(physics, savable, new RewindHistory(run, physics.settings(), span));
        physics.submit(rewind.events);
        return rewind;
    }

    /**
     * Returns whether the past is shown, and played on from, with every bit that it had. Otherwise it is nearly so,
     * because the world's engine does not expose all that a step depends on.
     *
     * @return what {@link SavableSimulation#restoresExactly} returns
     */
    public boolean isExact() {
        return world.restoresExactly();
    }

    /**
     * Returns the oldest tick that can be shown.
     *
     * @return a tick's number; the greatest of all longs if none is kept yet
     */
    public long oldestTick() {
        return history.oldestTick;
    }

    /**
     * Returns the newest tick of the run, which is the greatest that can be shown.
     *
     * @return a tick's number
     */
    public long newestTick() {
        return physics.metrics().tick();
    }

    /**
     * Returns the tick that the newest state shows.
     *
     * @return the newest tick, or an earlier one after {@link #to} until the next step
     */
    public long shownTick() {
        long[] rewound = history.rewound;
        long newest = newestTick();
        return rewound[0] == newest ? rewound[1] : newest;
    }

    /**
     * Returns how many ticks lie between two saves, and thus how many steps {@link #to} takes at most. Saves take at
     * most 5 % of the time and 60 MB, so a world that is slow to save, or large, is saved less often.
     *
     * @return at least the ticks of 50 ms
     */
    public long saveIntervalTicks() {
        return history.everyTicks;
    }

    /**
     * Pauses, and goes to a tick of the past. Bodies, lives, attachments, channels and axes are those of that tick, and
     * every reader sees them. Events of the ticks that are abandoned by it come again as {@link
     * PhysicsEvent.Kind#CANCELLED}, and if a later call goes to such a tick, as what they were.
     *
     * @param tick from {@link #oldestTick} to {@link #newestTick}
     * @return a future that completes once the tick is published. In a pause, the next frame shows it; if time has run
     *     until now, a picture first moves on to the newest state, by its age. The future fails if a step or the
     *     restore fails
     * @throws IllegalArgumentException if the tick is not kept
     */
    public CompletableFuture<Void> to(long tick) {
        if (tick < oldestTick() || tick > newestTick()) {
            String kept = oldestTick() > newestTick()
                    ? "one that is kept, but none is yet"
                    : "between " + oldestTick() + " and " + newestTick() + ", which are kept";
            throw new IllegalArgumentException(
                    "tick must be " + kept + ", was " + tick + "; keep more by a longer span");
        }
        physics.pause();
        return go(tick);
    }

    /** The second request comes once the state of the first one was published, or after a tick that was due already. */
    private CompletableFuture<Void> go(long tick) {
        return physics.submit(new Rewound(history, events, tick))
                .thenCompose(done -> physics.read(PhysicsContext::tick))
                .thenCompose(newest -> newest == history.rewound[0] || !physics.isPaused()
                        ? CompletableFuture.completedFuture(null)
                        : go(tick));
    }

    /**
     * Plays on from the tick that is shown, with the input that comes from now on.
     *
     * @return a future that completes once time runs
     */
    public CompletableFuture<Void> play() {
        return physics.resume();
    }

    /**
     * Writes what was played since the newest rewind as a recording, which begins with the world of that tick, or all
     * that is kept if there was none. The {@linkplain RecordingHeader#settings settings} in its header name the tick
     * at which it branched, and its simulation is the name of the world's class. Waits for the run and for the disk.
     *
     * @param file the file to create or to replace
     * @throws RecordingException if nothing is kept, or the world does not restore exactly, so that no replay could
     *     begin with it
     * @throws IOException if the file could not be written
     */
    public void keep(Path file) throws IOException {
        List<RewindPart> branch = physics.read(c -> history.newestBranch()).join();
        if (branch.isEmpty() || !isExact()) {
            String why = isExact()
                    ? "nothing is kept yet; wait for the next tick"
                    : world.getClass().getName()
                            + " does not restore exactly, so no replay can begin with it; use a Recorder";
            throw new RecordingException(why);
        }
        RewindPart first = branch.get(0);
        String settings = first.isBranch() ? "branched after tick " + first.from() : "";
        RecordingHeader header = RecordingHeader.of(physics, world.getClass().getName(), settings, 0);
        RingBlocks blocks = new RingBlocks(header, Long.MAX_VALUE, Long.MAX_VALUE, false);
        RecordingWriter writer = new RecordingWriter(blocks);
        writer.tick(first.tick());
        writer.keyframe(first.world(), first.world().length);
        RecordingHandler to = new RecordingHandler(writer, null, failure -> {});
        branch.forEach(part -> part.entries().forEach(to::onEntry));
        writer.flush();
        AtomicFiles.write(file, blocks.recording(0, "the branch ends here")::transferTo);
    }

    /** Keeps nothing any more. The run continues from where it is. A second call does nothing. */
    @Override
    public void close() {
        events.isClosed = true;
        physics.submit(events);
    }
}
