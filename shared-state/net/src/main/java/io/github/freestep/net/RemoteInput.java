package io.github.freestep.net;

import io.github.freestep.net.session.ClientInput;
import io.github.freestep.state.InputSink;

/**
 * Sends input to a remote server. For one thread at a time, any thread; never blocks, locks nothing, allocates nothing.
 * The counts may be read by any thread.
 *
 * <p>An axis is a continuous input: its newest value holds until the next. An action happens once. An accepted input
 * reaches the server exactly once, in order and with its time, even if datagrams are lost, repeated or reordered: each
 * datagram repeats what the server has not acknowledged, so that no input waits for a round trip. At most
 * {@value ClientInput#CAPACITY} inputs can be unacknowledged; further ones are refused.
 *
 * <p>There are two exceptions. The server may refuse an input, for example because its own queue is full: see
 * {@link #refusedByServer()}. If the server restarts or has not heard from this client for 10 s, unacknowledged inputs
 * are dropped, because it is not known which of them were applied: see {@link #lost()}.
 */
public final class RemoteInput implements InputSink {
    private final ClientInput input;
    private final long client;

    RemoteInput(ClientInput input, long client) {
        this.input = input;
        this.client = client;
    }

    /**
     * Returns the number that identifies this client to the server, see {@link InputSink#from}. The client has
     * drawn it at random, and keeps it when the server restarts.
     *
     * @return always the same
     */
    public long client() {
        return client;
    }

    /**
     * Returns the greatest possible number of axes. How many the server has is not known here.
     *
     * @return always the same
     */
    @Override
    public int axes() {
        return Integer.MAX_VALUE;
    }

    /**
     * Sends a new value of an axis, with the present time.
     *
     * @param axis from 0, below the server's number of axes; the server refuses others
     * @param value any finite number
     * @return true if the input was accepted; false if no server is connected or too many inputs are unacknowledged
     * @throws IllegalArgumentException if the axis is negative, or the value is NaN or infinite
     */
    public boolean axis(int axis, float value) {
        return input.axis(axis, value);
    }

    /**
     * Sends a new value of an axis, with its time.
     *
     * @param axis from 0, below the server's number of axes; the server refuses others
     * @param value any finite number
     * @param nanos a reading of the clock of the received states
     * @return true if the input was accepted; false if no server is connected or too many inputs are unacknowledged
     * @throws IllegalArgumentException if the axis is negative, or the value is NaN or infinite
     */
    @Override
    public boolean axis(int axis, float value, long nanos) {
        return input.axis(axis, value, nanos);
    }

    /**
     * Sends an action, which happens once, with the present time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @return true if the input was accepted; false if no server is connected or too many inputs are unacknowledged
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    public boolean action(int code, float value) {
        return input.action(code, value);
    }

    /**
     * Sends an action, which happens once, with its time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @param nanos a reading of the clock of the received states
     * @return true if the input was accepted; false if no server is connected or too many inputs are unacknowledged
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    @Override
    public boolean action(int code, float value, long nanos) {
        return input.action(code, value, nanos);
    }

    /**
     * Returns whether input is accepted: a server has admitted this client, and a state of it has arrived, so that its
     * clock is known. After a restart of the server, the state must be half a second old, or as old as a window of
     * states lasts if that is more. The player has then seen the new world, whose bodies can have the slots and lives
     * of old bodies. The result stays true while the server is silent: accepted input reaches the server when it
     * answers again.
     *
     * @return whether input is accepted, unless too many inputs are unacknowledged
     */
    public boolean isConnected() {
        return input.isConnected();
    }

    /**
     * Returns the number of inputs that were refused here, because no server was connected or too many inputs were
     * unacknowledged.
     *
     * @return the number of calls that returned false
     */
    public long refused() {
        return input.refused();
    }

    /**
     * Returns the number of accepted inputs that the server refused: because its queue was full, it has no such axis,
     * it takes no input, or the time of the input was more than one hour from its own.
     *
     * @return the number that the server has reported
     */
    public long refusedByServer() {
        return input.refusedByServer();
    }

    /**
     * Returns the number of accepted inputs that were dropped. That happens when the server restarts, ends or forgets
     * this client, and it may have applied some of them.
     *
     * @return the number since the client's start
     */
    public long lost() {
        return input.lost();
    }

    /**
     * Returns the number of accepted inputs that the server has not acknowledged.
     *
     * @return from 0 to {@value ClientInput#CAPACITY}
     */
    public int unacknowledged() {
        return input.unacknowledged();
    }
}
