package io.github.freestep.net;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.DevelopmentKey;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.MessageLane;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.NanoClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Receives the states that a {@link StateSender} sends from another process or machine. Safe for use by any number of
 * threads, except {@link #input()} and {@link #events()}. Only {@link Builder#start} and {@link #close} block.
 *
 * <pre>{@code
 * try (RemoteStates remote = RemoteStates.builder(layout).start();
 *         FrameSampler frames = FrameSampler.open(remote.states())) {
 *     ...
 * }
 * }</pre>
 *
 * <p>A daemon thread receives the states and publishes them in {@link #states()}, as a service publishes its own. It
 * connects by itself, as soon as there is a sender and whenever the sender returns, also after a restart. So either
 * side may be started first. If a name has several addresses, the receiver tries them in turn until one answers. If the
 * sender says that it ends, or is silent for 5 s, the receiver looks up its name again. A {@linkplain
 * Builder#server(Supplier) supplier} of addresses is asked sooner.
 */
public final class RemoteStates implements AutoCloseable {
    /**
     * The present status of the connection to a sender. Later versions may add values, so a {@code switch} needs a
     * default branch.
     */
    public enum Status {
        /** No datagram of the sender has arrived yet. */
        CONNECTING,
        /**
         * States of the sender arrive, even while the server is paused. The first state comes once all bodies are
         * known, which takes up to a second.
         */
        CONNECTED,
        /**
         * The server answers, but for a second no state could be shown: its service has failed, was closed, or hangs,
         * or the network loses what states need. {@link RemoteStates#stallReason} says which of these it is. Frames
         * show the newest state.
         */
        STALLED,
        /**
         * States arrive, but pieces of the newest one are missing. The bodies in them continue their last motion for at
         * most ten states, and then stand still.
         */
        INCOMPLETE,
        /**
         * The sender has ended, or has been silent for more than a second. Frames show the newest state until it
         * returns.
         */
        LOST,
        /** See {@link RemoteStates#failure()}. */
        FAILED,
        /** The receiver was closed, and its thread had not failed. */
        CLOSED
    }

    private final StateFollower follower;
    private final RemoteEvents events;
    private final RemoteInput input;
    final ReceiverWork receiving;
    private final Room room;

    RemoteStates(Builder builder, AskedAddress<SocketAddress> address, Room room, NanoClock clock) {
        this.room = room;
        follower = new StateFollower(builder.layout, clock);
        events = new RemoteEvents(follower.events);
        input = new RemoteInput(follower.states().clock());
        Supplier<byte[]> supplier = builder.tokens;
        AskedAddress<byte[]> tokens = supplier == null ? null : new AskedAddress<>(renewing(supplier));
        byte[] token = DevelopmentKey.tokenOr(tokens == null ? null : tokens.known());
        ClientLink client = ClientLink.of(PlayerKeys.ofToken(token, room.number), input);
        receiving =
                new ReceiverWork(follower, client, address, new Peers(room::send, room.number, room::report), clock);
        receiving.tokens = tokens;
        receiving.mayMove = builder.mayMove;
        room.reportTo(builder.problems, "the receiver");
        ReceiverWork work = receiving;
        Inside.of(follower.states()).health(() -> toldHealth(work, room));
    }

    private static Supplier<List<byte[]>> renewing(Supplier<byte[]> supplier) {
        return () ->
                List.of(PlayerKeys.copyToken(Objects.requireNonNull(supplier.get(), "the token must not be null")));
    }

    /**
     * Returns a builder for a receiver. All its other settings have defaults.
     *
     * @param layout the layout of the sender's states: the same capacity, channels and kind of positions
     * @return the builder
     */
    public static Builder builder(StateLayout layout) {
        return new Builder(Objects.requireNonNull(layout, "layout must not be null"));
    }

    /**
     * The received states. Their clock is an estimate of the sender's clock, so they look like local states that are
     * late by as much as the network's delay varies.
     *
     * @return always the same buffer; empty until the first state arrives
     */
    public StateBuffer states() {
        return follower.states();
    }

    /**
     * Converts a tick of the received states, such as {@code frame.reachedTick()}, to the tick of the server that
     * computed the state. The two are equal until the server restarts. The server then begins again, at 0 or at the
     * tick of a save, but the ticks of received states continue, because they never decrease. Lives need no
     * conversion: {@code frame.life(slot)} is the server's in each of its runs.
     *
     * <p>Two runs can have a body with the same slot and the same life. A game that keeps a body for longer than a
     * frame before it sends it to the server should keep the tick as well, and drop the body if the tick is from an
     * earlier run:
     *
     * <pre>{@code
     * if (remote.serverTick(tick) != State.NO_TICK) remote.input().action(SHOOT + slot, life);
     * }</pre>
     *
     * @param tick the tick of a state that has been received
     * @return the server's tick; {@link State#NO_TICK} if the state is of a former run of the server
     */
    public long serverTick(long tick) {
        return follower.senderTick(tick);
    }

    /**
     * Converts the simulation time that a frame shows to that of the server. So a client can send the time of its
     * picture with a shot, and the server looks at the same instant in its history:
     *
     * <pre>{@code
     * long shown = remote.serverNanos(frame.reachedTick(), frame.simulationNanos());
     * }</pre>
     *
     * <p>The two times are equal until the server restarts. Then its time begins again at the save or at 0, whereas
     * that of the received states continues, because it never decreases. The result is exact to the nanosecond, because
     * within a run of the server, the two differ by a fixed time, even across a hand-over, in pauses and at all time
     * scales. A frame that {@code isBridged()} may show a time that the server has not reached yet. The receivers of a
     * relay get the times of the relay, so the relay must convert what they send once more by its own receiver. For
     * that, it needs the {@link #serverTick} of each of them, too.
     *
     * @param reachedTick {@code frame.reachedTick()}, which says whether the picture is of the newest run
     * @param simulationNanos {@code frame.simulationNanos()} of the same frame
     * @return nanoseconds since the server's simulation began; {@link State#NO_TICK} if the frame shows a former run of
     *     the server, of which it has no history
     */
    public long serverNanos(long reachedTick, long simulationNanos) {
        return follower.senderNanos(reachedTick, simulationNanos);
    }

    /**
     * Sends input to the service whose states are received.
     *
     * @return always the same; for one thread at a time
     */
    public RemoteInput input() {
        return input;
    }

    /**
     * The events that the server sends with its states.
     *
     * @return always the same; for one thread at a time
     */
    public RemoteEvents events() {
        return events;
    }

    /**
     * Sends a message to the server, which takes it by {@link StateSender#takeMessages}. Messages that it
     * has not taken are lost when it restarts, ends or forgets this receiver.
     *
     * @param message at most 1,000 bytes; copied
     * @param reliable whether it arrives once and in the order of the other reliable ones; otherwise it may be lost,
     *     repeated or overtaken
     * @return false if no server has answered, or while 32 messages of that kind wait: reliable ones until they are
     *     taken, others until they are sent
     * @throws IllegalArgumentException if the message is longer
     */
    public boolean send(byte[] message, boolean reliable) {
        return receiving.client.lane.send(message, reliable);
    }

    /**
     * Takes the messages that the server has sent to this receiver: the reliable ones in order, then the others as they
     * arrived. For one thread at a time, such as the one that renders. At most 32 of each kind wait. Then the server
     * can send no more reliable ones, and others are dropped. One call takes at most 64 messages.
     *
     * @param handler the handler, called on this thread
     * @return the number of messages
     */
    public int takeMessages(Consumer<byte[]> handler) {
        Objects.requireNonNull(handler, "handler must not be null");
        int count = 0;
        byte[] message;
        // Bounded, because others may arrive while the handler runs.
        while (count < MessageLane.MOST_AT_ONCE && (message = receiving.client.lane.take()) != null) {
            handler.accept(message);
            count++;
        }
        return count;
    }

    /**
     * Whether states arrive.
     *
     * @return the status now
     */
    public Status status() {
        Status status = receiving.status();
        // A thread that fails closes the receiver as well.
        boolean refuses = status != Status.CLOSED && refusal() != null;
        return refuses || room.failure() != null ? Status.FAILED : status;
    }

    /**
     * Says why no states arrive. Either the thread has failed and has ended, or within the last two seconds a sender
     * had another layout or has refused this receiver: because the token has expired or is of another key, the versions
     * differ, all places are taken, another receiver has the same address, or the sender has {@linkplain
     * StateSender#drop dropped} this receiver. Or the server says that its service has failed or was closed, and then
     * input is refused here, too. Or for 10 s no state could be shown although the server answers, for example because
     * the path drops large packets. Except after an error of the thread, states arrive again once a sender fits and its
     * service runs.
     *
     * @return the exception or error; null if all is well
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        Throwable ended = room.failure();
        String refused = refusal();
        String reason = refused == null ? receiving.serverFailure() : refused;
        return ended == null && reason != null ? new IllegalStateException(reason) : ended;
    }

    /**
     * Returns what a relay, which sends these states again, says to its own receivers: what this receiver has heard.
     */
    private static RunHealth toldHealth(ReceiverWork receiving, Room room) {
        return switch (receiving.status()) {
            case CLOSED -> {
                Throwable ended = room.failure();
                yield ended == null
                        ? new RunHealth(Stage.CLOSED, "the receiver that is relayed was closed", null)
                        : new RunHealth(Stage.FAILED, "the receiver that is relayed has failed", ended);
            }
            // A relay of a relay would otherwise begin the reason twice.
            case STALLED -> {
                String reason = String.valueOf(receiving.stallReason()).replace(ReceiverWork.SAYS, "");
                yield new RunHealth(Stage.STALLED, reason, null);
            }
            case LOST -> new RunHealth(Stage.STALLED, "the server that is relayed does not answer", null);
            case CONNECTING -> new RunHealth(Stage.STALLED, "the relay is not connected to its server yet", null);
            default -> RunHealth.GOOD;
        };
    }

    /** Returns why this receiver does not get states although the server has some; null if it gets them. */
    private @Nullable String refusal() {
        String refusal = receiving.refusal;
        return refusal == null ? follower.failure() : refusal;
    }

    /**
     * Says why no states arrive, for a line on the player's screen or in the log. The server says so within 200 ms
     * after a failure or a close. A call that hangs is known once the watchdog of the service has found it, by default
     * after 1 s. Behind a relay, the reason is what the relay has heard. If the sender no longer answers and a supplier
     * is asked for its new address, this says so. If nobody answers, this says so after 3 s, with the addresses that
     * were asked and what to check, and so does a {@link Problem}.
     *
     * @return one line; null if states arrive, or the reason is not known yet
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String stallReason() {
        return receiving.stallReason();
    }

    /**
     * Says in one sentence what is wrong with the connection now, for a line on the player's screen or in a console.
     *
     * @return one line of text, which begins with {@code healthy: } if nothing is wrong. Each call makes a new text
     */
    public String health() {
        // Read once, because it may change.
        Status status = status();
        String stall = stallReason();
        Object reason = status == Status.FAILED ? failure() : stall == null ? lastError() : stall;
        return sentence(status, reason, receiving.pathReason, receivedStates());
    }

    /**
     * Returns the sentence of a status.
     *
     * @param reason why it is so, or the newest error; null if that is not known
     * @param path what is wrong with the path; null if nothing is
     */
    static String sentence(Status status, @Nullable Object reason, @Nullable String path, long received) {
        String because = reason == null ? "" : ": " + SafeText.of(reason);
        return SafeText.line(
                switch (status) {
                    case CONNECTING -> "no server has answered yet" + because;
                    case CONNECTED -> path != null ? path : "healthy: connected, and " + received + " states have come";
                    case STALLED -> "no states come" + because;
                    case INCOMPLETE ->
                        "pieces of the newest state were lost, so some bodies continue their last motion";
                    case LOST -> "the server has ended, or has been silent for more than a second" + because;
                    case FAILED -> "the receiver gets no states" + because;
                    case CLOSED -> "the receiver was closed";
                });
    }

    /**
     * The newest error of the network, for logs only: the receiver recovers from it by itself. Once the link has lost
     * 10 % or more for 4 s, also says every 2 s how much it loses and how much it must carry, or that the path drops
     * large packets.
     *
     * @return the newest error; null if there was none
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable lastError() {
        return room.lastError();
    }

    /**
     * The number of states that were published in {@link #states()}, whether complete or not, with the copies of those
     * that the sender leaves out while nothing changes. States that arrived before all bodies were known, or too late,
     * are not counted.
     *
     * @return the number since the start
     */
    public long receivedStates() {
        return follower.publishedStates();
    }

    /**
     * The number of states of which pieces were missing. The bodies in them continued as they last moved. States that
     * were lost as a whole are not counted.
     *
     * @return the number since the start
     */
    public long incompleteStates() {
        return follower.incompleteStates();
    }

    /**
     * Ends the receiver, and returns once its thread has ended. The sender is notified, so another receiver may join at
     * the same address, at most once per second. The newest states stay readable. A second call does nothing.
     *
     * @throws IllegalStateException if the thread does not end within 5 seconds
     */
    @Override
    public void close() {
        room.close();
    }

    /** Settings for a receiver. For one thread. */
    public static final class Builder {
        /** The port if none is set. */
        public static final int DEFAULT_PORT = Endpoints.DEFAULT_PORT;

        private static final Supplier<SocketAddress> DEFAULT_SERVER =
                () -> InetSocketAddress.createUnresolved("127.0.0.1", DEFAULT_PORT);

        private final StateLayout layout;
        private @Nullable Supplier<? extends SocketAddress> address;
        private boolean mayMove;
        private int room;
        private @Nullable Supplier<byte[]> tokens;
        private @Nullable DatagramTransport transport;
        private Problems problems = Problems.toLog();

        private Builder(StateLayout layout) {
            this.layout = layout;
        }

        /**
         * Sets the machine of the sender, and its UDP port. Default: this machine, and {@value #DEFAULT_PORT}.
         *
         * @param host a host name or an address
         * @param port from 1 to 65535
         * @return this
         * @throws IllegalArgumentException if the port is out of range
         */
        public Builder server(String host, int port) {
            Objects.requireNonNull(host, "host must not be null");
            Endpoints.requirePort(port);
            address = () -> InetSocketAddress.createUnresolved(host, port);
            mayMove = false;
            return this;
        }

        /**
         * Sets what returns the address of the sender: for a sender that may continue elsewhere, after a crash or a
         * move, and for one that is reached over a {@link #transport}. {@link #start} calls it first. Later, a thread
         * of its own does: when the sender says that it ends, or was silent for 0.5 s. Until a sender answers, it is
         * asked four times per second, and after 5 s of silence once per second. If it throws then, the receiver keeps
         * the address that it had, and {@link RemoteStates#lastError} says so, whereas {@link #start} throws the
         * exception itself.
         *
         * @param address returns an address and a port, on a {@link #transport} one of its addresses; may block
         * @return this
         */
        public Builder server(Supplier<? extends SocketAddress> address) {
            this.address = Objects.requireNonNull(address, "address must not be null");
            mayMove = true;
            return this;
        }

        /**
         * Receives over a transport instead of a UDP socket, from the {@code server} of these settings. Only the thread
         * of the receiver uses it until {@link RemoteStates#close}, which does not close it.
         *
         * @param datagrams an open transport, which nothing else uses
         * @return this
         */
        public Builder transport(DatagramTransport datagrams) {
            transport = Objects.requireNonNull(datagrams, "datagrams must not be null");
            return this;
        }

        /**
         * Sets the room of the sender on a {@link SharedPort}. If there is none with this number, the receiver waits
         * for it. Default: 0, also for a sender that has a port of its own.
         *
         * @param number from 0 to 65535
         * @return this
         * @throws IllegalArgumentException if the number is out of range
         */
        public Builder room(int number) {
            room = RoomHeader.requireRoom(number);
            return this;
        }

        /**
         * Sets what returns the token by which the player joins, such as {@code () -> token}. {@link #start} calls it
         * first. Later, a thread of its own calls it each time that the sender says that the token has expired, at most
         * once per second, so that the player can join again after an outage. If the next token has expired, too, or
         * was made from another key than the sender's, {@link RemoteStates#failure} says so, and the sender sends
         * nothing. If two receivers in a room have tokens of one player, only the newer one is sent states. Datagrams
         * that are not authentic are ignored. Default: one with a random number, for a sender without a key on the same
         * machine or on a transport of your own.
         *
         * @param source returns a token of always the same player, from {@link PlayerToken#issue}; may block
         * @return this
         */
        public Builder token(Supplier<byte[]> source) {
            tokens = Objects.requireNonNull(source, "source must not be null");
            return this;
        }

        /**
         * Sets the handler that gets the {@link Problem} that has ended this receiver, or that says that nobody answers
         * it, instead of the log.
         *
         * @param handler called on a daemon thread
         * @return this
         */
        public Builder onProblem(Consumer<Problem> handler) {
            problems = Problems.to(handler);
            return this;
        }

        /**
         * Starts the receiver. Does not wait for the sender.
         *
         * @return a running receiver, to be closed
         * @throws java.io.UncheckedIOException if the host is unknown, or the system has no port
         * @throws IllegalArgumentException if the supplier returns no InetSocketAddress, and no transport was set; or
         *     if a token has another length
         * @throws IllegalStateException if the sender is on another machine, and there is no {@link #token}; or if
         *     there is a {@link #transport}, and no {@code server}
         * @throws NullPointerException if the supplier of the address returns null
         */
        public RemoteStates start() {
            DatagramTransport given = transport;
            if (given != null && address == null) {
                throw new IllegalStateException(
                        "transport(...) needs the sender's address on it; set server(() -> address)");
            }
            boolean mustBeHere = tokens == null && (given == null || given instanceof UdpTransport);
            Supplier<? extends SocketAddress> at = address == null ? DEFAULT_SERVER : address;
            AskedAddress<SocketAddress> sender = new AskedAddress<>(resolving(at, mustBeHere));
            if (given != null) {
                return start(sender, given, false);
            }
            if (!(sender.known() instanceof InetSocketAddress)) {
                throw new IllegalArgumentException("the address of the sender must be an InetSocketAddress, was "
                        + sender.known() + "; for others, set transport(...)");
            }
            // A sender that may move could be on another machine later.
            InetAddress reached = mayMove ? Endpoints.resolve("0.0.0.0") : Endpoints.machineOf(sender.all());
            return start(sender, UdpTransport.to(reached), true);
        }

        static Supplier<List<SocketAddress>> resolving(Supplier<? extends SocketAddress> supplier, boolean mustBeHere) {
            return () -> {
                SocketAddress address = supplier.get();
                List<SocketAddress> all = address instanceof InetSocketAddress name && name.isUnresolved()
                        ? Endpoints.resolveAll(name)
                        : AskedAddress.only(address);
                if (mustBeHere) {
                    all.forEach(DevelopmentKey::requireHere);
                }
                return all;
            };
        }

        private RemoteStates start(AskedAddress<SocketAddress> sender, DatagramTransport datagrams, boolean isOwn) {
            try {
                Room own = TransportThread.own("receiver", datagrams, isOwn, room);
                RemoteStates remote = new RemoteStates(this, sender, own, NanoClock.system());
                own.start(remote.receiving);
                return remote;
            } catch (Throwable t) {
                if (isOwn) {
                    datagrams.close();
                }
                throw t;
            }
        }
    }
}
