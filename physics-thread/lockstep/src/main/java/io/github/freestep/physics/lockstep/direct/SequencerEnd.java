package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.SharedPort;
import io.github.freestep.net.link.PortRoom;
import io.github.freestep.net.seal.AddressTickets;
import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.physics.lockstep.link.MatchPort;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import io.github.freestep.time.NanoClock;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The sequencer's end: knows where each peer is, and hears only those that have proved it. */
final class SequencerEnd implements MatchPort {
    /** A peer sends every 50 ms. One that was silent for this long counts no more, and gives its place to others. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** A peer that has proved where it is. */
    private static final class Place {
        /** 0 for none. */
        private long number;

        private volatile long heardNanos;

        private volatile @Nullable SocketAddress address;
        private long ticket;

        /** Of the datagrams that have proved where they came from. */
        private final ReplayWindow window = new ReplayWindow();

        private void begin(long newNumber, long counter) {
            number = newNumber;
            window.restart(counter - 1);
            address = null;
        }
    }

    private final PortRoom room;

    /** Null if the port is shared. */
    private final @Nullable SharedPort own;

    private final MatchDatagram datagrams;
    private final String words;
    private final NanoClock clock;
    private final AddressTickets tickets = new AddressTickets();
    private final Place[] places;

    SequencerEnd(
            PortRoom room,
            @Nullable SharedPort own,
            MatchDatagram datagrams,
            int mostPeers,
            String words,
            NanoClock clock) {
        this.room = room;
        this.own = own;
        this.datagrams = datagrams;
        this.words = words;
        this.clock = clock;
        places = new Place[mostPeers];
        Arrays.setAll(places, i -> new Place());
    }

    @Override
    public void send(long peer, ByteBuffer packet) {
        MatchDatagram.require(packet);
        Place place = find(peer);
        SocketAddress address = place == null ? null : place.address;
        if (place != null && address != null) {
            datagrams.send(peer, place.ticket, packet, address);
        }
    }

    @Override
    public void datagram(ByteBuffer datagram, SocketAddress source, PeerPackets handler) {
        long now = clock.nanoTime();
        if (!datagrams.open(datagram) || datagrams.number == 0) {
            return;
        }
        long number = datagrams.number;
        Place place = find(number);
        boolean isThere = place != null && source.equals(place.address);
        if (isThere && datagrams.ticket != place.ticket) {
            datagrams.send(number, place.ticket, NOTHING, source);
            return;
        }
        if (!isThere && !tickets.isOf(source, number, datagrams.ticket, -1, now)) {
            datagrams.send(number, tickets.of(source, number, now), NOTHING, source);
            return;
        }
        if (place == null) {
            place = free(now);
            if (place == null) {
                return;
            }
            place.begin(number, datagrams.counter);
        }
        if (!isThere) {
            place.address = source;
            place.ticket = datagrams.ticket;
        }
        if (!datagrams.isRepeated(place.window)) {
            place.heardNanos = now;
            handler.packet(number, datagrams.plain);
        }
    }

    private @Nullable Place find(long number) {
        for (Place place : places) {
            if (place.number == number) {
                return place;
            }
        }
        return null;
    }

    /** Returns a place without a peer, or of a peer that has gone; null if there is none. */
    private @Nullable Place free(long now) {
        for (Place place : places) {
            if (place.number == 0 || now - place.heardNanos > SILENT_NANOS) {
                return place;
            }
        }
        return null;
    }

    @Override
    public PortRoom room() {
        return room;
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }

    @Override
    public String toString() {
        long now = clock.nanoTime();
        int count = 0;
        for (Place place : places) {
            count += place.address != null && now - place.heardNanos <= SILENT_NANOS ? 1 : 0;
        }
        Throwable received = room.lastError();
        String trouble = received == null ? datagrams.trouble() : ", last error: " + received;
        return words + ", peers: " + count + trouble;
    }
}
