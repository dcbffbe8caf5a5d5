package io.github.freestep.physics.input;

/**
 * What an {@link InputStage} of another artifact does with its run. For the thread that steps.
 *
 * @param <C> commands, which this package cannot name
 * @param <E> events, which this package cannot name
 */
public interface StageAccess<C, E> extends PastTicks<C, E> {
    /** Runs a command between ticks, after the journal entry that records it. */
    void run(C command) throws Exception;

    /**
     * Notes in the metrics that a tick waits for its input, because meanwhile no tick ends, or that no tick waits.
     *
     * @param tick 0 if no tick waits
     * @param player {@code PhysicsMetrics.NO_PLAYER} if no single player is known
     */
    void waits(long tick, int player, long waitNanos, long debtNanos);

    /**
     * Reports that the input of a tick is not available.
     *
     * @return what the stage throws: it ends the run under every policy, because the tick would have the wrong input
     */
    RuntimeException failed(long tick, Throwable cause);
}
