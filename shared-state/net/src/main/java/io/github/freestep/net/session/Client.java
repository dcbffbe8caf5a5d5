package io.github.freestep.net.session;

import io.github.freestep.net.link.Allowance;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.net.seal.Sealer;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the server knows of a client. For one thread. */
final class Client {
    /**
     * A client that changes its address is sent all of its bodies again. So one that alternates between two addresses
     * must not cost more than one that joins once per second.
     */
    static final long MOVE_NANOS = 1_000_000_000;

    /**
     * How many replaced processes are known. One replaces another at most once per second, and a ticket of a process
     * that is not known any more, which someone may have recorded, has expired.
     */
    private static final int REPLACED = 16;

    /** How long a client may return to where it was, from where it is still heard. */
    private static final long RETURN_NANOS = 2_000_000_000;

    /** A client that was heard at its address within this time has not moved, because it sends ten times per second. */
    private static final long PRESENT_NANOS = 250_000_000;

    final ReplayWindow window = new ReplayWindow();

    final MessageLane lane = new MessageLane();

    /** The number of the player. */
    final long id;

    /** The keys of the newest token by which it was heard. */
    PlayerKeys keys;

    /** The random number of the client that a reply must contain, as a proof that the run is alive. */
    long challenge;

    /** The salt of the client's datagrams. */
    final int salt;

    /** The salts of the processes of this player that had the place before, the newest one first. */
    private final int[] replaced = new int[REPLACED];

    private int replacedCount;

    /** Where the client is, which it has proved by the ticket that was sent there. */
    SocketAddress address;

    long ticket;

    /** Where it was before, if it had received something there; null if it may not return. */
    private @Nullable SocketAddress former;

    /** The counter of the datagram by which it has joined or moved. */
    private long movedCounter;

    /** Whether the sink was told that it has joined, and was not told since then that it is silent. */
    boolean isTold;

    /** Whether it has said that it leaves. Its place remembers when it got its address. */
    boolean leaves;

    /** Not null if it is admitted, so that it is sent states. */
    @Nullable ClientStatus status;

    /** How many bytes of states it was sent when it was dismissed. The next count continues from there. */
    long sentOfStates;

    /** The same of a client that was dismissed, which gets the events since then if it is admitted again. */
    @Nullable Integer firstEvents;

    /** The sequence of the newest input that was applied or refused; 0 before the first. */
    long sequence;

    /** How many inputs of this client wait for the next tick. */
    int waiting;

    /** How many inputs were refused. */
    int refused;

    /** How many of them were refused because they were too many. */
    int beyondLimit;

    /** The inputs that it may send: up to those of a second at once, as after an outage. */
    final Allowance inputs;

    /** When the newest datagram came from its address. */
    long heardNanos;

    /** When the client has last said from its address that something has come there, and whether it ever has. */
    private long receivedNanos;

    private boolean hasReceived;

    /** When the client last changed its address, or got one that another client had left. Long ago, if it never did. */
    private long movedNanos;

    /** When the newest reply was sent, and the sequence that it has acknowledged. */
    long repliedNanos;

    long acknowledged;

    Client(PlayerKeys keys, ByteBuffer sealed, SocketAddress source, long ticket, int inputLimit, long nowNanos) {
        id = keys.player;
        this.keys = keys;
        salt = Sealer.saltOf(sealed);
        movedCounter = Sealer.counterOf(sealed);
        window.restart(movedCounter);
        address = source;
        this.ticket = ticket;
        lane.begin(ticket);
        repliedNanos = nowNanos;
        heardNanos = nowNanos;
        movedNanos = nowNanos - MOVE_NANOS;
        receivedNanos = movedNanos;
        inputs = new Allowance(inputLimit, inputLimit, nowNanos);
    }

    /** Takes the place of the same player's former process, or of the same process that joins again. */
    void replaces(Client former, long nowNanos) {
        moved(nowNanos);
        int own = former.salt == salt ? 0 : 1;
        replaced[0] = former.salt;
        replacedCount = Math.min(REPLACED, former.replacedCount + own);
        System.arraycopy(former.replaced, 0, replaced, own, replacedCount - own);
    }

    /** Notes by which token the player was heard, so that it is sent what it can open. */
    void heardBy(PlayerKeys newest) {
        keys = newest;
        if (status != null) {
            status.keys = newest;
        }
    }

    /** Whether a process of the player has lost its place to this one or to one before it. */
    boolean hasReplaced(int process) {
        for (int i = 0; i < replacedCount; i++) {
            if (replaced[i] == process) {
                return true;
            }
        }
        return false;
    }

    /** Whether the client has answered from an address. */
    boolean isAt(SocketAddress source) {
        return source.equals(address);
    }

    /** Whether the client is sent states at an address. */
    boolean has(SocketAddress at) {
        return status != null && at.equals(address);
    }

    /** Notes a datagram from its address, and whether the client says that something has come there. */
    void heard(boolean receives, long nowNanos) {
        heardNanos = nowNanos;
        if (receives) {
            receivedNanos = nowNanos;
            // Before that, it may be what was sent to the address before.
            hasReceived |= hasStayed(nowNanos);
        }
    }

    /** Whether nothing that was sent to its address has come for a second, so that someone else may be there. */
    private boolean isMissed(long nowNanos) {
        return nowNanos - receivedNanos >= MOVE_NANOS;
    }

    /**
     * Whether the client returns to where it was: if a datagram that it has sent since it has moved comes from there,
     * it is still there, and a copy from elsewhere has led it away. Others keep datagrams from before, and could send
     * them again after a real move.
     */
    boolean returns(SocketAddress source, long counter, long nowNanos) {
        return source.equals(former) && counter - movedCounter >= 0 && nowNanos - movedNanos < RETURN_NANOS;
    }

    /** Whether a datagram counts although it came before: from where the client is not, a copy may have come first. */
    boolean mayBeLedAway(SocketAddress source, long counter, long nowNanos) {
        return returns(source, counter, nowNanos) || !isAt(source) && counter - movedCounter >= 0 && isMissed(nowNanos);
    }

    /**
     * Takes an address that the client has proved. It may return from there at once, but then stays twice as long, so
     * that it does not move more often.
     */
    void moveTo(SocketAddress source, long by, long counter, boolean returns, long nowNanos) {
        movedCounter = counter;
        former = returns || !hasReceived ? null : address;
        address = source;
        ticket = by;
        receivedNanos = nowNanos - MOVE_NANOS;
        hasReceived = false;
        moved(returns ? nowNanos + MOVE_NANOS : nowNanos);
    }

    /** Whether the client may have moved: it is silent where it is, or nothing comes there. */
    boolean mayMove(long nowNanos) {
        return hasStayed(nowNanos) && (nowNanos - heardNanos >= PRESENT_NANOS || isMissed(nowNanos));
    }

    /** Whether the client has had its address for long enough to get another one. */
    boolean hasStayed(long nowNanos) {
        return nowNanos - movedNanos >= MOVE_NANOS;
    }

    void moved(long nowNanos) {
        movedNanos = nowNanos;
    }
}
