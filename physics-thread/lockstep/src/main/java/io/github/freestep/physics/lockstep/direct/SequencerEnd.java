package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.SharedPort;
import io.github.freestep.net.link.PortRoom;
import io.github.freestep.net.seal.AddressTickets;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.physics.lockstep.link.MatchPort;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import io.github.freestep.time.NanoClock;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
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

        /** Null for a place that was never taken. */
        private @Nullable PlayerKeys keys;

        private int salt;

        private void begin(MatchDatagram first) {
            number = first.number;
            salt = first.salt;
            window.restart(first.counter - 1);
            address = null;
        }

        private boolean isFree(long now) {
            return number == 0 || now - heardNanos > SILENT_NANOS;
        }
    }

    private final PortRoom room;

    /** Null if the port is shared. */
    private final @Nullable SharedPort own;

    private final MatchDatagram datagrams;
    private final boolean provesPlayers;
    private final String words;
    private final NanoClock clock;
    private final AddressTickets tickets = new AddressTickets();
    private final Place[] places;
    private final LongFunction<@Nullable PlayerKeys> known = number -> {
        Place place = find(number);
        return place == null ? null : place.keys;
    };

    /** The wall clock in seconds since 1970, by which tokens expire. */
    LongSupplier seconds = () -> Instant.now().getEpochSecond();

    /** Creates the end. {@code provesPlayers} says whether the sequencer has a key that others do not know. */
    SequencerEnd(
            PortRoom room,
            @Nullable SharedPort own,
            MatchDatagram datagrams,
            boolean provesPlayers,
            int mostPeers,
            String words,
            NanoClock clock) {
        this.room = room;
        this.own = own;
        this.datagrams = datagrams;
        this.provesPlayers = provesPlayers;
        this.words = words;
        this.clock = clock;
        places = new Place[mostPeers];
        Arrays.setAll(places, i -> new Place());
    }

    @Override
    public void send(long peer, ByteBuffer packet) {
        MatchDatagram.require(packet);
        Place place = find(peer);
        PlayerKeys keys = place == null ? null : place.keys;
        SocketAddress address = place == null ? null : place.address;
        if (keys != null && address != null) {
            datagrams.send(keys, place.ticket, packet, address);
        }
    }

    @Override
    public void datagram(ByteBuffer datagram, SocketAddress source, PeerPackets handler) {
        long now = clock.nanoTime();
        PlayerKeys keys = datagrams.open(datagram, known) ? datagrams.keys : null;
        if (keys == null || keys.player == 0) {
            datagrams.refuse(source);
            return;
        }
        long number = keys.player;
        Place place = find(number);
        if (place != null && place.salt != datagrams.salt && place.isFree(now)) {
            // The clock of the player's next process may be behind that of the one before.
            place.number = 0;
            place = null;
        }
        boolean isKnown = place != null && place.salt == datagrams.salt;
        if (!isKnown && keys.isExpired(seconds.getAsLong())) {
            datagrams.refuse(source);
            return;
        }
        if (place != null && datagrams.isRepeated(place.window)) {
            return;
        }
        boolean isThere = place != null && source.equals(place.address);
        if (isThere && datagrams.ticket != place.ticket) {
            datagrams.send(keys, place.ticket, NOTHING, source);
            return;
        }
        if (!isThere && !tickets.isOf(source, number, datagrams.salt, datagrams.ticket, -1, now)) {
            datagrams.send(keys, tickets.of(source, number, datagrams.salt, now), NOTHING, source);
            return;
        }
        if (place == null) {
            place = free(now);
            if (place == null) {
                return;
            }
            place.begin(datagrams);
        }
        if (!isThere) {
            place.address = source;
            place.ticket = datagrams.ticket;
        }
        datagrams.accept(place.window);
        // A player may come back with another token, and hears only what is sealed with its keys.
        place.keys = keys;
        place.salt = datagrams.salt;
        place.heardNanos = now;
        handler.packet(number, datagrams.plain);
    }

    @Override
    public boolean provesPlayers() {
        return provesPlayers;
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
        return Arrays.stream(places)
                .filter(each -> each.isFree(now))
                .findFirst()
                .orElse(null);
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
