package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How closely the recording of a capsule looks. */
class FlightRingTest {
    private static final long MILLI = 1_000_000;
    private static final String USUAL = "60 ms, 60 ms; 17 ms, 17 ms";
    private static final String CLOSE = "10 ms, 10 ms; 7 ms, 7 ms";

    private final SimulatedPhysics physics = new SimulatedPhysics(100, 4);
    private final FlightRing ring = new FlightRing();
    private FrameSampler frames;
    private long now = 3 * MILLI;

    private void frame(long millis) {
        frame(millis, 0);
    }

    /** A frame whose clock is ahead of the time that the host passes. */
    private void frame(long millis, long aheadMillis) {
        now += millis * MILLI;
        physics.runTo(now + aheadMillis * MILLI);
        frames.sample(now);
    }

    /** With frames that were even until now. */
    @BeforeEach
    void open() {
        ring.start();
        frames = FrameSampler.builder(physics.publisher.states())
                .listener(ring.listener())
                .open();
        for (int i = 0; i < 300; i++) {
            frame(i == 0 ? 500 : 16);
        }
    }

    @AfterEach
    void close() {
        frames.close();
        ring.close();
    }

    /** The picture stands still, because there are no new states, and then jumps. */
    private void stutter() {
        for (int i = 0; i < 10; i++) {
            now += 16 * MILLI;
            frames.sample(now);
        }
        for (int i = 0; i < 100; i++) {
            frame(16);
        }
        assertNotEquals(0, ring.newStutters());
    }

    /** How often stacks are sampled, and how long a wait must be to have one. */
    private static String look() {
        Map<String, String> settings = FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(each -> each.getName().equals("freestep-capsule"))
                .findAny()
                .orElseThrow()
                .getSettings();
        return settings.get("jdk.ExecutionSample#period") + ", " + settings.get("jdk.NativeMethodSample#period") + "; "
                + settings.get("jdk.ThreadPark#threshold") + ", " + settings.get("jdk.ThreadSleep#threshold");
    }

    private void look(long nowNanos, String expected) {
        ring.adapt(nowNanos);
        assertEquals(expected, look());
    }

    /** A frame that is late by 14 ms is not seen by every user, so it needs no file. */
    @Test
    void aLateFrameMakesItLookCloselyForAWhile() {
        long at = System.nanoTime();
        look(at, USUAL);
        frame(30);
        look(at, CLOSE);
        look(at + FlightRing.CLOSE_NANOS - 1, CLOSE);
        at += FlightRing.CLOSE_NANOS;
        look(at, USUAL);
        frame(16);
        frame(30);
        look(at + FlightRing.REST_NANOS - 1, USUAL);
        frame(30);
        look(at + FlightRing.REST_NANOS, CLOSE);
        assertEquals(0, ring.newStutters());
    }

    /** As in a report. */
    @Test
    void aFrameIsNotLateIfOnlyTheClockSaysSo() {
        frame(16, 14);
        look(System.nanoTime(), USUAL);
        assertEquals(0, ring.newStutters());
    }

    /** A capsule writes one file per minute for stutters, so one needs no closer look if another was just seen. */
    @Test
    void aStutterEndsARestOncePerMinute() {
        long at = System.nanoTime();
        frame(30);
        look(at, CLOSE);
        at += FlightRing.CLOSE_NANOS;
        look(at, USUAL);

        stutter();
        look(at, CLOSE);
        look(at + FlightRing.CLOSE_NANOS - 1, CLOSE);
        look(at + FlightRing.CLOSE_NANOS, USUAL);

        long next = at + FlightRing.STUTTERS_NANOS;
        long late = next - FlightRing.CLOSE_NANOS - 1;
        frame(30);
        look(late, CLOSE);
        look(late + FlightRing.CLOSE_NANOS, USUAL);
        stutter();
        look(next - 1, USUAL);
        look(next, USUAL);
        stutter();
        look(next, CLOSE);
    }
}
