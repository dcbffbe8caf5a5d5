package io.github.freestep.net.wire;

import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.seal.SharedKey;
import io.github.freestep.net.seal.Unsealer;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of a link, without the transport: seals what a server sends, and applies the input that clients
 * send. For one thread at a time. Never blocks. Allocates nothing without a key; with one, the JDK's cipher allocates
 * about 1 kB per datagram. Memory is bounded, whatever arrives.
 *
 * <p>A server has places for 256 clients. Only clients with a place can send input; with a key, only they accept
 * states, because a reply must prove to each of them that the run is alive. Each client has a random id and sends a
 * datagram at least ten times per second, so one that was silent for 10 s has left. Which clients receive states is up
 * to the transport; this class has no part in that.
 *
 * <p>With a key, all datagrams are encrypted and authenticated by AES-GCM. A datagram that is not authentic, or came
 * before, is ignored and counted. A datagram for another run of the server is never applied, so captured datagrams are
 * of no use after a restart. They are of no use after a client has left either, because a client gets a new ticket each
 * time it joins.
 */
public final class ServerLink {
    /** Takes the inputs of one kind, axes or actions, on the thread that calls {@link #receive}. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Takes an input. Must neither block nor throw.
         *
         * @param code the number of the axis or the code of the action
         * @param value a finite number
         * @param nanos the time of the input, as a reading of the server's clock; at most one hour away from now
         * @return true if the input was accepted; false if it was refused, which is reported to the client
         */
        boolean push(int code, float value, long nanos);
    }

    /** The bytes that a key adds to each datagram. */
    public static final int OVERHEAD = Sealer.OVERHEAD;

    /**
     * The shortest time between two replies. Each reply repeats the news of the last second, so sending more of them
     * would not help.
     */
    private static final long REPLY_NANOS = 10_000_000;

    private final long run;
    private final Sealer states;
    private final Sealer baselines;
    private final Unsealer unsealer;
    private final InputApplier applier;
    private final Clients clients = new Clients();
    private final ByteBuffer reply = ByteBuffer.allocate(Sealer.MAX_PLAIN);
    private long repliedNanos;
    private boolean replied;
    private long ignored;

    private ServerLink(long run, byte @Nullable [] key, InputApplier applier, LongSupplier random, long counter) {
        byte @Nullable [] copy = key == null ? null : SharedKey.copy(key);
        this.run = run;
        this.applier = applier;
        // The same salt for both, because a client recognises the baselines of a run by it. Their keys differ.
        int salt = (int) random.getAsLong();
        states = Sealer.of(copy, Datagrams.STATES_STREAM, salt, counter);
        baselines = Sealer.of(copy, Datagrams.BASELINES_STREAM, salt, counter);
        unsealer = Unsealer.of(copy, Datagrams.INPUT_STREAM);
    }

    /**
     * Creates a link whose clients may send input.
     *
     * @param runId a random number for this run, the same as for the encoder of the states
     * @param key 16 or 32 bytes that the clients have too, or null to neither encrypt nor authenticate
     * @param axes the number of axes; an input for another axis is refused
     * @param from gets the number of a client before its inputs
     * @param axis takes the axis inputs
     * @param action takes the actions
     * @return a new link
     * @throws IllegalArgumentException if the key has another length, or the number of axes is negative
     */
    public static ServerLink of(
            long runId, byte @Nullable [] key, int axes, LongConsumer from, Sink axis, Sink action) {
        if (axes < 0) {
            throw new IllegalArgumentException("axes must be 0 or more, was " + axes);
        }
        InputApplier applier = new InputApplier(
                axes,
                Objects.requireNonNull(from, "from must not be null"),
                Objects.requireNonNull(axis, "axis must not be null"),
                Objects.requireNonNull(action, "action must not be null"));
        return new ServerLink(runId, key, applier, new SecureRandom()::nextLong, Sealer.counterOfNow());
    }

    /**
     * Creates a link that refuses all input.
     *
     * @param runId a random number for this run, the same as for the encoder of the states
     * @param key 16 or 32 bytes that the clients have too, or null to neither encrypt nor authenticate
     * @return a new link
     * @throws IllegalArgumentException if the key has another length
     */
    public static ServerLink of(long runId, byte @Nullable [] key) {
        Sink refuse = (code, value, nanos) -> false;
        return of(runId, key, 0, client -> {}, refuse, refuse);
    }

    /** Creates a link with given random numbers and a given first counter, for tests. */
    static ServerLink of(long run, byte @Nullable [] key, InputApplier applier, LongSupplier random, long counter) {
        return new ServerLink(run, key, applier, random, counter);
    }

    /**
     * Seals a piece of a state.
     *
     * @param piece its bytes between position and limit, at most {@link StateEncoder#MAX_DATAGRAM}
     * @return what to send on the stream of states, valid until the next call; without a key, the piece itself
     */
    public ByteBuffer sealPiece(ByteBuffer piece) {
        return states.seal(Objects.requireNonNull(piece, "piece must not be null"));
    }

    /**
     * Seals a baseline.
     *
     * @param baseline its bytes between position and limit, at most {@link StateEncoder#MAX_DATAGRAM}
     * @return what to send on the stream of baselines, valid until the next call; without a key, the baseline itself
     */
    public ByteBuffer sealBaseline(ByteBuffer baseline) {
        return baselines.seal(Objects.requireNonNull(baseline, "baseline must not be null"));
    }

    /**
     * Takes a datagram from a client, and applies its input.
     *
     * @param datagram any bytes between position and limit, which stay unchanged
     * @param nowNanos a reading of the clock that the sinks' times refer to
     */
    public void receive(ByteBuffer datagram, long nowNanos) {
        if (!take(Objects.requireNonNull(datagram, "datagram must not be null"), nowNanos)) {
            ignored++;
        }
    }

    /**
     * Returns a reply to the clients, if one is due. Call it after each state, and at least every 10 ms while clients
     * are present. If clients have more news than one datagram can hold, the next call returns another part.
     *
     * @param nowNanos a reading of the same clock as for {@link #receive}
     * @return what to send on the stream of states, valid until the next call of any method; null if none is due
     */
    public @Nullable ByteBuffer reply(long nowNanos) {
        clients.expire(nowNanos);
        boolean begins = clients.beginsRound();
        if (clients.size() == 0 || (begins && replied && nowNanos - repliedNanos < REPLY_NANOS)) {
            return null;
        }
        ReplyFormat.begin(reply, run);
        if (!clients.writeNews(reply, nowNanos)) {
            return null;
        }
        if (begins) {
            replied = true;
            repliedNanos = nowNanos;
        }
        return states.seal(reply.flip());
    }

    /**
     * Returns the number of clients that sent something within the last 10 s.
     *
     * @return from 0 to 256
     */
    public int clients() {
        return clients.size();
    }

    /**
     * Returns the number of datagrams that were ignored: malformed, not authentic, received before, or from a client
     * for which there was no place.
     *
     * @return the number since the link was created
     */
    public long ignored() {
        return ignored;
    }

    /**
     * Returns the number of inputs that the sinks accepted.
     *
     * @return the number since the link was created
     */
    public long applied() {
        return applier.applied();
    }

    /**
     * Returns the number of inputs that were refused: by a sink, or because of an unknown axis, a NaN or infinite
     * value, or a time more than one hour from now. Each client learns how many of its own were.
     *
     * @return the number since the link was created
     */
    public long refused() {
        return applier.refused();
    }

    private boolean take(ByteBuffer datagram, long nowNanos) {
        boolean keyed = unsealer.hasKey();
        if (keyed && !Unsealer.isComplete(datagram)) {
            return false;
        }
        int salt = keyed ? Unsealer.saltOf(datagram) : 0;
        long counter = keyed ? Unsealer.counterOf(datagram) : 0;
        Client sender = keyed ? clients.bySalt(salt) : null;
        if (sender != null && !sender.window.isFresh(counter)) {
            return false;
        }
        ByteBuffer plain = unsealer.open(datagram);
        if (plain == null || !ClientFormat.isOne(plain)) {
            return false;
        }
        clients.expire(nowNanos);
        Client client = clients.byId(ClientFormat.client(plain));
        if (client == null) {
            client = sender == null ? clients.join(ClientFormat.client(plain), salt, nowNanos) : null;
            if (client == null) {
                return false;
            }
            client.window.restart(counter);
        } else if (keyed && client != sender) {
            return false;
        } else {
            client.window.accept(counter);
        }
        return hear(client, plain, nowNanos);
    }

    private boolean hear(Client client, ByteBuffer plain, long nowNanos) {
        client.heardNanos = nowNanos;
        long challenge = ClientFormat.challenge(plain);
        if (client.challenge != challenge || ClientFormat.inputs(plain) > 0) {
            client.challenge = challenge;
            client.newsNanos = nowNanos;
        }
        if (ClientFormat.run(plain) != run || ClientFormat.ticket(plain) != client.ticket) {
            // Sent before the client knew this run or its ticket, so its reply may have been lost.
            client.newsNanos = nowNanos;
            return true;
        }
        client.confirmed = true;
        return applier.apply(plain, client, nowNanos);
    }
}
