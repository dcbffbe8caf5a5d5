package io.github.freestep.net;

import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.state.InputSink;
import java.net.SocketAddress;

/**
 * A receiver of a {@link StateSender}, as it was when {@link StateSender#clients} was called. Immutable.
 *
 * <pre>{@code
 * for (SenderClient client : sender.clients()) {
 *     if (client.lossPerMille() > 50 || client.isOverloaded()) {
 *         alarm("the link of player " + client.number() + " loses " + client.lossPerMille() / 10 + " %");
 *     }
 * }
 * }</pre>
 *
 * @param number that of the player, which its {@linkplain PlayerToken token} proves if the sender has a key; without a
 *     token, a random number that the receiver drew at its start. As in {@link InputSink#from} and {@link
 *     RemoteInput#client()}
 * @param address the address of the receiver, which has proved that it is there; an {@link
 *     java.net.InetSocketAddress}, unless the sender has another transport than UDP
 * @param sentBytes the bytes sent to that address since the receiver joined or changed it, with repeated bytes, but
 *     without the headers of UDP and IP
 * @param refusedInputs how many of its inputs were refused, because they were too many or the sink did not take them
 * @param roundTripNanos the time that a datagram takes to the receiver and back in nanoseconds, averaged over about a
 *     second; -1 before it is known. Includes at most 10 ms until the sender looks for datagrams
 * @param lossPerMille the lost share of the states' bytes in the last two seconds, from 0 to 1000, as the receiver
 *     reports it; -1 in its first two to four seconds
 * @param statesPerSecond how many states per second the receiver is sent now, rounded; -1 before the first one. Fewer
 *     than are published if its link or the {@link StateSender.Builder#budget} carries less. What is left out while
 *     nothing changes counts as sent
 * @param bodies how many bodies the receiver is sent, which the {@link Interest} has chosen; -1 without an interest
 * @param isOverloaded whether its link or the budget carries less than ten whole states per second. It is sent ten all
 *     the same, and its picture is uneven, so send fewer bodies or choose a coarser {@link
 *     StateSender.Builder#precision}
 */
public record SenderClient(
        long number,
        SocketAddress address,
        long sentBytes,
        long refusedInputs,
        long roundTripNanos,
        int lossPerMille,
        int statesPerSecond,
        int bodies,
        boolean isOverloaded) {
    static SenderClient of(ClientStatus status) {
        return new SenderClient(
                status.id,
                status.address,
                status.sentBytes,
                status.refusedInputs,
                status.roundTripNanos,
                status.lossPerMille,
                status.pace.statesPerSecond,
                status.bodyCount,
                status.pace.isOverloaded);
    }
}
