package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutletTest {
    private static final int STREAM = 10;
    private static final int DATAGRAMS = 100;

    @Test
    void countsWhatTheQueueTakesAndWhatIsDropped(@TempDir Path parent) {
        try (DriverFolder folder = DriverFolder.claim(parent, "test", 1);
                AeronLink link = AeronLink.open(folder, 1, false, null, error -> {})) {
            Inlet inlet = link.receive("aeron:ipc", STREAM, datagram -> {});
            Outlet outlet = link.send("aeron:ipc?term-length=64k", STREAM);
            ByteBuffer datagram = ByteBuffer.allocate(AeronLink.PAYLOAD_BYTES);
            while (!outlet.isConnected() || !inlet.isConnected()) {
                link.work();
            }
            for (int i = 0; i < DATAGRAMS; i++) {
                outlet.send(datagram.clear());
            }
            long taken = outlet.sent();
            assertTrue(taken > 0 && taken < DATAGRAMS, () -> "taken " + taken);
            assertEquals(DATAGRAMS - taken, outlet.dropped());
            inlet.poll();
            outlet.send(datagram.clear());
            assertEquals(taken + 1, outlet.sent());
        }
    }
}
