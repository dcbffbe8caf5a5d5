package io.github.freestep.net;

import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.link.NoAnswer;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.net.link.Unanswered;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.MessageLane;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerNotice;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the receiver's thread does: passes datagrams to the follower, and sends input. Allocates nothing but reports
 * and what the cipher allocates for each datagram.
 */
final class ReceiverWork implements RoomWork {
    /** How often the thread must run even if no datagram arrives. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How often the receiver says to its sender that it leaves. */
    private static final int LAST_WORDS = 3;

    /** The sender sends at least ten times in this time, even while time is paused. */
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * How long a notice stays true without a repeat: a server repeats it ten times per second, and some may be lost.
     */
    private static final long NOTICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** After this time without states, a user should know of it, because somebody must change something. */
    private static final long BROKEN_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A server that refuses this client does so ten times per second. */
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** After this much silence, the receiver asks for the address, because the sender may have ended in a crash. */
    static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How often it asks until a sender answers. */
    static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * After this much silence, the receiver asks for an address that may have changed. In this time, even an idle
     * sender sends five datagrams, so a shorter silence is more often a loss of the network than a move.
     */
    static final long MOVED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * How often it asks for such an address during the first seconds of a silence, because most moves take less than a
     * second. After {@link #SILENT_NANOS}, the sender has probably ended, and many receivers may ask one login.
     */
    static final long MOVING_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Begins each reason that comes from the server. */
    static final String SAYS = "the server has no states to send: ";

    /** A supplier of tokens may ask a login, but longer than this, a person should know why the receiver waits. */
    private static final long TOKEN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final StateFollower follower;
    final ClientLink client;
    private final AskedAddress<SocketAddress> address;
    private final NanoClock clock;
    private final Peers peers;
    private final Consumer<Throwable> errors;
    private final ReceivedStream stream = new ReceivedStream(this::ofStream);
    private final LossMeter states = new LossMeter();
    private LossReport loss;

    /** Where the sender that answers is. */
    private @Nullable SocketAddress sender;

    /** How many runs of senders were joined when the stream was begun. */
    private long runs;

    private boolean heard;

    /** When the sender was heard, or the receiver has begun to look for it. */
    private long heardNanos;

    /**
     * When a state was last published, or would have been if it were needed, or since when one can come. Volatile like
     * the next fields, because any thread may ask why none comes.
     */
    private volatile long statesNanos;

    private long shownStates;

    /** Why the path carries no states; null if that is not known. */
    volatile @Nullable String pathReason;

    /** What the server has said of its service; null if it does not repeat that any more. */
    private volatile @Nullable ServerNotice notice;

    private volatile long noticeNanos;

    private final Unanswered unanswered;

    /** Whether the sender has said that it ends, and no other one was heard since. */
    private boolean isGone;

    /** Whether the address is a user's, who may know at any time that the sender has moved. Set before the start. */
    boolean mayMove;

    private long askedNanos;
    private long refusedNanos;
    private int said;

    /** Gets the player's next token if the present one has expired; null if there is only one. Set before the start. */
    @Nullable AskedAddress<byte[]> tokens;

    private long tokenNanos;

    /** How often a token was asked for since the server has answered. */
    private int tokensAsked;

    private volatile RemoteStates.Status status = RemoteStates.Status.CONNECTING;

    /** Why the server refuses this client; null if it does not. */
    volatile @Nullable String refusal;

    ReceiverWork(
            StateFollower follower,
            ClientLink client,
            AskedAddress<SocketAddress> address,
            Peers peers,
            NanoClock clock) {
        this.clock = clock;
        this.follower = follower;
        this.client = client;
        this.address = address;
        this.peers = peers;
        errors = peers.errors;
        heardNanos = clock.nanoTime();
        loss = new LossReport(0, 0, heardNanos);
        statesNanos = heardNanos;
        unanswered = new Unanswered("sender", heardNanos);
        askedNanos = heardNanos - ASK_NANOS;
        tokenNanos = askedNanos;
    }

    @Override
    public void datagram(ByteBuffer datagram, SocketAddress source) {
        byte kind = RoomHeader.kind(datagram);
        if (kind == RoomHeader.TO_CLIENT) {
            // Another address may answer only once the one that was joined is silent: the server may have moved.
            if (sender == null || source.equals(sender) || isSilent(clock.nanoTime())) {
                answer(datagram, source);
            }
        } else if (source.equals(sender)) {
            switch (kind) {
                case RoomHeader.PIECE -> piece(datagram);
                case RoomHeader.STREAM -> streamed(datagram);
                case RoomHeader.MESSAGE -> client.hearMessage(datagram, clock.nanoTime());
                default -> {}
            }
        }
    }

    /** Takes an answer of the server, whose states come from the same address. */
    private void answer(ByteBuffer datagram, SocketAddress source) {
        if (client.hear(datagram, clock.nanoTime())) {
            sender = source;
            tokensAsked = 0;
            address.keep(source);
            if (client.runs() != runs) {
                runs = client.runs();
                notice = null;
                // The first state of a run takes time, during which the server must not seem to be stalled.
                statesNanos = clock.nanoTime();
                stream.restart();
                states.restart();
            }
            hear();
        } else if (client.takeGone()) {
            isGone = true;
            // A datagram that arrives after the last words was sent before them, so it is not a sign of life.
            sender = null;
        } else {
            ServerNotice said = client.takeNotice();
            if (said != null && source.equals(sender)) {
                noticeNanos = clock.nanoTime();
                notice = said;
                hear();
            }
        }
    }

    private void hear() {
        long now = clock.nanoTime();
        if (isSilent(now)) {
            // No state could come in the silence, so only the time from here on says whether the path carries states.
            statesNanos = now;
            if (sender != null) {
                // Other addresses may have been tried meanwhile.
                address.keep(sender);
            }
        }
        heard = true;
        heardNanos = now;
        unanswered.answered(now);
        isGone = false;
    }

    @Override
    public boolean wakesUp() {
        return true;
    }

    @Override
    public long pass(long nowNanos) {
        client.arrived(states.sent, states.arrived, states.lost(nowNanos));
        stream.poll(nowNanos);
        if (stream.asks(nowNanos)) {
            client.misses(stream.expected, stream.missed());
        }
        noteNotice(nowNanos);
        sendInput(nowNanos);
        follower.poll(clock.nanoTime());
        noteStates(nowNanos);
        noteSilence(nowNanos);
        noteNoAnswer(nowNanos);
        renewToken(nowNanos);
        noteRefusal(nowNanos);
        noteLoss(nowNanos);
        looksAgain(nowNanos);
        long now = clock.nanoTime();
        return Math.min(Math.min(follower.waitNanos(now), client.waitNanos(now)), STEP_NANOS);
    }

    private void piece(ByteBuffer datagram) {
        int length = datagram.remaining();
        long before = ignored();
        ByteBuffer piece = client.open(RoomHeader.PIECE, datagram);
        if (piece == null || piece.remaining() < 2 * Integer.BYTES) {
            return;
        }
        states.took(piece.getInt(), Peers.pieceBytes(length) - LossMeter.UDP_BYTES);
        follower.thinned(states.isThinned(), clock.nanoTime());
        int newest = piece.getInt();
        follower.receive(piece, clock.nanoTime());
        if (client.isMany(follower)) {
            sendInput(clock.nanoTime());
        }
        // A piece of a run that is not followed yet cannot be judged.
        if (ignored() == before || !client.isShownBy(follower)) {
            stream.newest(newest, clock.nanoTime());
        }
        hear(before);
    }

    private void streamed(ByteBuffer datagram) {
        long before = ignored();
        ByteBuffer plain = client.open(RoomHeader.STREAM, datagram);
        if (plain != null && plain.remaining() >= Integer.BYTES) {
            stream.take(plain.getInt(), plain, clock.nanoTime());
            hear(before);
        }
    }

    private void ofStream(ByteBuffer datagram) {
        // Those with events from before this receiver came are empty.
        if (datagram.hasRemaining()) {
            follower.receive(datagram, clock.nanoTime());
        }
    }

    private long ignored() {
        return client.ignored() + follower.ignored();
    }

    /** A datagram that cannot be read, for example from a sender with another key, is no sign of life. */
    private void hear(long ignoredBefore) {
        if (ignored() == ignoredBefore) {
            hear();
        }
    }

    private void sendInput(long nowNanos) {
        ByteBuffer datagram = client.next(nowNanos, follower);
        if (datagram != null) {
            peers.send(RoomHeader.TO_SERVER, datagram, address.known());
            if (sender == null || isLost(nowNanos)) {
                address.tryNext();
            }
        }
        // Other threads may add messages as fast as this one sends them.
        for (int n = 0; n < MessageLane.MOST_AT_ONCE; n++) {
            ByteBuffer message = client.nextMessage(nowNanos);
            if (message == null) {
                return;
            }
            peers.send(RoomHeader.MESSAGE, message, address.known());
        }
    }

    private void noteStates(long nowNanos) {
        if (follower.shownStates() != shownStates) {
            shownStates = follower.shownStates();
            statesNanos = nowNanos;
        }
    }

    private boolean isSilent(long nowNanos) {
        return isGone || nowNanos - heardNanos > LOST_NANOS;
    }

    private void noteSilence(long nowNanos) {
        if (heard) {
            boolean silent = isSilent(nowNanos);
            boolean stalled = notice != null || nowNanos - statesNanos > LOST_NANOS;
            status = silent
                    ? RemoteStates.Status.LOST
                    : stalled ? RemoteStates.Status.STALLED : RemoteStates.Status.CONNECTED;
        }
    }

    private void noteNoAnswer(long nowNanos) {
        if (refusal != null) {
            unanswered.answered(nowNanos);
        }
        NoAnswer news =
                unanswered.next(nowNanos, isGone ? "the sender has ended, and " : "", address.all(), peers.room);
        if (news != null) {
            errors.accept(news);
        }
    }

    /**
     * Forgets what the server has said once it does not repeat it. After a run has ended, input is refused, because it
     * could have no effect.
     */
    private void noteNotice(long nowNanos) {
        ServerNotice said = notice;
        if (said != null && nowNanos - noticeNanos > NOTICE_NANOS) {
            // Before the notice is dropped, because another thread would see an end that has lasted for long.
            statesNanos = nowNanos;
            notice = null;
        }
        client.mayInput(!hasRunEnded());
    }

    private boolean hasRunEnded() {
        ServerNotice said = notice;
        return said != null && said.stage() != Stage.STALLED;
    }

    /** Returns why no states come; null if they come, or if that is not known yet. For any thread. */
    @Nullable String stallReason() {
        ServerNotice said = notice;
        if (status != RemoteStates.Status.STALLED) {
            String nobody = unanswered.text();
            boolean looks = nobody == null && mayMove && status == RemoteStates.Status.LOST;
            return looks ? "its sender no longer answers, so its supplier is asked for the new address" : nobody;
        }
        if (said != null) {
            return SAYS + said.text();
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - statesNanos);
        String path = pathReason;
        return "no states have come for " + millis + " ms, although the server answers; "
                + (path == null ? "check that its service was started, and" : path + "; check")
                + " that the network between the two carries datagrams of " + DatagramTransport.MAX_BYTES + " bytes";
    }

    /**
     * Returns why no states can come: the server's run has ended, or for seconds no state has come for a reason that
     * the server does not know. For any thread.
     */
    @Nullable String serverFailure() {
        boolean isBroken = notice == null && clock.nanoTime() - statesNanos > BROKEN_NANOS;
        boolean isStalled = status == RemoteStates.Status.STALLED;
        return isStalled && (isBroken || hasRunEnded()) ? stallReason() : null;
    }

    private boolean isLost(long nowNanos) {
        return isGone || nowNanos - heardNanos > SILENT_NANOS;
    }

    /** Asks where the sender is, if it is not where it was. */
    private void looksAgain(long nowNanos) {
        boolean moves = mayMove && (isGone || nowNanos - heardNanos > MOVED_NANOS);
        boolean isLost = moves || isLost(nowNanos);
        boolean isNew = moves && nowNanos - heardNanos <= SILENT_NANOS;
        if (isLost && nowNanos - askedNanos >= (isNew ? MOVING_NANOS : ASK_NANOS)) {
            askedNanos = nowNanos;
            address.ask();
        }
        if (!isLost) {
            // An answer that comes late must not lead away from a sender that is heard again.
            address.dropAnswer();
        } else if (address.takeAnswer(errors)) {
            loss = new LossReport(states.arrived, states.sent - states.arrived, nowNanos);
            // What the former sender still sends is no sign of life of the next one.
            sender = null;
        }
    }

    /** Asks for the next token if the present one has expired. */
    private void renewToken(long nowNanos) {
        AskedAddress<byte[]> all = tokens;
        if (all == null) {
            return;
        }
        if (client.isExpired() && !all.isAsked() && nowNanos - tokenNanos >= ASK_NANOS) {
            tokenNanos = nowNanos;
            tokensAsked++;
            all.ask();
        }
        if (all.takeAnswer(errors)) {
            // The refusal of what was sent before may come later.
            tokenNanos = nowNanos;
            try {
                client.renew(PlayerKeys.ofToken(all.known(), peers.room));
            } catch (IllegalArgumentException ofAnotherPlayer) {
                errors.accept(ofAnotherPlayer);
            }
        }
    }

    /** Notes why a server refuses this client, unless another one lets it join, or the next token may help. */
    private void noteRefusal(long nowNanos) {
        boolean isSlow = nowNanos - tokenNanos >= TOKEN_NANOS;
        boolean isRenewed = client.isExpired() && tokensAsked == 1 && !isSlow;
        boolean hangs = client.isExpired() && isSlow && tokensAsked > 0;
        String news = client.takeRefusal();
        if (hangs) {
            news = "the token has expired, and its supplier has not returned another for "
                    + TimeUnit.NANOSECONDS.toSeconds(nowNanos - tokenNanos) + " s; check that your login answers";
        }
        if (news != null) {
            refusedNanos = nowNanos;
            unanswered.answered(nowNanos);
        }
        if (isRenewed || status == RemoteStates.Status.CONNECTED || nowNanos - refusedNanos > REFUSED_NANOS) {
            refusal = null;
        } else if (news != null) {
            refusal = news;
        }
    }

    private void noteLoss(long nowNanos) {
        if (!loss.isDue(nowNanos)) {
            return;
        }
        int longest = states.takeLongestPassed();
        // Datagrams that are lost in a row seem to be one long one, but do not keep all states away.
        int passed = nowNanos - statesNanos >= LossReport.PERIOD_NANOS ? longest : 0;
        String report = loss.next(states.arrived, states.sent - states.arrived, passed, nowNanos);
        client.loss(loss.perMille);
        pathReason = report;
        if (report != null) {
            errors.accept(new IOException(report));
        }
    }

    RemoteStates.Status status() {
        boolean guesses = status == RemoteStates.Status.CONNECTED && follower.lacksBodies();
        return guesses ? RemoteStates.Status.INCOMPLETE : status;
    }

    @Override
    public boolean sayEnd() {
        ByteBuffer last = client.leave();
        if (last != null) {
            peers.send(RoomHeader.TO_SERVER, last, address.known());
        }
        return last != null && ++said < LAST_WORDS;
    }

    @Override
    public void close() {
        client.disconnect();
        unanswered.end();
        status = RemoteStates.Status.CLOSED;
    }
}
