package io.github.freestep.physics.spi;

import io.github.freestep.internal.EventValues;
import java.util.function.Predicate;

/**
 * Steps ticks of the past again. A feed that has guessed the input of ticks calls it when a guess was wrong: within its
 * call for the next tick, it restores the world as it was after an earlier tick, and gives each tick since then its
 * input again. For the thread that steps.
 *
 * @param <C> commands, which this package cannot name
 * @param <I> the input of a tick, which this package cannot name
 * @param <E> events, which this package cannot name
 */
public interface PastTicks<C, I, E> {
    /**
     * Sets which events of steps are reported from now on, because a tick that is stepped again reports many of them
     * twice. Default: all.
     *
     * @param reports returns whether to report an event, which is valid during the call
     */
    void filter(Predicate<EventValues> reports);

    /**
     * Returns what an event of a step says.
     *
     * @param event of another run
     * @return valid as long as the event
     */
    EventValues values(E event);

    /**
     * Reports an event that no step has reported.
     *
     * @param event what it says
     * @param isWrong false for an event that was not predicted; true for one that was, and has not come true
     */
    void report(EventValues event, boolean isWrong);

    /**
     * Restores the world as it was after a tick.
     *
     * @param tick the number of that tick, at most that of the newest
     * @param restoring the command that restores the world
     * @throws Exception if the command throws
     */
    void restore(long tick, C restoring) throws Exception;

    /**
     * Begins the tick after the one that was restored or stepped last.
     *
     * @return takes the input of that tick, until {@link #step}
     */
    I begin();

    /** Steps the tick that was begun. */
    void step();

    /**
     * Reports that the prediction has computed something else than the world that it predicts.
     *
     * @param cause says what differs
     */
    void differed(Throwable cause);

    /** Publishes the newest tick again, as it is now. Call it when all ticks up to that one are stepped. */
    void publish();
}
