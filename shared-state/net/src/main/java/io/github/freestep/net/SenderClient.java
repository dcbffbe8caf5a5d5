package io.github.freestep.net;

import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.state.InputSink;
import java.net.SocketAddress;
import java.util.Locale;

/** A receiver of a {@link StateSender}, as it was when {@link StateSender#clients} was called. Immutable. */
public final class SenderClient {
    private static final double MILLI_NANOS = 1e6;

    private final long number;
    private final SocketAddress address;
    private final long sentBytes;
    private final long roundTripNanos;
    private final int lossPerMille;
    private final int statesPerSecond;
    private final boolean overloaded;
    private final int bodies;
    private final boolean shows;

    SenderClient(ClientStatus status, long nowNanos) {
        number = status.id();
        address = status.address();
        sentBytes = status.sentBytes();
        roundTripNanos = status.roundTripNanos();
        lossPerMille = status.lossPerMille();
        statesPerSecond = status.pace().statesPerSecond();
        overloaded = status.pace().isOverloaded();
        shows = status.shows(nowNanos);
        bodies = status.bodyCount();
    }

    /**
     * The number that identifies this receiver. {@link InputSink#from} gets the same one, and
     * {@link RemoteInput#client()} returns it on the receiver.
     *
     * @return a random number that the receiver drew at its start
     */
    public long number() {
        return number;
    }

    /**
     * Returns the address of the receiver. The receiver has proved that it is there.
     *
     * @return an {@link java.net.InetSocketAddress}, unless the sender has another transport than UDP
     */
    public SocketAddress address() {
        return address;
    }

    /**
     * Returns the number of bytes that were sent to that address. Includes repeated bytes. Excludes the headers of UDP
     * and IP, 28 bytes per datagram. Updated every 100 ms.
     *
     * @return the number since the receiver joined or changed its address
     */
    public long sentBytes() {
        return sentBytes;
    }

    /**
     * The time that a datagram takes to the receiver and back, averaged over about a second. The sender measures it
     * with a reply per second, which the receiver echoes together with the time for which it has held it. Contains the
     * time until the sender looks for datagrams, at most 10 ms.
     *
     * @return nanoseconds; -1 before the first echo
     */
    public long roundTripNanos() {
        return roundTripNanos;
    }

    /**
     * Returns the lost share of the states' bytes in the last two seconds, as reported by the receiver.
     *
     * @return thousandths, from 0 to 1000; -1 until the receiver knows it, two to four seconds after it has joined
     */
    public int lossPerMille() {
        return lossPerMille;
    }

    /**
     * Returns whether the receiver has published states of this sender, so that its frames show them. A receiver that
     * joins must first know all bodies, which takes up to a second. The receiver reports it, ten times per second.
     *
     * @return true if it shows the states; false if it was silent for more than a second
     */
    public boolean showsStates() {
        return shows;
    }

    /**
     * Returns how many states per second this receiver is sent now. It is fewer than the service publishes if the
     * receiver's link or the {@link StateSender.Builder#budget} carries less: then every second state is sent, or every
     * third one, and so on.
     *
     * @return states per second, rounded; -1 before the first one
     */
    public int statesPerSecond() {
        return statesPerSecond;
    }

    /**
     * Returns how many bodies this receiver is sent.
     *
     * @return the number that the {@link Interest} has chosen, and their parents; -1 without an interest
     */
    public int bodies() {
        return bodies;
    }

    /**
     * Returns whether the receiver's link or the {@link StateSender.Builder#budget} carries less than ten whole states
     * per second. The receiver is sent ten all the same, and its picture is uneven. Send fewer bodies, or choose a
     * coarser {@link StateSender.Builder#precision}.
     *
     * @return true if even ten states per second are too many
     */
    public boolean isOverloaded() {
        return overloaded;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "client %016x at %s: %,d bytes sent, %s round trip, %s lost, %s states per second%s",
                number,
                address,
                sentBytes,
                roundTripNanos < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f ms", roundTripNanos / MILLI_NANOS),
                lossPerMille < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f %%", lossPerMille / 10.0),
                statesPerSecond < 0 ? "unknown" : statesPerSecond,
                overloaded ? ", overloaded" : "");
    }
}
