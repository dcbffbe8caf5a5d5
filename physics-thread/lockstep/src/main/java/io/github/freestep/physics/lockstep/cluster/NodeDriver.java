package io.github.freestep.physics.lockstep.cluster;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.github.freestep.net.link.AeronFlag;
import io.github.freestep.net.link.BoundedEndpoint;
import io.github.freestep.net.link.DriverFolder;
import io.github.freestep.net.link.DriverSettings;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;

/**
 * A media driver with a thread of its own, for a node of a cluster. Its files are in a folder that no other one has.
 */
final class NodeDriver implements AutoCloseable {
    /** The greatest length of a term. */
    private static final int TERM_BYTES = 1 << 20;

    /** The most sources of a stream. */
    private static final int MAX_SESSIONS = 256;

    private final DriverFolder folder;
    private final MediaDriver driver;

    private NodeDriver(DriverFolder folder, MediaDriver driver) {
        this.folder = folder;
        this.driver = driver;
    }

    /**
     * Starts a driver.
     *
     * @param role with the port, names the folder
     * @throws IllegalStateException if Aeron or the JVM's flag is missing
     */
    static NodeDriver start(String role, int port, ThreadFactory threads, IdleStrategy idle, ErrorHandler errors) {
        AeronFlag.require();
        DriverFolder folder = DriverFolder.claim(role, port);
        try {
            String name = folder.driver().toString();
            return new NodeDriver(folder, MediaDriver.launch(settings(name, threads, idle, errors)));
        } catch (Throwable t) {
            folder.close();
            throw t;
        }
    }

    private static MediaDriver.Context settings(
            String folder, ThreadFactory threads, IdleStrategy idle, ErrorHandler errors) {
        Consumer<DatagramChannel> ignored = socket -> {};
        return DriverSettings.driver(folder, MAX_SESSIONS, ignored, errors)
                .threadingMode(ThreadingMode.SHARED)
                .sharedThreadFactory(threads)
                .sharedIdleStrategy(idle)
                .receiveChannelEndpointSupplier(BoundedEndpoint.supplier(stream -> TERM_BYTES, ignored))
                .ipcTermBufferLength(TERM_BYTES)
                .publicationTermWindowLength(0)
                // The archive and the cluster read what they write themselves.
                .spiesSimulateConnection(true);
    }

    /** The driver's folder. It is deleted when the driver starts and when it ends. */
    String folder() {
        return driver.aeronDirectoryName();
    }

    @Override
    public void close() {
        CloseHelper.closeAll(driver, folder);
    }
}
