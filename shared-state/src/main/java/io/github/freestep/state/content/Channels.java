package io.github.freestep.state.content;

/** Looks up the array of a channel. Stateless; not for users. */
public final class Channels {
    private Channels() {}

    /**
     * Returns the array of a channel. Readers call this once for each state, so the check costs little.
     *
     * @param kind linear or stepped, for the message
     * @throws IllegalArgumentException if there is no such channel
     */
    public static float[] array(float[][] arrays, int channel, String kind) {
        if (arrays.length == 0) {
            throw new IllegalArgumentException("the layout must declare a " + kind + " channel before it is used, has"
                    + " none, was asked for number " + channel + "; declare it with StateLayout." + kind + "(name)");
        }
        if (channel < 0 || channel >= arrays.length) {
            throw new IllegalArgumentException(
                    "the number of a " + kind + " channel must be at least 0 and below " + arrays.length + ", was "
                            + channel + "; declare channels in the layout, and ask it for their numbers");
        }
        return arrays[channel];
    }
}
