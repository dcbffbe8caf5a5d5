package io.github.freestep.net;

import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.state.InputSink;
import java.net.SocketAddress;

/**
 * A receiver of a {@link StateSender}, as it was when {@link StateSender#clients} was called. Immutable.
 *
 * @param number identifies this receiver: a random number that it drew at its start. {@link InputSink#from} gets the
 *     same one, and {@link RemoteInput#client()} returns it on the receiver
 * @param address the address of the receiver, which has proved that it is there; an {@link java.net.InetSocketAddress},
 *     unless the sender has another transport than UDP
 * @param sentBytes the number of bytes that were sent to that address since the receiver joined or changed it. Includes
 *     repeated bytes. Excludes the headers of UDP and IP, 28 bytes per datagram
 * @param roundTripNanos the time that a datagram takes to the receiver and back in nanoseconds, averaged over about a
 *     second; -1 before the first echo. The sender measures it with a reply per second, which the receiver echoes
 *     together with the time for which it has held it. Contains the time until the sender looks for datagrams, at most
 *     10 ms
 * @param lossPerMille the lost share of the states' bytes in the last two seconds in thousandths, from 0 to 1000, as
 *     reported by the receiver; -1 until the receiver knows it, two to four seconds after it has joined
 * @param statesPerSecond how many states per second this receiver is sent now, rounded; -1 before the first one. It is
 *     fewer than the service publishes if the receiver's link or the {@link StateSender.Builder#budget} carries less:
 *     then every second state is sent, or every third one, and so on
 * @param bodies how many bodies this receiver is sent: those that the {@link Interest} has chosen, and their parents;
 *     -1 without an interest
 * @param isOverloaded whether the receiver's link or the {@link StateSender.Builder#budget} carries less than ten whole
 *     states per second. The receiver is sent ten all the same, and its picture is uneven. Send fewer bodies, or choose
 *     a coarser {@link StateSender.Builder#precision}
 */
public record SenderClient(
        long number,
        SocketAddress address,
        long sentBytes,
        long roundTripNanos,
        int lossPerMille,
        int statesPerSecond,
        int bodies,
        boolean isOverloaded) {
    static SenderClient of(ClientStatus status) {
        return new SenderClient(
                status.id,
                status.address,
                status.sentBytes(),
                status.roundTripNanos(),
                status.lossPerMille(),
                status.pace.statesPerSecond(),
                status.bodyCount(),
                status.pace.isOverloaded());
    }
}
