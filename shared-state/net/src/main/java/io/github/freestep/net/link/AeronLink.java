package io.github.freestep.net.link;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.exceptions.AeronException;
import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentInvoker;
import org.jspecify.annotations.Nullable;

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

    /** The length of the longest terms, those of the stream of baselines. */
    static final int MAX_TERM_BYTES = 2 << 20;

    /** A pass of the driver handles a few datagrams per stream. This many passes empty a full queue of a stream. */
    private static final int MOST_PASSES = 200;

    private final @Nullable DatagramSelector arrivals;
    private final MediaDriver driver;
    private final Aeron aeron;
    private final AgentInvoker driverWork;
    private final AgentInvoker clientWork;
    private final StreamWatch streams;
    private final LossMeter states;
    private final ErrorHandler errors;
    private boolean arrived = true;

    private AeronLink(
            @Nullable DatagramSelector arrivals,
            StreamWatch streams,
            LossMeter states,
            MediaDriver driver,
            Aeron aeron,
            ErrorHandler errors) {
        this.errors = errors;
        this.arrivals = arrivals;
        this.streams = streams;
        this.states = states;
        this.driver = driver;
        this.aeron = aeron;
        driverWork = driver.sharedAgentInvoker();
        clientWork = aeron.conductorAgentInvoker();
    }

    /**
     * Opens a link. If {@code wakesUp}, a datagram that arrives ends {@link #await}. Without peers, it takes part with
     * everyone, as Aeron does.
     */
    static AeronLink open(
            DriverFolder folder, int sessionsPerStream, boolean wakesUp, @Nullable Peers peers, ErrorHandler errors) {
        String name = folder.driver().toString();
        DatagramSelector arrivals = wakesUp ? new DatagramSelector() : null;
        StreamWatch streams = new StreamWatch(System::nanoTime);
        LossMeter states = new LossMeter();
        Consumer<DatagramChannel> opened = arrivals == null ? socket -> {} : arrivals::add;
        MediaDriver driver = null;
        try {
            MediaDriver.Context settings = DriverSettings.driver(name, sessionsPerStream, opened, errors);
            if (peers != null) {
                DriverSettings.restrict(settings, peers, streams, states, opened);
            }
            driver = MediaDriver.launch(settings);
            Aeron aeron = Aeron.connect(DriverSettings.client(name, driver.sharedAgentInvoker(), errors));
            return new AeronLink(arrivals, streams, states, driver, aeron, errors);
        } catch (Throwable t) {
            CloseHelper.quietCloseAll(driver, arrivals);
            throw t;
        }
    }

    /** The client, for what builds on it, such as the streams of a match. */
    public Aeron client() {
        return aeron;
    }

    /** Lets the driver work once, for what waits for the driver in a method of {@link #client}. */
    public AgentInvoker driverWork() {
        return driverWork;
    }

    /** Receives a stream. */
    public Inlet receive(String channel, int stream, Inlet.Handler handler) {
        return new Inlet(aeron.addSubscription(channel, stream), streams.of(stream), handler);
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

    /** Waits for a time; in a link that wakes up, at most until a datagram arrives. */
    void await(long nanos) throws IOException {
        if (arrivals == null) {
            LockSupport.parkNanos(nanos);
        } else {
            arrived = arrivals.await(nanos);
        }
    }

    /** Whether datagrams may have arrived during the last wait. Always true in a link that does not wake up. */
    public boolean hasArrivals() {
        return arrived;
    }

    /** Makes an error of this link's work the newest one of the thread. */
    public void report(Throwable error) {
        errors.onError(error);
    }

    /** What has arrived of the states. Only in a link with peers. */
    public LossMeter states() {
        return states;
    }

    /** Whether datagrams of a stream arrive that never reach its inlet. Only in a link with peers. */
    public boolean isAnyStreamStuck() {
        return streams.isAnyStuck();
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
        CloseHelper.closeAll(aeron, driver, arrivals);
    }
}
