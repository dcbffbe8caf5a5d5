package io.github.freestep.physics.journal;

import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.state.StatePublisher;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What recorders and predictions use of a run: its world, and the {@link RunLog} of what enters and leaves it. Without
 * a log, an entry costs one call that does nothing. For the physics thread, except where a method says otherwise.
 *
 * @param <S> the type of simulations, which this package cannot name
 */
public final class Journal<S> {
    /** Writes a run as it is between two ticks. */
    public interface RunSave {
        /**
         * Writes the run.
         *
         * @param out takes what restores it
         * @throws IOException if writing fails
         */
        void write(DataOutput out) throws IOException;
    }

    /** Volatile, because any thread may open a recorder. */
    private volatile long startTick;

    /** Volatile, because any thread may open a recorder. */
    private volatile boolean isStarted;

    /** The simulation and its states, for sources of keyframes. Volatile, because any thread may open a recorder. */
    private volatile @Nullable S simulation;

    private volatile @Nullable StatePublisher publisher;

    private volatile @Nullable RunSave save;

    /** Saves the world for a prediction, and not for a recorder. */
    private volatile KeyframeSource saver = RunLog.NONE;

    /** Whether a feed gives all input, so that pushed input is refused. Set before the run is handed to its user. */
    public volatile boolean isFed;

    /** Takes the problems of recordings. */
    public final Reporter problems;

    private volatile RunLog log = RunLog.NONE;

    /** Guarded by the lock on this. */
    private boolean isOver;

    /** Creates a journal without a log. Its recordings report their problems. */
    public Journal(Reporter problems) {
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

    /** Notes that a thread runs the simulation, or that a command runs, so that a recorder would miss something. */
    public void starts() {
        isStarted = true;
    }

    /**
     * Returns whether a recorder would miss something before the first tick.
     *
     * @return false for a service before its start, and for a stepper before its first command
     */
    public boolean isStarted() {
        return isStarted;
    }

    /**
     * Sets the world of the run, before the run is handed to its user.
     *
     * @param simulation the simulation
     * @param publisher publishes its states
     * @param save writes the run
     * @param startTick the tick at which the run begins, but at least 1 if it begins with another world than that of
     *     its set-up
     */
    public void world(S simulation, StatePublisher publisher, RunSave save, long startTick) {
        this.startTick = startTick;
        this.simulation = simulation;
        this.publisher = publisher;
        this.save = save;
    }

    /**
     * Returns the simulation of the run.
     *
     * @return the simulation, for the physics thread only
     */
    public @Nullable S simulation() {
        return simulation;
    }

    /**
     * Saves the run as {@code PhysicsContext.save} does. For the physics thread, between two ticks.
     *
     * @param out takes what {@code PhysicsContext.restore} reads
     * @throws IOException if writing fails
     */
    public void save(DataOutput out) throws IOException {
        save.write(out);
    }

    /**
     * Returns the hash of the newest state, which may be before the first tick.
     *
     * @return the hash, for the physics thread only
     */
    public long hash() {
        return publisher.hash();
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
