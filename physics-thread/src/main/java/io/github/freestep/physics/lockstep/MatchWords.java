package io.github.freestep.physics.lockstep;

/** Describes a match at its sequencer. */
final class MatchWords {
    private MatchWords() {}

    static String describe(
            MatchSettings settings, long tick, int players, int delay, double speed, boolean paused, long awaited) {
        return settings.name() + ", tick " + tick + ", " + players + " of " + settings.players() + " players, delay "
                + delay + " ticks, speed " + Math.round(speed * 100) + " %" + (paused ? ", paused" : "")
                + (awaited == 0 ? "" : ", waits for " + players(awaited));
    }

    /** Lists the players whose bits are set. */
    private static String players(long bits) {
        StringBuilder text = new StringBuilder(Long.bitCount(bits) == 1 ? "player" : "players");
        for (int player = 0; player < Long.SIZE; player++) {
            if ((bits >>> player & 1) != 0) {
                text.append(' ').append(player);
            }
        }
        return text.toString();
    }
}
