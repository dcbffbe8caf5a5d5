package io.github.freestep.internal.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.NoOpLock;

/**
 * An Aeron client with a media driver of its own, both run by one thread. For that thread only. It starts no threads,
 * and writes nothing to stderr.
 */
public final class AeronLink implements AutoCloseable {
    /** The greatest payload of a datagram, in bytes. */
    public static final int PAYLOAD_BYTES = 1_376;

    /** With Aeron's header of 32 bytes. Fits into an Ethernet frame. */
    static final int MTU_BYTES = PAYLOAD_BYTES + 32;

    /** The length of the terms of a lane. Aeron keeps the datagrams of a stream in three terms, on each side. */
    static final int LANE_TERM_BYTES = 256 << 10;

    /**
     * The length of the terms of input. The shortest that Aeron allows, because a sender receives from many clients.
     */
    static final int INPUT_TERM_BYTES = 64 << 10;

    /** The length of the longest terms, those of the stream of baselines. */
    static final int MAX_TERM_BYTES = 2 << 20;

    /**
     * How many bytes of a stream may wait for a stopped receiver. It receives all of them when it goes on, out of date.
     */
    private static final int QUEUE_BYTES = 128 << 10;

    private static final int SOCKET_BYTES = 2 << 20;

    /** A pass of the driver handles a few datagrams per stream. This many passes empty a full queue of a stream. */
    private static final int MOST_PASSES = 200;

    /** How long a stream whose source is silent keeps its buffers. Aeron's 10 s would delay a receiver's return. */
    private static final long LIVENESS_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * How long to wait before a gap in a reliable stream counts as a loss and not as reordering. If a datagram is only
     * late, the request to repeat it costs its bytes a second time. The next request follows after five times as long,
     * because the first needs a round trip.
     */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final MediaDriver driver;
    private final Aeron aeron;
    private final AgentInvoker driverWork;
    private final AgentInvoker clientWork;

    private AeronLink(MediaDriver driver, Aeron aeron) {
        this.driver = driver;
        this.aeron = aeron;
        driverWork = driver.sharedAgentInvoker();
        clientWork = aeron.conductorAgentInvoker();
    }

    static AeronLink open(DriverFolder folder, int sessionsPerStream, ErrorHandler errors) {
        String name = folder.driver().toString();
        MediaDriver driver = MediaDriver.launch(settings(name, sessionsPerStream, errors));
        try {
            return new AeronLink(
                    driver,
                    Aeron.connect(new Aeron.Context()
                            .aeronDirectoryName(name)
                            .useConductorAgentInvoker(true)
                            .driverAgentInvoker(driver.sharedAgentInvoker())
                            .clientLock(NoOpLock.INSTANCE)
                            .errorHandler(errors)
                            .subscriberErrorHandler(errors)));
        } catch (Throwable t) {
            CloseHelper.quietClose(driver);
            throw t;
        }
    }

    /** Sets explicitly what the host program may have set by system properties for an Aeron of its own. */
    private static MediaDriver.Context settings(String name, int sessionsPerStream, ErrorHandler errors) {
        return new MediaDriver.Context()
                .aeronDirectoryName(name)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .printConfigurationOnStart(false)
                .threadingMode(ThreadingMode.INVOKER)
                .asyncExecutorEnabled(false)
                .useWindowsHighResTimer(false)
                .termBufferSparseFile(true)
                .performStorageChecks(false)
                .mtuLength(MTU_BYTES)
                .publicationTermBufferLength(LANE_TERM_BYTES)
                .publicationTermWindowLength(QUEUE_BYTES)
                .imageLivenessTimeoutNs(LIVENESS_NANOS)
                .nakUnicastDelayNs(GAP_NANOS)
                .nakUnicastRetryDelayRatio(5)
                .streamSessionLimit(sessionsPerStream)
                .receiveChannelEndpointSupplier(BoundedEndpoint::new)
                .socketSndbufLength(allowed(StandardSocketOptions.SO_SNDBUF))
                .socketRcvbufLength(allowed(StandardSocketOptions.SO_RCVBUF))
                .errorHandler(errors);
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

    /** Receives a stream. */
    public Inlet receive(String channel, int stream, Inlet.Handler handler) {
        return new Inlet(aeron.addSubscription(channel, stream), handler);
    }

    /** Sends a stream. */
    public Outlet send(String channel, int stream) {
        return new Outlet(this, aeron.addExclusivePublication(channel, stream));
    }

    /**
     * Sends and receives until nothing is left to do. One pass is not enough: datagrams that wait for the next pass add
     * latency, and fill the queue so that the next state is refused.
     */
    public void work() {
        int passes = 0;
        while (driverWork.invoke() + clientWork.invoke() > 0 && passes < MOST_PASSES) {
            passes++;
        }
    }

    /**
     * Whether Aeron has closed itself, for example because the process stood still for 10 s. If so, open another link.
     */
    boolean isClosed() {
        return aeron.isClosed() || driverWork.isClosed();
    }

    /** Whether an exception is one of Aeron's. Its type must not be named in a class that is loaded without Aeron. */
    static boolean hasThrown(RuntimeException thrown) {
        return thrown instanceof AeronException;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, driver);
    }
}
