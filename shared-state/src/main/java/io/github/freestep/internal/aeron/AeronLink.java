package io.github.freestep.internal.aeron;

import io.aeron.Aeron;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.exceptions.AeronException;
import java.net.InetAddress;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentInvoker;

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

    /** A pass of the driver handles a few datagrams per stream. This many passes empty a full queue of a stream. */
    private static final int MOST_PASSES = 200;

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
        MediaDriver driver = MediaDriver.launch(DriverSettings.driver(name, sessionsPerStream, errors));
        try {
            return new AeronLink(
                    driver, Aeron.connect(DriverSettings.client(name, driver.sharedAgentInvoker(), errors)));
        } catch (Throwable t) {
            CloseHelper.quietClose(driver);
            throw t;
        }
    }

    /** The client, for what builds on it, such as a client of a cluster. */
    public Aeron client() {
        return aeron;
    }

    /** Lets the driver work once, for what waits for the driver in a method of {@link #client}. */
    public AgentInvoker driverWork() {
        return driverWork;
    }

    /** Receives a stream. */
    public Inlet receive(String channel, int stream, Inlet.Handler handler) {
        return new Inlet(aeron.addSubscription(channel, stream), handler);
    }

    /** Receives from any number of peers, and replies to each. */
    public PeerStreams serve(InetAddress own, int port, int mostPeers, PeerStreams.Handler handler) {
        Subscription peers = aeron.addSubscription(Endpoints.receivingPeers(own, port), Endpoints.PEERS);
        return new PeerStreams(this, peers, own, port, mostPeers, handler);
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
