package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.AddressTickets;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.testing.InputCalls;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Who is let in: all combinations of what a server knows of a datagram and of its player. */
class AdmissionTest {
    /** The process of the player that has sent the datagram, as the server knows it. */
    private enum Process {
        FIRST,
        PRESENT,
        NEWER,
        REPLACED,
        LEFT
    }

    private enum Counter {
        FRESH,
        /** It has not come before, but a later one of the process has. */
        OLDER,
        REPEATED
    }

    private enum Address {
        OWN,
        NEW,
        TAKEN
    }

    private enum Ticket {
        NONE,
        PLACE,
        /** That of the address, within a second after the player's last process has joined. */
        TOO_EARLY,
        /** That of the address, from another run. */
        OTHER_RUN,
        JOINS
    }

    private enum Player {
        WELCOME,
        DROPPED,
        NO_ROOM,
        EXPIRED
    }

    /** The first line that fits counts. A star stands for anything. */
    private static final String TABLE = """
            REPLACED *        *     *     *       JOINED_AGAIN
            LEFT     *        *     *     *       IGNORED
            PRESENT  REPEATED OWN   *     *       IGNORED
            PRESENT  REPEATED TAKEN PLACE *       ADDRESS_TAKEN
            PRESENT  REPEATED NEW   PLACE *       NEW_TICKET
            PRESENT  REPEATED *     *     *       IGNORED
            *        *        TAKEN *     *       ADDRESS_TAKEN
            PRESENT  *        *     PLACE *       HEARD
            PRESENT  *        OWN   *     *       ITS_TICKET
            *        *        *     *     DROPPED DROPPED
            FIRST    *        *     *     NO_ROOM FULL
            *        *        *     *     EXPIRED EXPIRED
            PRESENT  OLDER    *     *     *       NEW_TICKET
            *        *        *     JOINS *       JOINS
            *        *        *     *     *       NEW_TICKET
            """;

    private static final long PLAYER = 5;

    /** So late that the ticket of a place differs from one that is made now. */
    private static final long NOW = 9 * Client.MOVE_NANOS;

    private final AddressTickets tickets = new AddressTickets();
    private final ClientHeader header = new ClientHeader();
    private ServerLink server;
    private int applied;

    @Test
    void eachCombinationHasItsVerdict() {
        int combinations = 0;
        for (Process process : Process.values()) {
            for (Counter counter : Counter.values()) {
                for (Address address : Address.values()) {
                    for (Ticket ticket : Ticket.values()) {
                        for (Player player : Player.values()) {
                            Object[] facts = {process, counter, address, ticket, player};
                            if (isPossible(process, counter, ticket, player)) {
                                String verdict = verdict(process, counter, address, ticket, player);
                                assertEquals(expected(facts), verdict, Arrays.toString(facts));
                                combinations++;
                            }
                        }
                    }
                }
            }
        }
        assertEquals(297, combinations);
    }

    private static boolean isPossible(Process process, Counter counter, Ticket ticket, Player player) {
        boolean hasPlace = process != Process.FIRST;
        return (counter == Counter.FRESH || process == Process.PRESENT || process == Process.LEFT)
                && (counter != Counter.OLDER || process == Process.PRESENT)
                && (ticket != Ticket.PLACE || hasPlace)
                && (ticket != Ticket.TOO_EARLY || process == Process.NEWER)
                && (player != Player.DROPPED || !hasPlace);
    }

    private static String expected(Object[] facts) {
        return TABLE.lines()
                .map(line -> line.split(" +"))
                .filter(line -> {
                    boolean fits = true;
                    for (int i = 0; i < facts.length; i++) {
                        fits &= line[i].equals("*") || line[i].equals(facts[i].toString());
                    }
                    return fits;
                })
                .findFirst()
                .orElseThrow()[5];
    }

    @Test
    void whatAProcessHasSentBeforeItJoinsAgainIsNotApplied() {
        InetSocketAddress other = LinkRig.address(2);
        begin();
        join(keys(), 10, LinkRig.address(1));
        long ticket = tickets.of(other, PLAYER, 10, NOW);
        send(keys(), 10, 3, 1, ticket, other, NOW);
        assertEquals(ticket, server.clients.byId(PLAYER).ticket);
        applied = 0;
        assertNull(send(keys(), 10, 2, 2, ticket, other, NOW));
        assertEquals(0, applied);
        send(keys(), 10, 4, 2, ticket, other, NOW);
        assertEquals(1, applied);
    }

    /** Other ciphers each time, because a cipher refuses to make the copy of a datagram with its nonce. */
    private static PlayerKeys keys() {
        return PlayerKeys.ofToken(new NamedPlayers(LinkRig.KEY, 0).token(PLAYER, 1_000), 0);
    }

    private void begin() {
        InputCalls sink = new InputCalls(0, (axis, value, nanos) -> false, (code, value, nanos) -> ++applied > 0);
        server = new ServerLink(1, LinkRig.KEY, 0, sink, ServerLink.Limits.NONE, new Sealer(9, 0), tickets);
        server.seconds = () -> 999;
        header.run = 1;
    }

    private String verdict(Process process, Counter counter, Address address, Ticket ticket, Player player) {
        begin();
        InetSocketAddress own = LinkRig.address(1);
        join(LinkRig.keys(6), 60, LinkRig.address(3));
        if (process == Process.REPLACED || ticket == Ticket.TOO_EARLY) {
            join(keys(), 10, LinkRig.address(4));
        }
        int present = process == Process.REPLACED || process == Process.NEWER ? 20 : 10;
        if (process != Process.FIRST) {
            join(keys(), present, own);
        }
        if (counter == Counter.OLDER) {
            send(keys(), 10, 9, 1, server.clients.byId(PLAYER).ticket, own, Client.MOVE_NANOS);
        }
        if (process == Process.LEFT) {
            server.clients.leave(server.clients.byId(PLAYER));
        }
        while (player == Player.NO_ROOM && server.clients.hasRoom()) {
            server.clients.add(server.clients.byId(6));
        }
        if (player == Player.DROPPED) {
            server.drop(PLAYER);
        }
        server.seconds = () -> player == Player.EXPIRED ? 1_000 : 999;
        InetSocketAddress source = address == Address.OWN ? own : LinkRig.address(address == Address.TAKEN ? 3 : 2);
        Client before = server.clients.byId(PLAYER);
        int salt = process == Process.NEWER ? 30 : 10;
        long now = ticket == Ticket.TOO_EARLY ? 2 * Client.MOVE_NANOS - 1 : NOW;
        long number = ticket == Ticket.NONE
                ? 0
                : ticket == Ticket.PLACE ? before.ticket : tickets.of(source, PLAYER, salt, now);
        header.run = ticket == Ticket.OTHER_RUN ? 2 : 1;
        applied = 0;
        int next = counter == Counter.REPEATED ? 1 : 2;
        ByteBuffer answer = send(keys(), salt, next, next, number, source, now);
        if (answer == null) {
            return applied == 0 ? "IGNORED" : "applied and ignored";
        }
        if (answer.remaining() == Refusal.BYTES) {
            int reason = answer.get(1);
            return Arrays.stream(Refusal.values())
                    .filter(each -> each.write(ByteBuffer.allocate(10), ByteBuffer.allocate(50))
                                    .get(1)
                            == reason)
                    .findFirst()
                    .orElseThrow()
                    .toString();
        }
        Client after = server.clients.byId(PLAYER);
        if (applied > 0) {
            return after == before ? "HEARD" : "JOINS";
        }
        long returned = ServerReply.read(Sealer.ofRun().open(RoomHeader.TO_CLIENT, keys().toPlayer, answer))
                .ticket();
        return after != null && returned == after.ticket ? "ITS_TICKET" : "NEW_TICKET";
    }

    private void join(PlayerKeys keys, int salt, InetSocketAddress source) {
        long now = server.clients.byId(keys.player) == null ? 0 : Client.MOVE_NANOS;
        send(keys, salt, 1, 1, tickets.of(source, keys.player, salt, now), source, now);
    }

    private ByteBuffer send(
            PlayerKeys keys, int salt, long counter, int inputs, long ticket, InetSocketAddress source, long nowNanos) {
        header.client = keys.player;
        header.challenge++;
        header.ticket = ticket;
        header.firstSequence = 1;
        ByteBuffer text = ByteBuffer.allocate(200);
        header.write(text);
        for (int i = 0; i < inputs; i++) {
            ClientHeader.input(text, true, 1, 1, nowNanos);
        }
        ByteBuffer datagram = LinkRig.sealedByClient(new Sealer(salt, counter), keys, text.flip());
        return server.receive(datagram, source, nowNanos);
    }
}
