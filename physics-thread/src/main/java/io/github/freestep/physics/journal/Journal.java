package io.github.freestep.physics.journal;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.physics.journal.JournalEntry.Kind;
import io.github.freestep.physics.ring.Consumers;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reports to recorders what enters a simulation and what results from it, in the order in which it happens. Any thread
 * may join. The physics thread writes, wait-free and without allocation. Without a recorder, an entry costs one read of
 * an array's length.
 *
 * <p>Each recorder has its own ring, like each consumer of events. Recorders poll, and no thread wakes them.
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

    private final Consumers<JournalReader> readers = new Consumers<>(new JournalReader[0]);

    /** The entry being written. It is filled once and copied into each recorder's ring. */
    private final JournalEntry draft = new JournalEntry();

    /** Volatile, because any thread may open a recorder. */
    private volatile long startTick;

    /** Volatile, because any thread may open a recorder. */
    private volatile boolean isStarted;

    /** The simulation and its states, for sources of keyframes. Volatile, because any thread may open a recorder. */
    private volatile @Nullable S simulation;

    private volatile @Nullable StatePublisher publisher;

    private volatile @Nullable RunSave save;

    /** Saves the world for a prediction, and not for a recorder; null if nothing does. */
    private volatile @Nullable KeyframeSource saver;

    /** Takes the problems of recordings. Volatile, because any thread may open a recorder. */
    public volatile Problems problems = Problems.toLog();

    /** Creates a journal without recorders. */
    public Journal() {}

    /**
     * Sets the tick at which the run begins, before the run is handed to its user. Default: 0.
     *
     * @param tick the number of the tick of the first state
     */
    public void beginsAt(long tick) {
        startTick = tick;
    }

    /**
     * Returns the tick at which the run begins.
     *
     * @return the number of the tick of the first state
     */
    public long startTick() {
        return startTick;
    }

    /** Notes that a thread runs the simulation from now on, so that a recorder would miss what enters it. */
    public void starts() {
        isStarted = true;
    }

    /**
     * Returns whether a thread runs the simulation.
     *
     * @return false for a service before its start, and for a stepper
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
     */
    public void world(S simulation, StatePublisher publisher, RunSave save) {
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
     * Lets a recorder join. After the end of the run, the returned reader is closed already.
     *
     * @param capacity the number of entries that the recorder may be behind, a power of two
     * @param keyframes saves the world for this recorder; null for no keyframes
     * @return the reader; close it when the recording ends
     */
    public JournalReader open(int capacity, @Nullable KeyframeSource keyframes) {
        JournalReader reader = new JournalReader(readers, capacity, keyframes);
        readers.add(reader, () -> {});
        return reader;
    }

    /**
     * Sets what is called after each tick besides the recorders. It gets no entries.
     *
     * @param source saves the world; what it returns is ignored
     */
    public void saves(KeyframeSource source) {
        saver = source;
    }

    /**
     * Whether there is a recorder. If not, entries need not be computed.
     *
     * @return false if no recorder reads the journal
     */
    public boolean isRead() {
        return readers.rings().length > 0;
    }

    /** Ends the journal for all recorders, at the end of the run. */
    public void close() {
        readers.close();
    }

    /**
     * Writes a polled axis whose value has changed. The new value holds from the beginning of a tick.
     *
     * @param tick the number of the tick
     * @param axis the number of the axis
     * @param value the new value
     */
    public void axis(long tick, int axis, float value) {
        draft.code = axis;
        draft.value = value;
        write(Kind.AXIS, tick);
    }

    /**
     * Writes an input of a tick.
     *
     * @param tick the number of the tick
     * @param isAction true for an action, false for the change of an axis
     * @param code the code of the action, or the number of the axis
     * @param value the value of the input
     * @param fraction the time within the tick, from 0 to 1
     */
    public void input(long tick, boolean isAction, int code, float value, double fraction) {
        draft.isAction = isAction;
        draft.code = code;
        draft.value = value;
        draft.fraction = fraction;
        write(Kind.INPUT, tick);
    }

    /**
     * Writes that a player joins or leaves a lockstep match.
     *
     * @param tick the number of the tick
     * @param player the number of the player
     * @param joins false if the player leaves
     */
    public void player(long tick, int player, boolean joins) {
        draft.isAction = joins;
        draft.code = player;
        write(Kind.PLAYER, tick);
    }

    /**
     * Writes a command that is about to run, unless it is {@link Unrecorded}.
     *
     * @param tick the last finished tick
     * @param command the command as it was submitted
     */
    public void command(long tick, Object command) {
        if (!(command instanceof Unrecorded)) {
            draft.subject = command;
            write(Kind.COMMAND, tick);
        }
    }

    /**
     * Writes a new anchor of time.
     *
     * @param tick the last finished tick
     * @param anchor the new anchor of the timeline
     */
    public void time(long tick, TimeAnchor anchor) {
        draft.anchor.set(anchor);
        write(Kind.TIME, tick);
    }

    /**
     * Writes a fault.
     *
     * @param tick the tick whose step failed, or the last finished one if the fault was raised between ticks
     * @param failure the failure as it was reported
     */
    public void fault(long tick, Throwable failure) {
        draft.subject = failure;
        write(Kind.FAULT, tick);
    }

    /**
     * Writes the hash of a tick's state.
     *
     * @param tick the number of the tick
     * @param hash the hash of its state
     */
    public void hash(long tick, long hash) {
        draft.hash = hash;
        write(Kind.HASH, tick);
    }

    /**
     * Writes the end of a tick.
     *
     * @param tick the number of the tick
     */
    public void tick(long tick) {
        write(Kind.TICK, tick);
    }

    /**
     * Returns whether a recorder wants a keyframe.
     *
     * @param tick the number of the tick that has just ended
     * @return true if {@link #keyframes} is to be called
     */
    public boolean wantsKeyframe(long tick) {
        KeyframeSource own = saver;
        if (own != null && own.isDue(tick)) {
            return true;
        }
        for (JournalReader reader : readers.rings()) {
            if (reader.wantsKeyframe(tick)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Saves the world for each recorder that wants a keyframe.
     *
     * @param tick the number of the tick that has just ended
     */
    public void keyframes(long tick) {
        KeyframeSource own = saver;
        if (own != null && own.isDue(tick)) {
            own.save(tick);
        }
        for (JournalReader reader : readers.rings()) {
            Object saved = reader.wantsKeyframe(tick) ? reader.save(tick) : null;
            if (saved != null) {
                draft.kind = Kind.KEYFRAME;
                draft.tick = tick;
                draft.subject = saved;
                reader.write(draft, tick);
                draft.subject = null;
            }
        }
    }

    private void write(Kind kind, long tick) {
        draft.kind = kind;
        draft.tick = tick;
        for (JournalReader reader : readers.rings()) {
            reader.write(draft, tick);
        }
        draft.subject = null;
    }
}
