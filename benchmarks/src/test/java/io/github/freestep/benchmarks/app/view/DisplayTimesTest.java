package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.time.VirtualClock;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;

/** Uses a driver that displays a frame at each refresh of 60 Hz, on a virtual clock. */
class DisplayTimesTest {
    private static final long SECOND = 1_000_000_000;
    private static final long REFRESH_MICROS = 16_667;

    /** The window was used before. */
    private static final long FRAMES_BEFORE = 12;

    private final VirtualClock clock = new VirtualClock(77 * SECOND);
    private long swapped = FRAMES_BEFORE;
    private long displayed = FRAMES_BEFORE;
    private long shownMicros = micros();
    private long offMicros;
    private boolean fails;
    private final DisplayTimes times = new DisplayTimes(this::waitFor, clock);

    private long micros() {
        return clock.nanoTime() / 1_000;
    }

    private boolean waitFor(long count, LongBuffer values) {
        refreshUntilNow();
        while (displayed < (count == 0 ? swapped : count)) {
            clock.advance((shownMicros + REFRESH_MICROS) * 1_000 - clock.nanoTime());
            refreshUntilNow();
        }
        values.put(0, shownMicros + offMicros).put(1, 0).put(2, displayed);
        return !fails;
    }

    private void refreshUntilNow() {
        while (displayed < swapped && shownMicros + REFRESH_MICROS <= micros()) {
            displayed++;
            shownMicros += REFRESH_MICROS;
        }
    }

    private int swap() {
        swapped++;
        return times.swapped();
    }

    @Test
    void eachFrameIsReportedWhenTheNextOneWaits() {
        assertEquals(1, swap()); // the frame before was displayed before the first
        long first = shownMicros;
        for (int i = 1; i < 100; i++) {
            clock.advance(3_000_000);
            assertEquals(1, swap(), "frame " + i);
            assertEquals((first + i * REFRESH_MICROS) * 1_000, times.shownNanos(), "frame " + i);
            assertEquals(swapped - 1, displayed, "a frame is queued");
        }
    }

    @Test
    void aFrameThatIsDisplayedAtOnceIsReported() {
        swap();
        swap();
        swapped++;
        clock.advance(SECOND / 2);
        refreshUntilNow();
        assertEquals(0, times.swapped());
        assertEquals(shownMicros * 1_000, times.shownNanos());
    }

    @Test
    void timesOfAnotherClockAreIgnored() {
        swap();
        offMicros = 1;
        assertEquals(-1, swap(), "a time in the future");
        offMicros = -2_000_000;
        assertEquals(-1, swap(), "a time of long ago");
        offMicros = 0;
        assertEquals(1, swap());
    }

    @Test
    void withoutAnAnswerThereIsNoTime() {
        fails = true;
        assertEquals(-1, swap());
    }

    @Test
    void framesThatAreNotCountedHaveNoTime() {
        swap();
        swapped += 5;
        clock.advance(SECOND / 5);
        assertEquals(-1, swap());
    }
}
