package io.github.freestep.physics.lockstep;

/** Parts of messages. */
final class MatchWords {
    private MatchWords() {}

    /** Lists the players whose bits are set. */
    static String players(long bits) {
        StringBuilder text = new StringBuilder();
        for (int player = 0; player < Long.SIZE; player++) {
            if ((bits >>> player & 1) != 0) {
                text.append(text.length() == 0 ? "" : ", ").append(player);
            }
        }
        return text.toString();
    }
}
