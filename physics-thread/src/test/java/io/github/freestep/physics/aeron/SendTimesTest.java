package io.github.freestep.physics.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

class SendTimesTest {
    private static final long MILLI = 1_000_000;

    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 2);
    private final StateReader reader = publisher.states().reader();
    private final SendTimes times = new SendTimes();

    @Test
    void itPollsOftenOnlyAroundTheTimeAtWhichTheNextStateIsDue() {
        published(1, 1_000 * MILLI);
        published(2, 1_010 * MILLI);
        assertEquals(5 * MILLI, times.waitNanos(1_010 * MILLI), "5 ms steps for the driver");
        assertEquals(1_850_000, times.waitNanos(1_018 * MILLI), "until 150 us before");
        assertEquals(850_000, times.waitNanos(1_019 * MILLI));
        assertEquals(100_000, times.waitNanos(1_019 * MILLI + 850_000));
        assertEquals(100_000, times.waitNanos(1_021 * MILLI));
        assertEquals(5 * MILLI, times.waitNanos(1_022 * MILLI), "no state came");
    }

    @Test
    void aWindowOfOneStateIsEnough() {
        StatePublisher single = StatePublisher.of(StateLayout.of(1), 1);
        StateReader one = single.states().reader();
        for (long tick = 1; tick <= 2; tick++) {
            publish(single, tick, 1_000 * MILLI + tick * 16 * MILLI, 1_000 * MILLI + tick * 16 * MILLI);
            one.acquire();
            times.acquired(one);
        }
        assertEquals(5 * MILLI, times.waitNanos(1_032 * MILLI));
        assertEquals(100_000, times.waitNanos(1_048 * MILLI));
        one.close();
    }

    @Test
    void itTakesInputJustBeforeALongTickBegins() {
        published(1, 1_006 * MILLI, 1_000 * MILLI);
        published(2, 1_016 * MILLI, 1_010 * MILLI);
        assertEquals(3_850_000, times.waitNanos(1_016 * MILLI), "150 us before the tick begins at 1,020 ms");
        assertEquals(5 * MILLI, times.waitNanos(1_019 * MILLI + 900_000));
        assertEquals(850_000, times.waitNanos(1_025 * MILLI), "150 us before its state is due at 1,026 ms");
    }

    private void published(long tick, long nanos) {
        published(tick, nanos, nanos);
    }

    private void published(long tick, long nanos, long startedNanos) {
        publish(publisher, tick, nanos, startedNanos);
        reader.acquire();
        times.acquired(reader);
    }

    private static void publish(StatePublisher to, long tick, long nanos, long startedNanos) {
        to.begin(tick, tick * 10 * MILLI, new TimeAnchor(), startedNanos);
        to.publish(nanos);
    }
}
