package io.github.freestep.state;

/**
 * Takes the input that remote clients send. The input port of a service is one. The input of a receiver is one, too, so
 * a relay can pass input on. The thread of a {@code StateSender} calls {@link #axis} and {@link #action}, which must
 * neither block nor throw. See the example of {@code StateSender} of {@code freestep-net}.
 */
public interface InputSink {
    /**
     * Returns the number of axes. An input for another axis is refused.
     *
     * @return 0 or more, always the same
     */
    int axes();

    /**
     * Sets the client of the next inputs, until the next call. A sink can map the axes and actions of each client to
     * numbers of its own, so that no client can use those of another, as {@code Players} of {@code freestep-server}
     * does. The number is not secret, so it proves who a player is only with a key. Default: does nothing.
     *
     * @param client the number of the client: {@code SenderClient.number()}, or {@code RemoteInput.client()} on that
     *     client
     */
    default void from(long client) {}

    /**
     * Called when a client is sent states from now on, before its first input. It is called again, without {@link
     * #left}, if the client has another connection since, such as after it was started again. The thread of a {@code
     * StateSender} calls it, so it must neither block nor throw. Default: does nothing.
     *
     * @param client the number of the client, as for {@link #from}
     */
    default void joined(long client) {}

    /**
     * Called when a client is sent no states any more, as {@link #joined} is. If one that has been silent is then
     * dropped, or closes after all, it is called again. Default: does nothing.
     *
     * @param client the number of the client
     * @param isClosed true if the client has said that it leaves, or was dropped; false if it has only been silent for
     *     5 s, so that it may come back
     */
    default void left(long client, boolean isClosed) {}

    /**
     * Called again and again while the sender runs, at least every 10 ms, by the thread that calls {@link #joined}. So
     * a sink that a full queue has refused something can try again without a thread of its own. Default: does nothing.
     */
    default void passed() {}

    /**
     * Returns how long input takes to where it is used and back, as measured when the connection began. Default: not
     * known.
     *
     * @return a time in nanoseconds; negative if it is not known
     */
    default long roundTripNanos() {
        return -1;
    }

    /**
     * Takes a new value of an axis.
     *
     * @param axis from 0, below the number of axes
     * @param value a finite number
     * @param nanos the time of the input, as a reading of the clock of the sent states; at most one hour away from now
     * @return true if the input was accepted; false if it was refused, which is reported to the client
     */
    boolean axis(int axis, float value, long nanos);

    /**
     * Takes an action, which happens once.
     *
     * @param code what happened, a number of the game's choice
     * @param value a finite number
     * @param nanos the time of the input, as a reading of the clock of the sent states; at most one hour away from now
     * @return true if the input was accepted; false if it was refused, which is reported to the client
     */
    boolean action(int code, float value, long nanos);
}
