package io.github.freestep.net.link;

import io.aeron.Aeron;
import io.aeron.CommonContext.InferableBoolean;
import io.aeron.driver.Configuration;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.NoOpLock;

/**
 * The settings of a link's driver and client. Aeron reads its defaults from system properties, which the host program
 * may have set for an Aeron of its own. So everything that affects a link is set here, if only to Aeron's own default.
 */
public final class DriverSettings {
    /**
     * How many bytes of a stream may wait for a stopped receiver. When it goes on, it receives all of them, although
     * they are out of date.
     */
    private static final int QUEUE_BYTES = 128 << 10;

    /** How long the buffer of a socket is, if the system allows that. */
    public static final int SOCKET_BYTES = 2 << 20;

    /**
     * The least that Aeron allows, for 8,000 counters. Aeron's default of 8 MB makes a file of 47 MB, because it is
     * filled at the start and has four times as much for the counters' names. Docker gives 64 MB to a container.
     */
    private static final int COUNTER_BYTES = 1 << 20;

    /** How long a stream whose source is silent keeps its buffers. Aeron's 10 s would delay a receiver's return. */
    private static final long LIVENESS_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * How long to wait before a gap in a reliable stream counts as a loss and not as reordering. If a datagram is only
     * late, the request to repeat it costs its bytes a second time. The next request follows after five times as long,
     * because the first needs a round trip.
     */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private DriverSettings() {}

    /** The settings of a driver that the thread of a link runs. The given function takes each socket that receives. */
    public static MediaDriver.Context driver(
            String folder, int sessionsPerStream, Consumer<DatagramChannel> opened, ErrorHandler errors) {
        MediaDriver.Context settings = new MediaDriver.Context()
                .aeronDirectoryName(folder)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .printConfigurationOnStart(false)
                .threadingMode(ThreadingMode.INVOKER)
                .asyncExecutorEnabled(false)
                .useWindowsHighResTimer(false)
                .streamSessionLimit(sessionsPerStream)
                .receiveChannelEndpointSupplier(BoundedEndpoint.supplier(Endpoints::termBytes, opened))
                .socketSndbufLength(allowed(StandardSocketOptions.SO_SNDBUF))
                .socketRcvbufLength(allowed(StandardSocketOptions.SO_RCVBUF))
                .errorHandler(errors);
        files(settings);
        streams(settings);
        times(settings);
        return settings;
    }

    /**
     * Lets a driver exchange datagrams with peers only. After a repeat, Aeron ignores requests for the same bytes for
     * 60 ms, because it expects that its repeat has gone to all. Ours goes to one peer, and the others would wait for
     * each other, so nothing is ignored. {@link LinkPeer} bounds what one peer may ask for.
     */
    static void restrict(
            MediaDriver.Context settings,
            Peers peers,
            StreamWatch streams,
            LossMeter states,
            Consumer<DatagramChannel> opened) {
        peers.meter(states);
        settings.initialWindowLength(window(settings.socketRcvbufLength()))
                .retransmitUnicastLingerNs(0)
                .sendChannelEndpointSupplier(
                        (channel, status, context) -> new SendingEndpoint(channel, status, context, peers))
                .receiveChannelEndpointSupplier((channel, dispatcher, status, context) -> new ReceivingEndpoint(
                        channel, dispatcher, status, context, Endpoints::termBytes, opened, peers, streams, states));
    }

    /**
     * The window of a receiver: how much of a stream may be on its way without an acknowledgement. A stream carries at
     * most one window per round trip.
     *
     * <p>With Aeron's window of 128 KiB and a round trip of 100 ms, that is 1.3 MB per second. The baselines of 100,000
     * bodies, of which 30,000 move, take 1.7 MB per second, so receivers would never know all bodies.
     *
     * <p>The window is half of the socket's buffer, because all streams share that buffer: a state of 100,000 moving
     * bodies takes about 0.5 MB. It is at least Aeron's, unless the buffer is shorter, which Aeron refuses. Aeron also
     * limits it to half of a term. So it is at most 1 MiB for baselines, and 128 KiB for lanes.
     *
     * @param socketBytes how long the buffer of the socket is
     */
    public static int window(int socketBytes) {
        int half = Math.min(AeronLink.MAX_TERM_BYTES, socketBytes) / 2;
        return Math.min(Math.max(Configuration.INITIAL_WINDOW_LENGTH_DEFAULT, half), socketBytes);
    }

    private static void files(MediaDriver.Context settings) {
        settings.termBufferSparseFile(true)
                .performStorageChecks(false)
                .filePageSize(Configuration.FILE_PAGE_SIZE_DEFAULT)
                .conductorBufferLength(Configuration.CONDUCTOR_BUFFER_LENGTH_DEFAULT)
                .toClientsBufferLength(Configuration.TO_CLIENTS_BUFFER_LENGTH_DEFAULT)
                .counterValuesBufferLength(COUNTER_BYTES)
                .errorBufferLength(Configuration.ERROR_BUFFER_LENGTH_DEFAULT)
                .lossReportBufferLength(Configuration.LOSS_REPORT_BUFFER_LENGTH_DEFAULT);
    }

    private static void streams(MediaDriver.Context settings) {
        settings.mtuLength(AeronLink.MTU_BYTES)
                .publicationTermBufferLength(AeronLink.LANE_TERM_BYTES)
                .publicationTermWindowLength(QUEUE_BYTES)
                .initialWindowLength(Configuration.INITIAL_WINDOW_LENGTH_DEFAULT)
                .spiesSimulateConnection(false)
                .tetherSubscriptions(true)
                .rejoinStream(true)
                .receiverGroupConsideration(InferableBoolean.INFER)
                .receiverGroupTag(null)
                .maxResend(Configuration.MAX_RESEND_DEFAULT)
                .senderWildcardPortRange(null)
                .receiverWildcardPortRange(null)
                .resolverName(null)
                .resolverInterface(null);
    }

    private static void times(MediaDriver.Context settings) {
        settings.imageLivenessTimeoutNs(LIVENESS_NANOS)
                .nakUnicastDelayNs(GAP_NANOS)
                .nakUnicastRetryDelayRatio(5)
                .driverTimeoutMs(MediaDriver.Context.DEFAULT_DRIVER_TIMEOUT_MS)
                .timerIntervalNs(Configuration.DEFAULT_TIMER_INTERVAL_NS)
                .clientLivenessTimeoutNs(Configuration.CLIENT_LIVENESS_TIMEOUT_DEFAULT_NS)
                .publicationUnblockTimeoutNs(Configuration.PUBLICATION_UNBLOCK_TIMEOUT_DEFAULT_NS)
                .publicationConnectionTimeoutNs(Configuration.PUBLICATION_CONNECTION_TIMEOUT_DEFAULT_NS)
                .publicationLingerTimeoutNs(Configuration.PUBLICATION_LINGER_DEFAULT_NS)
                .untetheredWindowLimitTimeoutNs(Configuration.UNTETHERED_WINDOW_LIMIT_TIMEOUT_DEFAULT_NS)
                .untetheredLingerTimeoutNs(Aeron.NULL_VALUE)
                .untetheredRestingTimeoutNs(Configuration.UNTETHERED_RESTING_TIMEOUT_DEFAULT_NS)
                .statusMessageTimeoutNs(Configuration.STATUS_MESSAGE_TIMEOUT_DEFAULT_NS)
                .retransmitUnicastDelayNs(Configuration.RETRANSMIT_UNICAST_DELAY_DEFAULT_NS)
                .retransmitUnicastLingerNs(Configuration.RETRANSMIT_UNICAST_LINGER_DEFAULT_NS)
                .flowControlReceiverTimeoutNs(Configuration.FLOW_CONTROL_RECEIVER_TIMEOUT_DEFAULT_NS);
    }

    static Aeron.Context client(String folder, AgentInvoker driver, ErrorHandler errors) {
        return new Aeron.Context()
                .aeronDirectoryName(folder)
                .driverTimeoutMs(MediaDriver.Context.DEFAULT_DRIVER_TIMEOUT_MS)
                .useConductorAgentInvoker(true)
                .driverAgentInvoker(driver)
                .clientLock(NoOpLock.INSTANCE)
                .preTouchMappedMemory(false)
                .resourceLingerDurationNs(Aeron.Configuration.RESOURCE_LINGER_DURATION_DEFAULT_NS)
                .closeLingerDurationNs(Aeron.Configuration.CLOSE_LINGER_DURATION_DEFAULT_NS)
                .errorHandler(errors)
                .subscriberErrorHandler(errors);
    }

    /** Returns how long a socket's buffer may be. Aeron warns on stderr if it asks for more than the system allows. */
    private static int allowed(SocketOption<Integer> buffer) {
        try (DatagramChannel socket = DatagramChannel.open()) {
            return socket.setOption(buffer, SOCKET_BYTES).getOption(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "a UDP socket with a buffer of " + SOCKET_BYTES + " bytes could not be opened", e);
        }
    }
}
