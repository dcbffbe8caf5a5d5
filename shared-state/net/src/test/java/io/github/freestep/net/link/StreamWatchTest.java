package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StreamWatchTest {
    private static final long SECOND = 1_000_000_000;

    private long nowNanos = -5;
    private final StreamWatch arrivals = new StreamWatch(() -> nowNanos);
    private final StreamWatch.Stream stream = arrivals.of(10);

    @Test
    void aStreamThatIsDeliveredIsNotStuck() {
        for (int i = 0; i < 100; i++) {
            arrivals.add(10, true);
            nowNanos += SECOND / 10;
            assertFalse(arrivals.isAnyStuck());
            stream.delivered();
        }
        nowNanos += 100 * SECOND;
        assertFalse(arrivals.isAnyStuck(), "a silent stream");
    }

    @Test
    void aStreamThatIsKeptBackForASecondIsStuckWhateverOthersDo() {
        StreamWatch.Stream other = arrivals.of(11);
        for (int i = 0; i < 10; i++) {
            arrivals.add(10, true);
            arrivals.add(11, true);
            assertFalse(arrivals.isAnyStuck());
            nowNanos += SECOND / 10;
            other.delivered();
        }
        nowNanos++;
        assertTrue(arrivals.isAnyStuck());
        stream.delivered();
        assertFalse(arrivals.isAnyStuck());
    }

    /** It may have to be asked for several times. */
    @Test
    void aStreamWhoseSourceIsUnknownHasFourSeconds() {
        arrivals.add(10, false);
        arrivals.add(12, false);
        nowNanos += 4 * SECOND;
        assertFalse(arrivals.isAnyStuck());
        nowNanos++;
        assertTrue(arrivals.isAnyStuck());
    }
}
