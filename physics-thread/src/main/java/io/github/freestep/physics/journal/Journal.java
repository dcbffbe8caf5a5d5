package io.github.freestep.physics.journal;

import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.state.StatePublisher;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What recorders and predictions use of a run: its world, and the {@link RunLog} of what enters and leaves it. Without
 * a log, an entry costs one call that does nothing. For the physics thread, except where a method says otherwise.
 *
 * @param <C> contexts of commands, which this package cannot name
 */
public final class Journal<C> {
    private final @Nullable C context;
    private final @Nullable StatePublisher publisher;
    private final long startTick;
    private final BooleanSupplier isStarted;

    /** Saves the world for a prediction, and not for a recorder. */
    private volatile KeyframeSource saver = RunLog.NONE;

    /** Whether a feed gives all input, so that pushed input is refused. */
    public final boolean isFed;

    /** Takes the problems of recordings. */
    public final Reporter problems;

    private volatile RunLog log = RunLog.NONE;

    /** Guarded by the lock on this. */
    private boolean isOver;

    /**
     * Creates a journal without a log.
     *
     * @param context gives the simulation; null in a test without a run
     * @param publisher publishes its states; null in a test without a run
     * @param startTick the tick at which the run begins, but at least 1 if it begins with another world than that of
     *     its set-up
     * @param isFed whether a feed gives all input
     * @param isStarted returns whether a thread runs the simulation, or a command has run
     * @param problems takes the problems of recordings
     */
    public Journal(
            @Nullable C context,
            @Nullable StatePublisher publisher,
            long startTick,
            boolean isFed,
            BooleanSupplier isStarted,
            Reporter problems) {
        this.context = context;
        this.publisher = publisher;
        this.startTick = startTick;
        this.isFed = isFed;
        this.isStarted = isStarted;
        this.problems = problems;
    }

    /**
     * Returns the tick at which the run begins, but at least 1 if it begins with another world than that of its set-up.
     *
     * @return 0 for a run that can be recorded
     */
    public long startTick() {
        return startTick;
    }

    /**
     * Returns whether a recorder would miss something before the first tick.
     *
     * @return false for a service before its start, and for a stepper before its first command
     */
    public boolean isStarted() {
        return isStarted.getAsBoolean();
    }

    /**
     * Returns the context of the commands of the run, by which its world is saved between two ticks.
     *
     * @return the context, for the physics thread only
     */
    public C context() {
        return Objects.requireNonNull(context);
    }

    /**
     * Returns the hash of the newest state, which may be before the first tick.
     *
     * @return the hash, for the physics thread only
     */
    public long hash() {
        return Objects.requireNonNull(publisher).hash();
    }

    /**
     * Returns what takes the entries.
     *
     * @return {@link RunLog#NONE} if nothing does
     */
    public RunLog log() {
        return log;
    }

    /**
     * Returns what takes the entries, and makes it if there is nothing yet. It stays until the end of the run; after
     * the end, it is told so at once. For any thread.
     *
     * @param made makes it
     * @return always the same from the first call on
     */
    public synchronized RunLog log(Supplier<RunLog> made) {
        if (log == RunLog.NONE) {
            log = made.get();
            if (isOver) {
                log.end();
            }
        }
        return log;
    }

    /**
     * Sets what is called after each tick besides the log. It gets no entries.
     *
     * @param source saves the world
     */
    public void saves(KeyframeSource source) {
        saver = source;
    }

    /** Ends the log, at the end of the run. For any thread. */
    public synchronized void close() {
        isOver = true;
        log.end();
    }

    /**
     * Returns whether the world is to be saved.
     *
     * @param tick the number of the tick that has just ended
     * @return true if {@link #keyframes} is to be called
     */
    public boolean wantsKeyframe(long tick) {
        return saver.isDue(tick) || log.isDue(tick);
    }

    /**
     * Saves the world for each that wants a keyframe.
     *
     * @param tick the number of the tick that has just ended
     */
    public void keyframes(long tick) {
        KeyframeSource own = saver;
        if (own.isDue(tick)) {
            own.save(tick);
        }
        log.save(tick);
    }
}
