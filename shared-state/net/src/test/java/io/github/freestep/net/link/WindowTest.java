package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.driver.MediaDriver;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {
    /** The second row is the default of Linux. */
    @ParameterizedTest
    @CsvSource({"100, 100", "208, 128", "512, 256", "1024, 512", "2048, 1024", "4096, 1024"})
    void theWindowLeavesRoomForOtherStreams(int socketKilobytes, int windowKilobytes) {
        assertEquals(windowKilobytes << 10, DriverSettings.window(socketKilobytes << 10));
    }

    @Test
    void receiversGetIt() {
        MediaDriver.Context settings = DriverSettings.driver("unused", 8, socket -> {}, error -> {});
        DriverSettings.restrict(
                settings,
                new Peers((datagram, source) -> {}),
                new StreamWatch(new VirtualClock(0)::nanoTime),
                new LossMeter(),
                socket -> {});
        assertEquals(DriverSettings.window(settings.socketRcvbufLength()), settings.initialWindowLength());
    }
}
