package io.github.freestep.internal.aeron;

import io.aeron.driver.MediaDriver;
import java.util.concurrent.ThreadFactory;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;

/**
 * A media driver with a thread of its own, for a node of a cluster. Its files are in a folder that no other one has.
 */
public final class NodeDriver implements AutoCloseable {
    /** The greatest length of a term. */
    public static final int TERM_BYTES = 1 << 20;

    /** The most sources of a stream. */
    static final int MAX_SESSIONS = 256;

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
    public static NodeDriver start(
            String role, int port, ThreadFactory threads, IdleStrategy idle, ErrorHandler errors) {
        AeronFlag.require();
        DriverFolder folder = DriverFolder.claim(role, port);
        try {
            String name = folder.driver().toString();
            return new NodeDriver(folder, MediaDriver.launch(DriverSettings.node(name, threads, idle, errors)));
        } catch (Throwable t) {
            folder.close();
            throw t;
        }
    }

    /** The driver's folder. It is deleted when the driver starts and when it ends. */
    public String folder() {
        return driver.aeronDirectoryName();
    }

    @Override
    public void close() {
        CloseHelper.closeAll(driver, folder);
    }
}
