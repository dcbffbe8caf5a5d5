package io.github.freestep.physics.lockstep.link;

import io.github.freestep.time.Ratio;

/**
 * What a host asks of a match. The sequencer decides whether it has an effect.
 *
 * @param scale the time scale; 1 for the other kinds
 * @param player who is to be removed; -1 for the other kinds
 */
public record HostRequest(Kind kind, Ratio scale, int player) {
    /** What can be asked for. */
    public enum Kind {
        PAUSE("pause the match"),
        RESUME("end a pause"),
        SCALE("change the time scale"),
        REMOVE("remove a player");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns what a host does, in words that follow "may". */
        public String inWords() {
            return words;
        }
    }

    public static final HostRequest PAUSE = new HostRequest(Kind.PAUSE, Ratio.ONE, -1);
    public static final HostRequest RESUME = new HostRequest(Kind.RESUME, Ratio.ONE, -1);

    /** A time scale is at most this, and at least its inverse. */
    public static final long MAX_SCALE = 1_000;

    public static HostRequest scale(Ratio scale) {
        return new HostRequest(Kind.SCALE, scale, -1);
    }

    public static HostRequest remove(int player) {
        return new HostRequest(Kind.REMOVE, Ratio.ONE, player);
    }

    /** Whether a match can have a time scale. */
    public static boolean isScale(Ratio scale) {
        return scale.numerator() <= MAX_SCALE * scale.denominator()
                && scale.denominator() <= MAX_SCALE * scale.numerator();
    }
}
