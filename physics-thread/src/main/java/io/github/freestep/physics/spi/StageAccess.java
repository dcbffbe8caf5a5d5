package io.github.freestep.physics.spi;

/**
 * What an {@link InputStage} of another artifact does with its run. For the thread that steps.
 *
 * @param <C> commands, which this package cannot name
 * @param <E> events, which this package cannot name
 */
public interface StageAccess<C, E> extends PastTicks<C, E> {
    /** Runs a command between ticks, after the journal entry that records it. */
    void run(C command) throws Exception;

    /** Updates the metrics while a tick waits for its input, because meanwhile no tick ends. */
    void waits(long tick, int player, long waitNanos, long debtNanos);

    /**
     * Reports that the input of a tick cannot be had.
     *
     * @return what the stage throws: it ends the run under every policy, because the tick would have the wrong input
     */
    RuntimeException failed(long tick, Throwable cause);
}
