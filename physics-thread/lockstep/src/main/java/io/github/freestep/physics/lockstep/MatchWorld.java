package io.github.freestep.physics.lockstep;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.lockstep.session.SessionStart;
import io.github.freestep.physics.lockstep.session.SessionState;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A simulation for a match, and the options of its run. The match decides everything that must be the same for all
 * players, such as the rate and the input, and refuses options for that. Not thread-safe.
 *
 * <pre>{@code
 * MatchService run = match.start(MatchWorld.of(new Arena(), options -> options.name("arena").realTime(10)));
 * }</pre>
 *
 * <p>Can be used again, but only one match or prediction at a time can run the simulation.
 */
public final class MatchWorld {
    /** Where a player finds options that the match does not leave to the run. */
    private static final Map<String, String> DECIDES = Map.of(
            "rate", "MatchSettings.rate", "axes", "MatchSettings.axes", "clock", "LockstepSession.Builder.clock");

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
     *       four basic operations give the same bits everywhere. dyn4j uses {@code Math.sin} and {@code cos}, unless
     *       a build rewrites it, and the other engines are native, so no one guarantees their bits between versions, or
     *       between x86-64 and ARM64. A match refuses a player whose {@link Simulation#computedBy} differs.
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

    /**
     * Returns a world with options of a {@link PhysicsBuilder}, which describes them. A host that steps the match in
     * its frame loop must set none for threads.
     *
     * @param simulation the simulation, see {@link #of(Simulation)}
     * @param options sets options such as {@code name}, {@code window}, {@code onProblem} and {@code realTime}
     * @return the world
     * @throws IllegalArgumentException if it sets an option that the match decides
     */
    public static MatchWorld of(Simulation simulation, Consumer<? super PhysicsBuilder> options) {
        Objects.requireNonNull(options, "options must not be null; leave them out for the defaults");
        MatchWorld world = new MatchWorld(simulation);
        options.accept(world.builder);
        Set<String> decided = Inside.of(world.builder).options;
        if (!decided.isEmpty()) {
            String option = decided.iterator().next();
            throw new IllegalArgumentException(
                    option + " must not be set on the PhysicsBuilder of a MatchWorld, because "
                            + DECIDES.getOrDefault(option, "the match") + " decides it for all players; leave it out");
        }
        return world;
    }

    SessionStart starting(SessionState session) {
        return new SessionStart(session, simulation, builder);
    }
}
