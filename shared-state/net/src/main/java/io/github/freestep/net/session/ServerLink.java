package io.github.freestep.net.session;

import io.github.freestep.net.link.DroppedPlayers;
import io.github.freestep.net.link.Packet;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.AddressTickets;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.state.InputSink;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of a link, without the transport: seals what a server sends, and applies the input that clients
 * send. For one thread at a time, except {@link #admitted}. Never blocks. The JDK's cipher allocates about 1 kB per
 * datagram. Memory is bounded, whatever arrives.
 *
 * <p>A server has places for 256 clients. Each client has the number of its player, and sends a datagram at least ten
 * times per second. One that was silent for 5 s is sent no states, and one that was silent for 10 s has left. Only what
 * comes from its address counts.
 *
 * <p>A client joins in three datagrams: it greets, the reply brings a ticket to the address from which the greeting
 * came, and the client returns the ticket. Only then does the client get a place, and is admitted. So a forged source
 * is sent one reply per datagram, which is shorter than the datagram, and nothing else, and takes no place. A client
 * that is admitted and changes its address proves the new one in the same way, and keeps its place. An address has one
 * client, which stays until it leaves, or was not heard there for 5 s. Others are refused until then.
 *
 * <p>All datagrams are encrypted and authenticated by AES-GCM, with the {@link PlayerKeys} of the client. Of several
 * processes of one player, the one that has returned a ticket last has the place, and those before it are refused until
 * it has left. A datagram that is not authentic, or that came from the client's address before, is ignored. A datagram
 * for another run of the server is never applied, so captured datagrams are of no use after a restart. They are of no
 * use after a client has left either, because a client gets a new ticket each time it joins.
 *
 * <p>Someone who sees a client's datagrams may send copies that arrive first, from another address, and pass the
 * answers on to the client. The copies look as if the client had moved, and the client returns the ticket of that
 * address. So a client that is heard at its address, and says that something comes there, does not move. A client that
 * was led away and is heard again at its former address returns there. While a client does not say that something comes
 * to its address, it may prove another one.
 */
public final class ServerLink {
    /**
     * The limits of each client.
     *
     * @param budget the most bytes per second that it is sent, with all headers
     * @param inputs how many inputs per second it may send
     * @param actionNanos how old an action may be when it arrives
     */
    public record Limits(double budget, int inputs, long actionNanos) {
        /** Only the limits that every link has. */
        public static final Limits NONE = new Limits(Double.POSITIVE_INFINITY, Integer.MAX_VALUE, MAX_DISTANCE_NANOS);
    }

    /** How many clients a server has places for. */
    public static final int MOST_CLIENTS = Clients.CAPACITY;

    /** The bytes that sealing adds to each datagram. */
    public static final int OVERHEAD = Sealer.OVERHEAD;

    /** How often a client gets a reply without asking for one, because that shows the round trip. */
    private static final long REPLY_NANOS = 1_000_000_000;

    /** How often input is acknowledged at most. No later than clients repeat it, so that they need not do so. */
    private static final long ACKNOWLEDGE_NANOS = 10_000_000;

    /** How often the same is acknowledged: clients repeat input throughout a round trip. */
    private static final long AGAIN_NANOS = 25_000_000;

    /**
     * The largest distance between the time of an input and now. Far below the times with which an input port would
     * overflow, and far above the delay of any link.
     */
    static final long MAX_DISTANCE_NANOS = 3_600_000_000_000L;

    /**
     * How many inputs all clients together may add to the sink before a tick takes them, in the order in which they
     * come. A service has 4,096 places by default, and some may be taken while a tick runs. 160 clients that send two
     * axes and clicks 144 times a second add as many at 20 ticks a second.
     */
    private static final int FREE_INPUTS = 2_560;

    /** What is then left for those who have added little, in equal shares of all who send. */
    private static final int SHARED_INPUTS = 512;

    /** Without new states, such as in a pause, the sink decides what it has room for. */
    private static final long NO_STATE_NANOS = 250_000_000;

    private final long run;
    private final NamedPlayers players;
    private final Sealer sealer;
    private final LongFunction<@Nullable PlayerKeys> known = this::keysOf;
    private final Consumer<Client> silent = client -> left(client, false);

    /** The wall clock in seconds since 1970, by which tokens expire. */
    LongSupplier seconds = () -> Instant.now().getEpochSecond();

    private final @Nullable InputSink sink;

    private final Limits limits;
    private final int axes;
    final Clients clients = new Clients();
    private final AddressTickets tickets;
    private final ClientHeader header = new ClientHeader();
    private final ByteBuffer reply = ByteBuffer.allocate(ServerReply.BYTES);
    private final ByteBuffer notice = ByteBuffer.allocate(ServerNotice.MOST_BYTES);

    private final ByteBuffer refusal = ByteBuffer.allocate(Refusal.BYTES);

    private final DroppedPlayers dropped = new DroppedPlayers();

    /** Of the datagram that is received now: whose it is, and what was sealed. */
    private @Nullable PlayerKeys keys;

    private @Nullable ByteBuffer plain;

    /** Whether a state was published since the shares began. Before it, a tick has taken the input that waited. */
    private boolean isTaken;

    private long sharedNanos;

    /** How many inputs all clients have added since then, and how many clients send. */
    private int added;

    private int sending;

    /** Says which client was refused last, or has sent more input than it may; null if that was taken. */
    private @Nullable Supplier<String> trouble;

    /** A client that has asked for datagrams of the stream. */
    private @Nullable ClientStatus asking;

    ServerLink(
            long run,
            byte[] key,
            int room,
            @Nullable InputSink sink,
            Limits limits,
            Sealer sealer,
            AddressTickets tickets) {
        this.run = run;
        players = new NamedPlayers(key, room);
        this.sink = sink;
        this.limits = limits;
        axes = sink == null ? 0 : sink.axes();
        this.sealer = sealer;
        this.tickets = tickets;
    }

    /**
     * Creates a link.
     *
     * @param runId a random number for this run, the same as for the encoder of the states
     * @param key the key from which the tokens of the clients were made
     * @param room the room in which the clients use them
     * @param sink takes the input of clients, on the thread that calls {@link #receive}; null to refuse all
     * @param limits the limits of each client
     * @return a new link
     */
    public static ServerLink of(long runId, byte[] key, int room, @Nullable InputSink sink, Limits limits) {
        return new ServerLink(runId, key, room, sink, limits, Sealer.ofRun(), new AddressTickets());
    }

    /**
     * Seals a datagram for a client.
     *
     * @param kind that of its header
     * @param plain its bytes between position and limit
     * @return what to send, valid until the next call
     */
    public ByteBuffer seal(byte kind, ByteBuffer plain, ClientStatus to) {
        return seal(kind, to.keys, plain);
    }

    /**
     * Takes a datagram from a client, and applies its input.
     *
     * @param datagram any bytes between position and limit, which this call may change
     * @param source where it says to come from, which may be forged
     * @param nowNanos a reading of the clock that the times of inputs refer to
     * @return what to send to the source, shorter than the datagram and valid until the next call; null for nothing
     */
    public @Nullable ByteBuffer receive(ByteBuffer datagram, SocketAddress source, long nowNanos) {
        byte first = datagram.hasRemaining() ? datagram.get() : 0;
        if (!Datagrams.isClients(first)) {
            return null;
        }
        if (!Datagrams.isThisVersion(first)) {
            return refuse(Refusal.VERSION, datagram, source);
        }
        keys = players.take(datagram, known);
        plain = keys == null ? null : open(first, keys, datagram);
        if (plain == null) {
            return refuse(Refusal.KEY_DIFFERS, datagram, source);
        }
        boolean isRead = header.read(plain) && keys.player == header.client;
        return isRead ? answer(clients.byId(keys.player), datagram, source, nowNanos) : null;
    }

    /** Refuses a datagram, whose first byte was read. */
    private @Nullable ByteBuffer refuse(Refusal reason, ByteBuffer datagram, SocketAddress source) {
        trouble = () -> reason.toServer(source);
        return reason.write(refusal, datagram.position(datagram.position() - 1));
    }

    /** Answers a player: is it new, of no process that has lost the place, and can it be at this address? */
    private @Nullable ByteBuffer answer(
            @Nullable Client client, ByteBuffer datagram, SocketAddress source, long nowNanos) {
        int salt = Sealer.saltOf(datagram);
        if (client != null && client.hasReplaced(salt)) {
            return refuse(Refusal.JOINED_AGAIN, datagram, source);
        }
        boolean isPresent = client != null && client.salt == salt;
        boolean knowsPlace = isPresent && knowsPlace(client);
        // A client that has left sent this before, or says again that it leaves.
        boolean isOld = isPresent
                && (client.leaves
                        || isRepeated(datagram, client)
                                && !(knowsPlace && client.mayBeLedAway(source, Sealer.counterOf(datagram), nowNanos)));
        if (isOld) {
            return null;
        }
        if (clients.isTaken(source, client)) {
            return refuse(Refusal.ADDRESS_TAKEN, datagram, source);
        }
        return knowsPlace || isPresent && client.isAt(source)
                ? hear(client, knowsPlace, datagram, source, nowNanos)
                : admit(client, datagram, source, nowNanos);
    }

    private boolean knowsPlace(Client client) {
        return header.run == run && Tickets.samePlace(header.ticket, client.ticket);
    }

    /** Answers a player without a place: may it join, and has it proved where it is? */
    private @Nullable ByteBuffer admit(
            @Nullable Client client, ByteBuffer datagram, SocketAddress source, long nowNanos) {
        if (dropped.contains(keys.player)) {
            return refuse(Refusal.DROPPED, datagram, source);
        }
        if (client == null && !clients.hasRoom()) {
            return refuse(Refusal.FULL, datagram, source);
        }
        if (keys.isExpired(seconds.getAsLong())) {
            return refuse(Refusal.EXPIRED, datagram, source);
        }
        int salt = Sealer.saltOf(datagram);
        // The same process joins again by the ticket that came to it, if a copy from elsewhere has joined first.
        boolean canJoin = client == null
                || (client.salt == salt
                        ? client.mayMove(nowNanos) && client.window.isAhead(Sealer.counterOf(datagram))
                        : client.hasStayed(nowNanos));
        if (canJoin && header.run == run && tickets.isOf(source, keys.player, salt, header.ticket, -1, nowNanos)) {
            return hear(join(client, datagram, source, nowNanos), true, datagram, source, nowNanos);
        }
        // The server keeps nothing about a stranger, so any number of strangers take no place.
        long ticket = tickets.of(source, keys.player, salt, nowNanos);
        new ServerReply(run, header.challenge, ticket, 0, refused(0), header.stamp).write(reply);
        return seal(RoomHeader.TO_CLIENT, keys, reply);
    }

    private Client join(@Nullable Client former, ByteBuffer datagram, SocketAddress source, long nowNanos) {
        Client joining = new Client(keys, datagram, source, header.ticket, limits.inputs, nowNanos);
        if (former != null) {
            if (former.salt == joining.salt) {
                // What this process has sent before must not count as new, because it may have been applied.
                joining.window.restartAfter(Sealer.counterOf(datagram));
            }
            clients.remove(former);
            joining.isTold = former.isTold;
            joining.replaces(former, nowNanos);
        }
        return clients.add(joining);
    }

    /**
     * Takes a datagram with a message of a client's application. Only clients that are sent states may send one.
     *
     * @param datagram any bytes between position and limit, which this call may change
     * @param source where it says to come from, which may be forged
     */
    public void receiveMessage(ByteBuffer datagram, SocketAddress source, long nowNanos) {
        Client client = clients.at(source);
        ByteBuffer plain = openNew(RoomHeader.MESSAGE, client, datagram);
        if (plain != null && client.lane.receive(plain, Packet.token(plain), nowNanos)) {
            accept(client, datagram);
        }
    }

    /** Returns the client that is sent states, or packets of a match, at an address; null if there is none. */
    public @Nullable ClientStatus at(SocketAddress address) {
        Client client = clients.at(address);
        return client == null ? null : client.status;
    }

    /**
     * Opens a datagram with a packet of a match, as {@link ClientLink#seal} has made it. It must be of the client's
     * place, because it could have been recorded in an earlier run, which had another window.
     *
     * @param datagram any bytes between position and limit, which stay unchanged
     * @param from the client {@linkplain #at at} the address from which it came
     * @return the packet, valid until the next call; null if there is nothing to pass on
     */
    public @Nullable ByteBuffer openPacket(ByteBuffer datagram, ClientStatus from) {
        Client client = clients.byId(from.id);
        ByteBuffer packet = openNew(RoomHeader.MATCH, client, datagram);
        boolean isOfPlace = packet != null
                && packet.remaining() >= Long.BYTES
                && Tickets.samePlace(packet.getLong(), client.ticket);
        if (!isOfPlace) {
            return null;
        }
        accept(client, datagram);
        return packet;
    }

    private @Nullable PlayerKeys keysOf(long player) {
        Client client = clients.byId(player);
        return client == null ? null : client.keys;
    }

    private @Nullable ByteBuffer openNew(byte kind, @Nullable Client client, ByteBuffer datagram) {
        return client == null || isRepeated(datagram, client) ? null : open(kind, client.keys, datagram);
    }

    private @Nullable ByteBuffer open(byte kind, PlayerKeys keys, ByteBuffer datagram) {
        return sealer.open(kind, keys.toServer, datagram);
    }

    /** Whether a sealed datagram came before, or is of another process. */
    private static boolean isRepeated(ByteBuffer sealed, Client client) {
        return !Sealer.isComplete(sealed)
                || Sealer.saltOf(sealed) != client.salt
                || !client.window.isFresh(Sealer.counterOf(sealed));
    }

    /** Moves the window. Only after all checks: one counter that is far ahead makes all others replays. */
    private static void accept(Client client, ByteBuffer sealed) {
        client.window.accept(Sealer.counterOf(sealed));
    }

    /**
     * Sends messages of the application that are due.
     *
     * @param output takes each datagram, which is valid during the call only, and its address
     */
    public void sendMessages(long nowNanos, BiConsumer<ByteBuffer, SocketAddress> output) {
        List<ClientStatus> all = clients.admitted;
        for (int i = 0; i < all.size(); i++) {
            ClientStatus client = all.get(i);
            // Other threads may add messages as fast as this one sends them.
            ByteBuffer message;
            for (int n = 0; n < MessageLane.MOST_AT_ONCE && (message = client.lane.next(nowNanos)) != null; n++) {
                output.accept(seal(RoomHeader.MESSAGE, message, client), client.address);
            }
        }
    }

    /** Notes that a tick has taken the input that waited, so that each client may use its share of the sink again. */
    public void inputTaken() {
        isTaken = true;
    }

    /**
     * Dismisses the clients that were silent for too long. Call it at least every 10 ms.
     *
     * @param nowNanos a reading of the same clock as for {@link #receive}
     */
    public void expire(long nowNanos) {
        clients.expire(nowNanos, silent);
        if (sink != null) {
            sink.passed();
        }
    }

    /** Tells the sink that a client leaves, or is silent, unless it believes so already. */
    private void left(Client client, boolean isClosed) {
        if (sink != null && (isClosed || client.isTold)) {
            sink.left(client.id, isClosed);
        }
        client.isTold = false;
    }

    /**
     * Removes a client, and refuses it from now on, also if it is not here now.
     *
     * @param client its number
     */
    public void drop(long client) {
        dropped.add(client);
        Client found = clients.byId(client);
        if (found != null) {
            clients.remove(found);
        }
        if (sink != null) {
            sink.left(client, true);
        }
    }

    /**
     * Says to all clients that this server ends. Call it more than once, because datagrams may be lost, and nothing
     * else afterwards.
     *
     * @param output takes each datagram, which is valid during the call only, and its address
     */
    public void end(BiConsumer<ByteBuffer, SocketAddress> output) {
        say(ServerNotice.GONE, output);
    }

    /**
     * Sends a notice to all clients of why no states come. Call it repeatedly while that is so, because a notice may be
     * lost.
     *
     * @param output takes each datagram, which is valid during the call only, and its address
     */
    public void say(ServerNotice what, BiConsumer<ByteBuffer, SocketAddress> output) {
        for (Client client : clients.places) {
            if (client.status != null) {
                what.write(notice, run, client.ticket);
                output.accept(seal(RoomHeader.TO_CLIENT, client.keys, notice), client.address);
            }
        }
    }

    /**
     * Returns a message about the last client that was refused, or whose input was, because it was too much.
     *
     * @return a text; null if there was no such client since the last call
     */
    public @Nullable String takeRefusal() {
        Supplier<String> taken = trouble;
        trouble = null;
        return taken == null ? null : taken.get();
    }

    private String tooFast(Client client) {
        return "the client " + client.id + " at " + client.address + " sends more than " + limits.inputs
                + " inputs per second, so " + client.beyondLimit + " were refused; drop it, or let it send each axis"
                + " once in a frame";
    }

    /**
     * Returns the client that {@linkplain ClientStatus#takeWanted asks} for datagrams of the stream.
     *
     * @return null if none has asked since the last call
     */
    public @Nullable ClientStatus takeAsking() {
        ClientStatus taken = asking;
        asking = null;
        return taken;
    }

    /**
     * Returns the clients that are sent states. For any thread.
     *
     * @return those now, in the order in which they were admitted; unmodifiable
     */
    public List<ClientStatus> admitted() {
        return clients.admitted;
    }

    /**
     * Whether a client that knows its place has proved an address. The address that it has needs no further proof,
     * because copies from elsewhere bring the client tickets of other addresses, which it then returns from there.
     */
    private boolean isProved(Client client, SocketAddress source, boolean returns, long nowNanos) {
        return client.isAt(source)
                || (returns || client.mayMove(nowNanos))
                        && tickets.isOf(source, client.id, client.salt, header.ticket, Tickets.ADDRESS, nowNanos);
    }

    /** Applies what a client has sent, and answers if the client may not know everything that the answer says. */
    private @Nullable ByteBuffer hear(
            Client client, boolean hasPlace, ByteBuffer datagram, SocketAddress source, long nowNanos) {
        boolean returns = client.returns(source, Sealer.counterOf(datagram), nowNanos);
        boolean proves =
                hasPlace && isProved(client, source, returns, nowNanos) && clients.mayHave(source, client, nowNanos);
        if (proves && header.leaves) {
            clients.leave(client);
            left(client, true);
            return null;
        }
        if (proves) {
            // Only with the ticket, which a thief of an earlier token of the player does not know.
            client.heardBy(keys);
            ClientStatus status = settle(client, datagram, source, returns, nowNanos);
            client.heard(header.receives, nowNanos);
            status.heard(header, nowNanos);
            asking = header.missed != 0 ? status : asking;
        }
        if (hasPlace && !apply(plain, client, nowNanos)) {
            return null;
        }
        if (hasPlace && client.isAt(source)) {
            // Otherwise, a copy from another address that comes first would let the datagram itself count as repeated.
            accept(client, datagram);
        }
        boolean hasNew = client.sequence != client.acknowledged;
        long pause = header.inputs == 0 ? REPLY_NANOS : hasNew ? ACKNOWLEDGE_NANOS : AGAIN_NANOS;
        // Above this number, a late or lost acknowledgement may leave no room for the next inputs.
        boolean isUrgent = header.inputs > ClientHeader.MAX_INPUTS / 2;
        boolean asks = isUrgent || !proves || client.challenge != header.challenge;
        client.challenge = header.challenge;
        return asks || nowNanos - client.repliedNanos >= pause ? reply(client, source, nowNanos) : null;
    }

    /**
     * Applies those inputs of a datagram that are new, each once and in order. Refuses those with impossible values.
     * What is beyond the client's share of the sink is not acknowledged, so the client sends it again.
     *
     * @param inputs the datagram, after its header
     * @return whether the datagram was valid; if not, nothing was applied
     */
    private boolean apply(ByteBuffer inputs, Client client, long nowNanos) {
        long first = header.firstSequence;
        // A client always begins with its oldest unacknowledged input, so there is never a gap.
        if (first < 1 || first > client.sequence + 1) {
            return false;
        }
        int known = (int) Math.min(header.inputs, client.sequence + 1 - first);
        if (known < header.inputs && sink != null) {
            sink.from(client.id);
        }
        inputs.position(inputs.position() + known * ClientHeader.INPUT);
        if (inputs.hasRemaining()) {
            shareOut(client, nowNanos);
        }
        while (inputs.hasRemaining() && (added < FREE_INPUTS || client.waiting < SHARED_INPUTS / sending)) {
            // Before the sink is called: if it throws, the input must not be applied again.
            client.sequence++;
            boolean isAllowed = client.inputs.take(1, nowNanos);
            if (isAllowed) {
                // What is refused takes no place of others.
                added++;
                client.waiting++;
            } else {
                client.beyondLimit++;
                trouble = trouble == null ? () -> tooFast(client) : trouble;
            }
            client.refused += push(inputs, nowNanos, isAllowed) ? 0 : 1;
        }
        if (client.status != null) {
            client.status.refusedInputs = client.refused;
        }
        return true;
    }

    /** Begins the shares of another tick if the last has taken the input, and counts who sends. */
    private void shareOut(Client client, long nowNanos) {
        if (isTaken || nowNanos - sharedNanos >= NO_STATE_NANOS) {
            isTaken = false;
            sharedNanos = nowNanos;
            added = 0;
            sending = 0;
            for (int i = 0; i < clients.places.size(); i++) {
                clients.places.get(i).waiting = 0;
                sending += clients.places.get(i).sequence > 0 ? 1 : 0;
            }
        }
        sending += client.sequence > 0 ? 0 : 1;
    }

    private boolean push(ByteBuffer input, long nowNanos, boolean isAllowed) {
        byte kind = input.get();
        int code = input.getInt();
        float value = input.getFloat();
        long nanos = input.getLong();
        long ahead = nanos - nowNanos;
        // The newest value of an axis holds however old it is. A click has been aimed at what was there then.
        long oldest = kind == ClientHeader.ACTION ? limits.actionNanos : MAX_DISTANCE_NANOS;
        boolean isFar = ahead > MAX_DISTANCE_NANOS || ahead < -oldest;
        if (sink == null || !isAllowed || isFar || !Float.isFinite(value)) {
            return false;
        }
        try {
            return kind == ClientHeader.ACTION
                    ? sink.action(code, value, nanos)
                    : kind == ClientHeader.AXIS && code >= 0 && code < axes && sink.axis(code, value, nanos);
        } catch (IllegalArgumentException notAccepted) {
            // A client may send any time. One that the sink does not accept ends nothing.
            return false;
        }
    }

    private ClientStatus settle(
            Client client, ByteBuffer datagram, SocketAddress source, boolean returns, long nowNanos) {
        if (!client.isAt(source)) {
            clients.dismiss(client);
            client.moveTo(source, ticketOf(client, source, nowNanos), Sealer.counterOf(datagram), returns, nowNanos);
        }
        boolean isNew = client.status == null;
        ClientStatus status = clients.admit(client, limits.budget);
        if (sink != null && isNew) {
            client.isTold = true;
            // After it was admitted, because it may be sent something now, and before the input of this datagram.
            sink.joined(client.id);
        }
        return status;
    }

    private long ticketOf(Client client, SocketAddress at, long nowNanos) {
        return Tickets.move(client.ticket, tickets.of(at, client.id, client.salt, nowNanos));
    }

    private ByteBuffer reply(Client client, SocketAddress to, long nowNanos) {
        if (!client.isAt(to)) {
            // The client may not get it, so this puts off no reply to where it is.
            return write(client, ticketOf(client, to, nowNanos));
        }
        client.repliedNanos = nowNanos;
        client.acknowledged = client.sequence;
        return write(client, client.ticket);
    }

    private ByteBuffer write(Client client, long ticket) {
        int applied = (int) client.sequence;
        new ServerReply(run, client.challenge, ticket, applied, refused(client.refused), header.stamp).write(reply);
        return seal(RoomHeader.TO_CLIENT, client.keys, reply);
    }

    private int refused(int count) {
        return sink == null ? ServerReply.NO_INPUT : count;
    }

    private ByteBuffer seal(byte kind, PlayerKeys keys, ByteBuffer plain) {
        return sealer.seal(kind, keys.toPlayer, plain);
    }
}
