package io.github.freestep.physics.lockstep;

import io.github.freestep.internal.Ranges;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.lockstep.link.ActionCode;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.session.LocalInput;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings of a lockstep match. All players and the sequencer must have the same ones; the sequencer refuses a
 * player whose settings differ, and names the values of both sides. Immutable.
 *
 * <pre>{@code
 * MatchSettings pong = MatchSettings.of("pong", layout, 2).version("1.3").rate(60).axes(1);
 * }</pre>
 *
 * <p>Each method that sets a value returns new settings and leaves these unchanged.
 */
public final class MatchSettings {
    /** The greatest number of players. */
    public static final int MAX_PLAYERS = TickInput.MAX_PLAYERS;

    /** The greatest number of axes of a player. */
    public static final int MAX_AXES = 256;

    /** The greatest input delay in ticks. */
    public static final int MAX_DELAY = MatchRules.MAX_DELAY;

    private static final int MAX_TEXT = 200;

    /** The same values, for all classes that run a match. */
    final MatchRules rules;

    MatchSettings with(Consumer<MatchRules> change) {
        MatchRules next = rules.copy();
        change.accept(next);
        return new MatchSettings(next);
    }

    private MatchSettings(MatchRules rules) {
        this.rules = rules;
    }

    /**
     * Creates settings with defaults: 60 ticks per second and 2 axes per player. They take the place of
     * those of a {@code PhysicsBuilder}, whose defaults are 100 ticks per second and 32 axes.
     *
     * @param name the name of the simulation, 1 to 200 characters
     * @param layout the layout of the states
     * @param players the greatest number of players, from 1 to {@value #MAX_PLAYERS}; the match begins when all have
     *     joined, or {@link #minPlayers(int)}
     * @return the settings
     * @throws IllegalArgumentException if the name or the number of players is out of range
     */
    public static MatchSettings of(String name, StateLayout layout, int players) {
        if (Objects.requireNonNull(name, "name must not be null").isBlank()) {
            throw new IllegalArgumentException("name must not be blank, was \"" + name + "\"");
        }
        MatchRules rules = new MatchRules();
        rules.name = requireShort("name", name);
        rules.layout = Objects.requireNonNull(layout, "layout must not be null");
        rules.players = Ranges.require(1, MAX_PLAYERS, players, "players", "");
        rules.minPlayers = players;
        return new MatchSettings(rules);
    }

    /**
     * Sets how many players must have joined for the match to begin. Those who come later join the running match.
     * Default: all. The match also waits until all who have joined by then have set their worlds up.
     *
     * @param atLeast from 1, to {@link #players}
     * @return the changed settings
     * @throws IllegalArgumentException if the number is out of range
     */
    public MatchSettings minPlayers(int atLeast) {
        return with(next -> next.minPlayers = Ranges.require(1, rules.players, atLeast, "minPlayers", ""));
    }

    /**
     * Sets the version of the game, so that players of different versions don't meet. Default: empty.
     *
     * @param version any text of at most 200 characters
     * @return the changed settings
     * @throws IllegalArgumentException if the text is longer
     */
    public MatchSettings version(String version) {
        return with(next ->
                next.version = requireShort("version", Objects.requireNonNull(version, "version must not be null")));
    }

    /**
     * Sets the number of ticks per second of match time. Default: 60.
     *
     * @param ticksPerSecond from 1 to 1000000
     * @return the changed settings
     * @throws IllegalArgumentException if the rate is out of range
     */
    public MatchSettings rate(int ticksPerSecond) {
        return rate(Ratio.of(ticksPerSecond));
    }

    /**
     * Sets the number of ticks per second of match time. Default: 60.
     *
     * @param ticksPerSecond from 1/1000 to 1000000
     * @return the changed settings
     * @throws IllegalArgumentException if the rate is out of range
     */
    public MatchSettings rate(Ratio ticksPerSecond) {
        Objects.requireNonNull(ticksPerSecond, "ticksPerSecond must not be null");
        double hertz = ticksPerSecond.toDouble();
        if (!(hertz >= 1e-3 && hertz <= 1e6)) {
            throw new IllegalArgumentException(
                    "rate must be between 1/1000 and 1000000 per second, was " + ticksPerSecond);
        }
        return with(next -> next.rate = ticksPerSecond);
    }

    /**
     * Sets the seed of the game's random numbers. Default: 0.
     *
     * @param seed any number
     * @return the changed settings
     */
    public MatchSettings seed(long seed) {
        return with(next -> next.seed = seed);
    }

    /**
     * Sets the number of axes of each player. Default: 2.
     *
     * @param perPlayer from 0 to {@value #MAX_AXES}
     * @return the changed settings
     * @throws IllegalArgumentException if the number is out of range
     */
    public MatchSettings axes(int perPlayer) {
        return with(next -> next.axes = Ranges.require(0, MAX_AXES, perPlayer, "axes", ""));
    }

    /**
     * Sets the bounds of the input delay: the number of ticks from sampling an input to the tick that uses it. For each
     * player, the sequencer chooses the least delay within the bounds with which the inputs arrive in time. If a
     * connection needs more than the greatest delay, the others wait, see {@link #maxWait}, and {@link
     * LockstepSession#toString} of its session names this setting. Default: from 2 to the number of ticks in a second,
     * but at least 30 and at most {@value #MAX_DELAY}.
     *
     * @param minTicks from 1
     * @param maxTicks from minTicks to {@value #MAX_DELAY}
     * @return the changed settings
     * @throws IllegalArgumentException if a bound is out of range
     */
    public MatchSettings inputDelay(int minTicks, int maxTicks) {
        return with(next -> {
            next.minDelay = Ranges.require(1, MAX_DELAY, minTicks, "minTicks", "");
            next.setMaxDelay = Ranges.require(minTicks, MAX_DELAY, maxTicks, "maxTicks", "");
        });
    }

    /**
     * Sets for how long the others may have to wait for one player. If it was more than this within the last time, the
     * player is removed, and may join again. It does not matter whether its machine, its connection or its process is
     * slow. Others wait while a tick is due whose input this player has not sent, and one of them has sent all that it
     * can. Only time counts that they lose against normal speed. A player who stays just below the limit may cost them
     * that share of the time, at most a tenth by default, and so may each other player. Default: 1 s of the last 10 s.
     *
     * @param most from 100 ms, to {@code within}
     * @param within at most 60 s
     * @return the changed settings
     * @throws IllegalArgumentException if a value is out of range
     */
    public MatchSettings maxWait(Duration most, Duration within) {
        Objects.requireNonNull(most, "most must not be null");
        if (Objects.requireNonNull(within, "within must not be null").compareTo(Duration.ofSeconds(60)) > 0) {
            throw new IllegalArgumentException("within must be at most 60 s, was " + within);
        }
        if (most.compareTo(Duration.ofMillis(100)) < 0 || most.compareTo(within) > 0) {
            throw new IllegalArgumentException("most must be between 100 ms and within, was " + most);
        }
        return with(next -> {
            next.maxWait = most;
            next.waitSpan = within;
        });
    }

    /**
     * Returns the number of the axis that the simulation reads for a player, in {@code tick.input().axis(...)}.
     *
     * @param player from 0, below {@link #players}
     * @param axis from 0, below {@link #axes()}, as in {@link LockstepSession#axis}
     * @return the axis of the simulation: {@code player * axes() + axis}
     * @throws IllegalArgumentException if there is no such player or axis
     */
    public int axisOf(int player, int axis) {
        requirePlayer(player);
        LocalInput.requireAxis(axis, axes());
        return player * axes() + axis;
    }

    /**
     * Returns which player has sent an action that the simulation gets.
     *
     * @param code from {@code tick.input().code(i)} of an action
     * @return the player, from 0
     */
    public static int playerOf(int code) {
        return ActionCode.player(code);
    }

    /**
     * Returns the code with which a player has sent an action.
     *
     * @param code from {@code tick.input().code(i)} of an action
     * @return the code as it was passed to {@link LockstepSession#action}
     */
    public static int codeOf(int code) {
        return ActionCode.action(code);
    }

    void requirePlayer(int player) {
        Ranges.require(0, players() - 1, player, "player", "");
    }

    private static String requireShort(String what, String text) {
        if (text.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    what + " must have at most " + MAX_TEXT + " characters, had " + text.length());
        }
        return text;
    }

    /**
     * Returns the layout of the states.
     *
     * @return the layout
     */
    public StateLayout layout() {
        return rules.layout;
    }

    /**
     * Returns the greatest number of players.
     *
     * @return from 1 to {@value #MAX_PLAYERS}
     */
    public int players() {
        return rules.players;
    }

    /**
     * Returns the number of ticks per second of match time.
     *
     * @return the rate
     */
    public Ratio rate() {
        return rules.rate;
    }

    /**
     * Returns the seed of the game's random numbers.
     *
     * @return the seed; 0 by default
     */
    public long seed() {
        return rules.seed;
    }

    /**
     * Returns the number of axes of each player. The simulation reads an axis of a player as {@link #axisOf}.
     *
     * @return from 0 to {@value #MAX_AXES}
     */
    public int axes() {
        return rules.axes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MatchSettings settings && rules.entries().equals(settings.rules.entries());
    }

    @Override
    public int hashCode() {
        return rules.entries().hashCode();
    }

    @Override
    public String toString() {
        return rules.toString();
    }
}
