package io.github.freestep.physics.lockstep.link;

import io.github.freestep.internal.Exact;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The checked values of {@link io.github.freestep.physics.lockstep.MatchSettings}, which describes and limits each of
 * them, and what follows from them: when ticks are due, and whether two sides have the same values. Only settings that
 * are being made write the fields, so for all others it is immutable.
 */
public final class MatchRules implements Cloneable {
    public static final int MAX_DELAY = 1_000;

    /** How many actions, and how many commands, one player may have in one tick. */
    public static final int ACTIONS = 16;

    /** How fast a match may run while it catches up after a wait, as a multiple of its normal speed. */
    public static final double CATCH_UP_SPEED = 2;

    /** For how long a player may send nothing while no one waits for it. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final int LEAST_DEFAULT_DELAY = 30;
    private static final int MAX_ENTRY = 400;
    private static final long SECOND_NANOS = 1_000_000_000;

    public String name = "";
    public StateLayout layout = StateLayout.of(1);
    public int players;
    public int minPlayers;
    public String version = "";
    public Ratio rate = Ratio.of(60);
    public long seed;
    public int axes = 2;
    public int minDelay = 2;

    /** 0 for the number of ticks in a second. */
    public int setMaxDelay;

    public Duration maxWait = Duration.ofSeconds(1);
    public Duration waitSpan = Duration.ofSeconds(10);

    /**
     * How many bytes the sequencer keeps for players who join late: at most this much for a saved world, and at most
     * this much for the input since that world.
     */
    public long history = 64 << 20;

    /** Returns a copy to be changed. */
    public MatchRules copy() {
        try {
            return (MatchRules) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the greatest input delay. */
    public int maxDelay() {
        return setMaxDelay == 0 ? ticksOfASecond() : setMaxDelay;
    }

    /** Returns the match time at which a tick is due. Tick 0 is due at 0. */
    public long dueNanos(long tick) {
        return Exact.floorMulDiv(tick, SECOND_NANOS * rate.denominator(), rate.numerator());
    }

    /** Returns the time between two ticks, rounded down. */
    public long periodNanos() {
        return dueNanos(1);
    }

    /**
     * Returns the greatest input delay by default. It is enough for every connection over which a match can be played,
     * at any rate.
     */
    private int ticksOfASecond() {
        long ticks = rate.numerator() / rate.denominator();
        return (int) Math.min(MAX_DELAY, Math.max(LEAST_DEFAULT_DELAY, ticks));
    }

    /** Returns for how long a player may send nothing. */
    public Duration silence() {
        return maxWait.compareTo(SILENCE) > 0 ? maxWait : SILENCE;
    }

    /** Returns each setting as {@code name=value}, always in the same order. A peer sends them when it joins. */
    public List<String> entries() {
        List<String> entries = new ArrayList<>();
        entries.add("simulation=" + name);
        entries.add("version=" + version);
        entries.add("layout=" + shortened(layout.toString()));
        entries.add("rate=" + rate);
        entries.add("seed=" + seed);
        entries.add("players=" + players + (minPlayers < players ? ", at least " + minPlayers + " to begin" : ""));
        entries.add("axes=" + axes);
        boolean isDefault = maxDelay() == ticksOfASecond();
        entries.add("input delay=" + minDelay + (isDefault ? " ticks to 1 s" : " to " + maxDelay() + " ticks"));
        entries.add("longest wait=" + maxWait + " of " + waitSpan);
        return entries;
    }

    /** Layouts may have any number of names. What is cut off is still compared. */
    private static String shortened(String text) {
        if (text.length() <= MAX_ENTRY) {
            return text;
        }
        CRC32C rest = new CRC32C();
        rest.update(text.getBytes(StandardCharsets.UTF_8));
        return text.substring(0, MAX_ENTRY) + "... (" + text.length() + " characters, checksum "
                + Long.toHexString(rest.getValue()) + ")";
    }

    /**
     * Compares these values with those of a player.
     *
     * @return the differences, each with both values; empty if there are none
     */
    public String differencesFrom(List<String> player) {
        List<String> own = entries();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < Math.max(own.size(), player.size()); i++) {
            String here = i < own.size() ? own.get(i) : "nothing";
            String there = i < player.size() ? player.get(i) : "nothing";
            if (!here.equals(there)) {
                differences.add("the sequencer has " + here + ", the player has " + there);
            }
        }
        return String.join("; ", differences);
    }

    /** Names the players whose bits are set, such as "player 1" and "players 0 2". */
    public static String players(long bits) {
        StringBuilder text = new StringBuilder(Long.bitCount(bits) == 1 ? "player" : "players");
        for (long left = bits; left != 0; left &= left - 1) {
            text.append(' ').append(Long.numberOfTrailingZeros(left));
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return String.join(", ", entries());
    }
}
