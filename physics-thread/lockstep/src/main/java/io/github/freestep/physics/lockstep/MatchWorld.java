package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.lockstep.session.SessionStart;
import io.github.freestep.physics.lockstep.session.SessionState;
import io.github.freestep.problem.Problem;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A simulation for a match, and the options of its run. All options have defaults. The match decides everything that
 * must be the same for all players, such as the rate and the input, so there are no options for that. Not thread-safe.
 *
 * <pre>{@code
 * MatchService run = match.start(MatchWorld.of(new Arena()).name("arena").realTime(10));
 * }</pre>
 *
 * <p>Can be used again, but only one match or prediction at a time can run the simulation. Each option is one of
 * {@link PhysicsBuilder}, which has its default and limits. The options from {@link #spinBudgetPerMille} to {@link
 * #withoutWatchdog} are for threads, so they must not be set for a host that steps the simulation in its frame loop.
 */
public final class MatchWorld {
    private final Simulation simulation;
    private final PhysicsBuilder builder;

    private MatchWorld(Simulation simulation) {
        this.simulation = simulation;
        builder = PhysicsService.builder(simulation);
    }

    /**
     * Returns a world with the default options. All peers must compute the same bits, so the simulation must avoid:
     *
     * <ul>
     *   <li>continuing after a fault on some peers only;
     *   <li>anything that differs from run to run: a clock; {@link io.github.freestep.physics.Tick#dueNanos}; random
     *       numbers not seeded by the game; the iteration order of a {@code HashMap} or {@code Set.of} whose keys have
     *       identity or salted hash codes; own threads, if the order in which they finish affects the result;
     *   <li>{@code Math.sin}, {@code cos}, {@code tan}, {@code exp}, {@code log}, {@code pow} and similar functions,
     *       whose last bit may differ between platforms. {@code StrictMath}, {@code Math.sqrt}, {@code fma} and the
     *       four basic operations give the same bits everywhere. dyn4j uses {@code Math.sin} and {@code cos}, and the
     *       other engines are native, so no one guarantees their bits between versions, or between x86-64 and ARM64. A
     *       match refuses a player whose {@link Simulation#computedBy} differs.
     * </ul>
     *
     * <p>For the same reason, a {@link MatchService} has no commands but value commands, which may only read and save.
     *
     * @param simulation the simulation of one player, or a second one for a prediction
     * @return the world
     */
    public static MatchWorld of(Simulation simulation) {
        return new MatchWorld(simulation);
    }

    SessionStart starting(SessionState session) {
        return new SessionStart(session, simulation, builder);
    }

    /**
     * Names the run, see {@link PhysicsBuilder#name}. Default: none.
     *
     * @param service such as "arena"; need not be unique
     * @return this
     * @throws IllegalArgumentException if the name is blank, or longer than 100 characters
     */
    public MatchWorld name(String service) {
        builder.name(service);
        return this;
    }

    /**
     * Sets the number of states that a reader sees at once, see {@link PhysicsBuilder#window}.
     *
     * @param states from 1 to 8
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public MatchWorld window(int states) {
        builder.window(states);
        return this;
    }

    /**
     * Sets the share of a core that the physics thread may spin, see {@link PhysicsBuilder#spinBudgetPerMille}.
     *
     * @param perMille thousandths of one core, from 0 to 1000
     * @return this
     * @throws IllegalArgumentException if the budget is out of range
     */
    public MatchWorld spinBudgetPerMille(int perMille) {
        builder.spinBudgetPerMille(perMille);
        return this;
    }

    /**
     * Gives the physics thread a real-time priority, see {@link PhysicsBuilder#realTime}.
     *
     * @param priority from 1 to 99
     * @return this
     * @throws IllegalArgumentException if the priority is out of range
     */
    public MatchWorld realTime(int priority) {
        builder.realTime(priority);
        return this;
    }

    /**
     * Lets the physics thread run only on one processor, see {@link PhysicsBuilder#cpu}.
     *
     * @param number of the processor, from 0 to 1023
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public MatchWorld cpu(int number) {
        builder.cpu(number);
        return this;
    }

    /**
     * Sets how long {@link MatchService#close} waits, see {@link PhysicsBuilder#closeTimeout}.
     *
     * @param timeout real time, at least 10 ms
     * @return this
     * @throws IllegalArgumentException if the timeout is shorter
     */
    public MatchWorld closeTimeout(Duration timeout) {
        builder.closeTimeout(timeout);
        return this;
    }

    /**
     * Sets how long code of the user may take until it is reported as hanging, see {@link PhysicsBuilder#watchdog}.
     *
     * @param limit real time, from 10 ms to 1 h
     * @return this
     * @throws IllegalArgumentException if the limit is out of range
     */
    public MatchWorld watchdog(Duration limit) {
        builder.watchdog(limit);
        return this;
    }

    /**
     * Switches the {@link #watchdog} off, such as for a debugger.
     *
     * @return this
     */
    public MatchWorld withoutWatchdog() {
        builder.withoutWatchdog();
        return this;
    }

    /**
     * Takes the problems of the run instead of the log, see {@link PhysicsBuilder#onProblem}.
     *
     * @param handler called on a daemon thread
     * @return this
     */
    public MatchWorld onProblem(Consumer<Problem> handler) {
        builder.onProblem(handler);
        return this;
    }
}
