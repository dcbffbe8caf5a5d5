package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InletTest {
    private static final int STREAM = 10;

    /** A datagram at the beginning of a term would otherwise wait for the next poll. */
    @Test
    void aPollTakesWhatComesAfterTheEndOfATerm(@TempDir Path parent) {
        AtomicInteger taken = new AtomicInteger();
        try (DriverFolder folder = DriverFolder.claim(parent, "test", 1);
                AeronLink link = AeronLink.open(folder, 1, false, null, error -> {})) {
            Inlet inlet = link.receive("aeron:ipc", STREAM, datagram -> taken.incrementAndGet());
            Outlet outlet = link.send("aeron:ipc?term-length=64k", STREAM);
            while (!outlet.isConnected() || !inlet.isConnected()) {
                link.work();
            }
            ByteBuffer datagram = ByteBuffer.allocate(AeronLink.PAYLOAD_BYTES);
            for (int sent = 1; sent <= 200; sent++) {
                outlet.send(datagram.clear());
                link.work();
                inlet.poll();
                assertEquals(sent, taken.get());
            }
        }
    }
}
