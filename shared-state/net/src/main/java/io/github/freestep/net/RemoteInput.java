package io.github.freestep.net;

import io.github.freestep.net.session.ClientInput;
import io.github.freestep.time.NanoClock;

/**
 * Sends input to a remote server. For one thread at a time, any thread; never blocks, locks nothing, allocates nothing.
 * The counts may be read by any thread.
 *
 * <pre>{@code
 * remote.input().axis(WALK, stick.y()); // holds until the next value
 * if (!remote.input().action(JUMP, 1) && remote.input().refusal() != null) {
 *     alarm(remote.input().refusal()); // the server takes no input
 * }
 * }</pre>
 *
 * <p>An axis is a continuous input: its newest value holds until the next. An action happens once. An accepted input
 * reaches the server exactly once, in order and with its time, even if datagrams are lost, repeated or reordered: each
 * datagram repeats what the server has not acknowledged, so that no input waits for a round trip. At most
 * {@value ClientInput#CAPACITY} inputs can be unacknowledged; further ones are refused.
 *
 * <p>There are two exceptions. The server may refuse an input, for example because its own queue is full: see
 * {@link #refusedByServer()}. If the server restarts or has not heard from this client for 10 s, unacknowledged inputs
 * are dropped, because it is not known which of them were applied: see {@link #lost()}. After a restart, input is
 * refused for half a second, so that an old click cannot hit a new body.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class RemoteInput extends ClientInput {
    RemoteInput(NanoClock clock) {
        super(clock);
    }
}
