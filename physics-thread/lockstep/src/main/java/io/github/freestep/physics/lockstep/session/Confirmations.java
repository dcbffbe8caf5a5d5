package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.prediction.shown.LastCosts;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Saves the world of a match for a prediction, after the first tick that follows a {@link #isWanted wish}. The
 * prediction's thread calls {@link #take}, and the match's physics thread calls the other methods. Any thread uses the
 * fields that say so. Lock-free: worlds pass through three buffers, as states do.
 */
final class Confirmations implements KeyframeSource {
    /**
     * The share of the time that saves may take, in the mean, on the thread of the match. Saves that take longer are
     * made less often. {@link LastCosts} forgives the longest of the last saves, which may be stalls of the process.
     */
    private static final double MOST_SAVE_SHARE = 0.25;

    private final Journal<PhysicsContext> journal;

    /** The axes of all players in the newest tick, which the feed keeps. */
    private final float[] levels;

    private final AtomicReference<ConfirmedWorld> middle;

    /** The newest tick whose input is known, for any thread; -1 before the first. */
    volatile long tick = -1;

    /** Why the world could not be saved, for any thread; null if it could. */
    volatile @Nullable Throwable failure;

    /** Whether no more worlds are to be saved, for any thread. */
    volatile boolean isClosed;

    /** Whether to save the world after the next tick, for any thread. */
    volatile boolean isWanted;

    private final NanoClock stopwatch;
    private final double mostSaveNanos;

    // For the physics thread of the match.
    private ConfirmedWorld back;

    private final LastCosts saves;

    /** The first tick after which the next save may be made. */
    private long notBefore;

    // For the thread of the prediction.
    private ConfirmedWorld front;

    private Confirmations(
            Journal<PhysicsContext> journal, MatchRules rules, long newestTick, float[] axes, NanoClock stopwatch) {
        this.journal = journal;
        this.stopwatch = stopwatch;
        mostSaveNanos = rules.periodNanos() * MOST_SAVE_SHARE;
        saves = new LastCosts(rules.periodNanos());
        levels = axes;
        tick = newestTick;
        back = new ConfirmedWorld(levels.length);
        front = new ConfirmedWorld(levels.length);
        middle = new AtomicReference<>(new ConfirmedWorld(levels.length));
    }

    /**
     * Begins after the newest tick of a run, and saves the world of that tick.
     *
     * @param axes those of all players in the newest tick, at any time
     */
    static Confirmations begin(
            Journal<PhysicsContext> journal, MatchRules rules, long newestTick, float[] axes, NanoClock stopwatch) {
        Confirmations begun = new Confirmations(journal, rules, newestTick, axes, stopwatch);
        begun.save(newestTick);
        journal.saves(begun);
        return begun;
    }

    @Override
    public boolean isDue(long stepped) {
        return isWanted && stepped == tick && stepped >= notBefore && !isClosed && failure == null;
    }

    @Override
    public void save(long stepped) {
        // A prediction that takes this save knows the frames up to now. Later ones may need another save.
        isWanted = false;
        long began = stopwatch.nanoTime();
        try {
            back.save(stepped, levels, journal.context());
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // The match continues, and the prediction ends.
            failure = e;
            return;
        }
        saves.add(stopwatch.nanoTime() - began);
        notBefore = stepped + 1 + (int) (saves.mean() / mostSaveNanos);
        back.isNew = true;
        back = middle.getAndSet(back);
    }

    /**
     * Returns the newest world; null if it was taken before. It stays as it is until the next call that returns one.
     */
    @Nullable ConfirmedWorld take() {
        if (!middle.get().isNew) {
            return null;
        }
        front.isNew = false;
        front = middle.getAndSet(front);
        return front;
    }
}
