package io.github.freestep.state.content;

import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.WorldId;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a buffer of states has for Freestep's other packages: the world, and copies of its states. Each copy is for
 * one thread at a time.
 *
 * @param <S> the type of the states, which this package does not know
 */
public abstract class BufferInside<S extends HasStateInside> {
    private @Nullable WorldId world;
    private volatile @Nullable Supplier<RunHealth> health;
    private @Nullable BooleanSupplier inStep;
    private volatile long gapNanos;

    /** Creates the inside of a buffer. */
    protected BufferInside() {}

    /**
     * Identifies the world whose states these are, across processes. Takes a lock.
     *
     * @return the id of the world, drawn at random at the first call
     */
    public synchronized WorldId world() {
        if (world == null) {
            world = WorldId.startsAt(-1);
        }
        return world;
    }

    /**
     * Sets what {@link #world()} returns. Call it before anything asks for it.
     *
     * @param id identifies the world
     */
    public synchronized void world(WorldId id) {
        world = id;
    }

    /**
     * Returns whether the run that publishes here still makes states.
     *
     * @return {@link RunHealth#GOOD} unless the publisher says otherwise
     */
    public RunHealth health() {
        Supplier<RunHealth> told = health;
        return told == null ? RunHealth.GOOD : told.get();
    }

    /**
     * Sets what {@link #health()} calls, which any thread may do.
     *
     * @param of must not block, nor allocate while all is well
     */
    public void health(Supplier<RunHealth> of) {
        health = of;
    }

    /**
     * Returns whether the calling thread is inside a step of the run that publishes here.
     *
     * @return false for a publisher that is not a run
     */
    public boolean isInStep() {
        return inStep != null && inStep.getAsBoolean();
    }

    /**
     * Sets what {@link #isInStep()} calls. Call it before others see the buffer.
     *
     * @param of answers for the calling thread
     */
    public void inStep(BooleanSupplier of) {
        inStep = of;
    }

    /**
     * Returns the simulation time from one state to the next, so that a history can allocate what it needs.
     *
     * @return the time if no state is skipped; 0 if it is not known
     */
    public long gapNanos() {
        return gapNanos;
    }

    /**
     * Sets what {@link #gapNanos()} returns.
     *
     * @param nanos from 1
     */
    public void gapNanos(long nanos) {
        gapNanos = nanos;
    }

    /**
     * Makes room for a copy of a state.
     *
     * @return a state of the buffer's layout that was never written
     */
    public abstract S newCopy();

    /**
     * Makes a copy equal to a state of the buffer, to the last bit, with its versions. Takes time proportional to the
     * blocks in which the two differ; allocates nothing.
     *
     * @param from a state of the buffer, or a copy of one
     * @param into a copy
     */
    public abstract void copy(S from, S into);

    /**
     * The memory that a copy takes.
     *
     * @return bytes, without a constant part below 1 KB
     */
    public abstract long copyBytes();
}
