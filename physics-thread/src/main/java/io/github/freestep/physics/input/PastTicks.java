package io.github.freestep.physics.input;

import io.github.freestep.internal.EventValues;
import java.util.function.Predicate;

/**
 * The rollback of a run, as a feed sees it. A feed that has guessed the input of ticks calls it when a guess was wrong:
 * within its call for the next tick, it restores the world as it was after an earlier tick, and gives each tick since
 * then its input again. For the thread that steps.
 *
 * @param <C> commands, which this package cannot name
 * @param <E> events, which this package cannot name
 */
public interface PastTicks<C, E> {
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
     * Lets the simulation count ticks as another run does, whose world it predicts. The run keeps its own numbers.
     *
     * @param ticks by how much greater the numbers are that steps and commands see from now on
     * @param nanos by how much later than at the rate of this run those ticks are; 0 if the other run is a service
     */
    void count(long ticks, long nanos);

    /**
     * Restores the world as it was after a tick, and begins the input of the next one.
     *
     * @param tick the number of that tick, at most that of the newest
     * @param restoring the command that restores the world
     * @throws Exception if the command throws
     */
    void restore(long tick, C restoring) throws Exception;

    /**
     * Runs a command after the tick that was restored or stepped last. No journal records it.
     *
     * @param command the command to run
     * @throws Exception if the command throws
     */
    void runAgain(C command) throws Exception;

    /** Steps the tick after the one that was restored or stepped last, and begins the input of the next one. */
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
