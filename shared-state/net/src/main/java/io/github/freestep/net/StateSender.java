package io.github.freestep.net;

import io.github.freestep.internal.EventQueue;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.DevelopmentKey;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.EventSource;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateBuffer;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the states of a service to any number of receivers over a network. Safe for use by any number of threads. Only
 * {@link Builder#start} and {@link #close} block.
 *
 * <pre>{@code
 * try (StateSender sender = StateSender.builder(physics.states()).input(physics.input()).start()) {
 *     ...
 * }
 * }</pre>
 *
 * <p>The sender is an ordinary reader of the states, on a daemon thread of its own or that of a {@link SharedPort}. So
 * the physics thread pays what one more reader costs, whatever the network does. If the network or a receiver is too
 * slow, datagrams are dropped and counted; nothing waits.
 */
public final class StateSender implements AutoCloseable {
    private final SenderWork sending;
    private final Room room;

    StateSender(SenderWork sending, Room room) {
        this.sending = sending;
        this.room = room;
    }

    /**
     * Returns a builder for a sender. All its settings have defaults.
     *
     * @param states the states to send, of a service or of any other publisher
     * @return the builder
     */
    public static Builder builder(StateBuffer states) {
        return new Builder(Objects.requireNonNull(states, "states must not be null"));
    }

    /**
     * Returns the receivers that get states. For any thread; allocates the list. No other receiver gets states, and
     * input is taken from these only. Each has proved that it is at its address and, if the sender has a key, who it
     * is. A receiver that is silent for 5 s leaves the list. If there is none, the sender sends no states.
     *
     * @return at most 256 receivers as they are now, in the order in which they joined; unmodifiable
     */
    public List<SenderClient> clients() {
        return sending.clients();
    }

    /**
     * Returns how old the picture of a receiver usually is, at most, when a message that it has sent arrives here. That
     * is the round trip, two gaps between its states, and the longest time lately in which none came, which a sampler
     * may wait for. It depends on what the receiver reports, so one that lies can make it longer. For any thread.
     *
     * @param client the {@link SenderClient#number} of one of {@link #clients}
     * @return nanoseconds; -1 if there is no such receiver, or its round trip is not known yet
     */
    public long pictureAgeNanos(long client) {
        return sending.pictureAgeNanos(client);
    }

    /**
     * Drops a receiver: the sender sends it nothing more, and refuses it if it joins again, whether it is here now or
     * not. Its {@code failure()} says so. A player with a token is kept out until this sender ends. A receiver without
     * a token has another number when it is started again, so it can then join. Takes effect within 10 ms. The newest
     * 1,024 numbers are remembered.
     *
     * @param client the {@link SenderClient#number} of one of {@link #clients}, or what {@link InputSink#from} got
     */
    public void drop(long client) {
        sending.toDrop.add(client);
    }

    /** Takes messages of receivers. */
    @FunctionalInterface
    public interface MessageHandler {
        /**
         * Takes a message.
         *
         * @param client the {@link SenderClient#number} of the receiver
         * @param message at most 1,000 bytes
         */
        void onMessage(long client, byte[] message);
    }

    /**
     * Sends a message to one receiver, which takes it by {@link RemoteStates#takeMessages}. A receiver that leaves, or
     * joins again, does not get what it had not taken. {@link #close} drops what was not taken.
     *
     * @param client the {@link SenderClient#number} of one of {@link #clients}
     * @param message at most 1,000 bytes; copied
     * @param reliable whether it arrives once and in the order of the other reliable ones; otherwise it may be lost,
     *     repeated or overtaken
     * @return false if there is no such receiver, or if 32 messages to it wait: reliable ones until they are taken, and
     *     others until they are sent
     * @throws IllegalArgumentException if the message is longer
     */
    public boolean send(long client, byte[] message, boolean reliable) {
        return sending.sendMessage(client, message, reliable);
    }

    /**
     * Takes the messages that receivers have sent by {@link RemoteStates#send}, those of each as {@link
     * RemoteStates#takeMessages} does. For one thread at a time, such as the physics thread in its step. One call takes
     * at most 64 messages of each receiver.
     *
     * @param handler the handler, called on this thread
     * @return the number of messages
     */
    public int takeMessages(MessageHandler handler) {
        return sending.takeMessages(Objects.requireNonNull(handler, "handler must not be null"));
    }

    /**
     * Returns why no more states will be sent: the sender has ended by an error, or the service whose states it sends
     * has failed or was closed. Look at it in the loop of a server, because the picture of each receiver stands still
     * from then on. After the end of the service, the sender itself still runs, and says so to its receivers until it
     * is closed.
     *
     * @return the exception or error, whose cause is the failure of the service; null while states can come, and after
     *     {@link #close}
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        Throwable own = room.failure();
        return own == null && !sending.isClosed ? sending.failure() : own;
    }

    /**
     * The newest error of the network, for logs only: the sender continues. It also reports a receiver that was
     * refused, for example because it has another key, or whose input was too much. At most once per second, it reports
     * an exception of the {@link Interest}.
     *
     * @return the newest error; null if there was none
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable lastError() {
        return room.lastError();
    }

    /**
     * Ends the sender, and returns once its thread has ended. The receivers are notified, so each asks at once
     * {@linkplain RemoteStates.Builder#server(java.util.function.Supplier) where the next sender is}. In an
     * {@link InputSink}, which the thread itself calls, this returns at once. A second call does nothing.
     *
     * @throws IllegalStateException if the thread does not end within 5 seconds
     */
    @Override
    public void close() {
        room.close();
    }

    /** Settings for a sender. For one thread. */
    public static final class Builder {
        /** The port if none is set. */
        public static final int DEFAULT_PORT = Endpoints.DEFAULT_PORT;

        /** How many inputs per second each receiver may send. No player's devices come near it. */
        private static final int INPUTS = 2_000;

        /** How old an action may be when it arrives: more than the delay of any link that can be played on. */
        private static final long ACTION_NANOS = TimeUnit.SECONDS.toNanos(1);

        private static final String HERE = "127.0.0.1";
        private static final String ROLE = "sender";

        private final StateBuffer states;
        private String bind = HERE;
        private int port = DEFAULT_PORT;
        private @Nullable DatagramTransport transport;
        private @Nullable SharedPort shared;
        private int room;
        private byte @Nullable [] key;
        private Precision precision = Precision.standard();
        private @Nullable InputSink input;
        private @Nullable EventQueue events;
        private @Nullable Interest interest;
        private double budget = Double.POSITIVE_INFINITY;
        private Problems problems = Problems.toLog();

        private Builder(StateBuffer states) {
            this.states = states;
        }

        /**
         * Sets the UDP port that receivers on this machine join, at 127.0.0.1, which no other machine can reach.
         * Default: {@value #DEFAULT_PORT}.
         *
         * @param number from 1 to 65535
         * @return this
         * @throws IllegalArgumentException if the number is out of range
         */
        public Builder port(int number) {
            return port(HERE, number);
        }

        /**
         * Sets the address of this machine, and the UDP port on it, that receivers join.
         *
         * @param address an address or a host name of this machine, such as {@code "0.0.0.0"} for all its addresses
         * @param number from 1 to 65535
         * @return this
         * @throws IllegalArgumentException if the number is out of range
         */
        public Builder port(String address, int number) {
            bind = Objects.requireNonNull(address, "address must not be null");
            port = Endpoints.requirePort(number);
            return this;
        }

        /**
         * Sends over a transport instead of a UDP socket at {@link #port(String, int)}. Only the thread of the
         * sender uses it until {@link StateSender#close}, which does not close it. Freestep cannot see who reaches it,
         * so a sender starts there even without a {@link #key}.
         *
         * @param datagrams an open transport, which nothing else uses
         * @return this
         */
        public Builder transport(DatagramTransport datagrams) {
            transport = Objects.requireNonNull(datagrams, "datagrams must not be null");
            return this;
        }

        /**
         * Sends as a room of a port that others use, too, instead of at {@link #port(String, int)}.
         *
         * @param port an open port
         * @param number from 0 to 65535, different from those of the port's other rooms; {@link
         *     RemoteStates.Builder#room} of the receivers
         * @return this
         * @throws IllegalArgumentException if the number is out of range
         */
        public Builder room(SharedPort port, int number) {
            shared = Objects.requireNonNull(port, "port must not be null");
            room = RoomHeader.requireRoom(number);
            return this;
        }

        /**
         * Sets the key from which the {@linkplain PlayerToken token} of each receiver is made. All datagrams are
         * encrypted and authenticated by AES-GCM, for each receiver with keys of its own, which are in its token.
         * Default: a development key, which everyone has, so {@link #start} then throws if other machines could join.
         *
         * @param secret 16 or 32 random bytes, which no player may learn; copied
         * @return this
         * @throws IllegalArgumentException if there are more or fewer bytes
         */
        public Builder key(byte[] secret) {
            key = PlayerKeys.copyKey(Objects.requireNonNull(secret, "secret must not be null"));
            return this;
        }

        /**
         * Sets how exactly poses arrive. Default: {@link Precision#standard()}, that is half a millimetre if a unit is
         * a metre, and a quarter of a degree.
         *
         * @param errors the largest errors
         * @return this
         */
        public Builder precision(Precision errors) {
            precision = Objects.requireNonNull(errors, "errors must not be null");
            return this;
        }

        /**
         * Lets receivers send input into a sink. An input port of a service does not distinguish clients: every client
         * may use every axis and action. To separate them, pass a sink that overrides {@link InputSink#from}. Default:
         * input is refused at the receiver, whose {@code input().refusal()} says so.
         *
         * <p>Each receiver may send 2,000 inputs per second, so that one that sends too many leaves room for the input
         * of others. Those of one second may arrive at once, for example after an outage. Actions that are older than a
         * second when they arrive are refused as well, because all that a player has clicked during an outage would be
         * applied in one tick to a world that has changed, whereas the newest value of an axis holds. What is refused
         * is counted by {@link SenderClient#refusedInputs} and, on the receiver, by {@code refusedByServer()}. {@link
         * StateSender#lastError} names a receiver that sends too many.
         *
         * <p>Once all receivers together have sent 2,560 inputs since the last state, a receiver may send on only up to
         * an equal share of 512, in which what it has sent since that state counts. The rest waits at the receiver
         * until the next state, or for 250 ms if there is none.
         *
         * @param sink where the input goes, normally the input port of the service whose states are sent
         * @return this
         */
        public Builder input(InputSink sink) {
            input = Objects.requireNonNull(sink, "sink must not be null");
            return this;
        }

        /**
         * Sends events to all receivers, which get them in {@link RemoteStates#events}. The thread of the sender takes
         * them from the source, so pass a reader that nothing else polls, and close it after the sender. If another
         * thread polls it, {@link #lastError} says so. If the reader or the network is too slow, receivers miss events
         * and count them. Default: no events.
         *
         * @param source a reader of the service whose states are sent, such as {@code
         *     physics.events().with(CONTACT_BEGIN, USER).open()}; its kinds must be among {@link RemoteEvent.Kind}. For
         *     a relay, {@link RemoteStates#events} of the receiver whose states are sent
         * @return this
         * @throws IllegalArgumentException if the reader has events of another kind
         */
        public Builder events(EventSource source) {
            EventQueue queue = Inside.of(Objects.requireNonNull(source, "source must not be null"));
            queue.requireSendable();
            events = queue;
            return this;
        }

        /**
         * Sends each receiver only the bodies that matter to it. Default: all bodies to all receivers. Events go to all
         * receivers all the same.
         *
         * @param choice chooses the bodies of each receiver, five times per second for each of them
         * @return this
         */
        public Builder interest(Interest choice) {
            interest = Objects.requireNonNull(choice, "choice must not be null");
            return this;
        }

        /**
         * Limits how many bytes per second each receiver is sent, with all headers. If the states need more, every
         * second one is sent, or every third one, and so on, but at least ten per second. Default: no limit. The sender
         * also adapts to a link that carries less than it is sent.
         *
         * @param bytesPerSecond from 1 up
         * @return this
         * @throws IllegalArgumentException if it is less
         */
        public Builder budget(long bytesPerSecond) {
            if (bytesPerSecond < 1) {
                throw new IllegalArgumentException("budget must be at least 1 byte per second, was " + bytesPerSecond
                        + "; leave it out for no limit");
            }
            budget = bytesPerSecond;
            return this;
        }

        /**
         * Sets the handler that gets this sender's problems instead of the log. A {@link Problem} says that a failure
         * has ended this sender, or that its transport has failed at every call for 5 s. The service reports its own
         * problems by {@code onProblem} of its own builder.
         *
         * @param handler called on a daemon thread
         * @return this
         */
        public Builder onProblem(Consumer<Problem> handler) {
            problems = Problems.to(handler);
            return this;
        }

        /**
         * Starts the sender, and returns once receivers can join.
         *
         * @return a running sender, to be closed
         * @throws java.io.UncheckedIOException if the port is in use or the address is unknown
         * @throws IllegalStateException if the buffer has no place for another reader; if the {@link #room} is taken or
         *     its port is closed; or if other machines could join and there is no {@link #key}
         * @throws IllegalArgumentException if a body has too many channels for a datagram, or there are both a
         *     {@link #room} and a {@link #transport}
         */
        public StateSender start() {
            SharedPort port = shared;
            if (port != null && transport != null) {
                throw new IllegalArgumentException("room(...) and transport(...) must not both be set; leave out"
                        + " transport(...), or pass it to SharedPort.over");
            }
            if (port != null) {
                Room place = new Room(port.thread, room);
                return start(place, keyAt(place.own(), port.toString()));
            }
            DatagramTransport given = transport;
            if (given != null) {
                byte[] itsKey = keyAt(UdpTransport.addressOf(given), given.toString());
                return start(TransportThread.own(ROLE, given, false, 0), itsKey);
            }
            InetAddress own = Endpoints.resolve(bind);
            byte[] itsKey = keyAt(own, bind + ":" + this.port);
            DatagramTransport socket = UdpTransport.listen(ROLE, own, this.port);
            try {
                return start(TransportThread.own(ROLE, socket, true, 0), itsKey);
            } catch (Throwable t) {
                socket.close();
                throw t;
            }
        }

        private byte[] keyAt(@Nullable InetAddress own, String where) {
            return DevelopmentKey.or(key, own, where, "read the states, send input and forge both");
        }

        private StateSender start(Room place, byte[] itsKey) {
            long run = new SecureRandom().nextLong();
            StateEncoder encoder = new StateEncoder(
                    states.layout(), precision.grid, run, Inside.of(states).world());
            ServerLink.Limits limits = new ServerLink.Limits(budget, INPUTS, ACTION_NANOS);
            SenderWork sending = new SenderWork(
                    states,
                    encoder,
                    events,
                    interest,
                    run,
                    ServerLink.of(run, itsKey, place.number, input, limits),
                    new Peers(place::send, place.number, place::report));
            place.reportTo(problems, "the sender");
            place.start(sending);
            return new StateSender(sending, place);
        }
    }
}
