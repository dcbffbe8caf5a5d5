package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;

/** How closely the recording of a capsule looks. */
class FlightRingTest {
    private static final long MILLI = 1_000_000;
    private static final String USUAL = "60 ms, 60 ms; 17 ms, 17 ms";
    private static final String CLOSE = "10 ms, 10 ms; 7 ms, 7 ms";

    private final SimulatedPhysics physics = new SimulatedPhysics(100, 4);
    private long now = 3 * MILLI;

    private void frame(FrameSampler frames, long millis) {
        frame(frames, millis, 0);
    }

    /** A frame whose clock is ahead of the time that the host passes. */
    private void frame(FrameSampler frames, long millis, long aheadMillis) {
        now += millis * MILLI;
        physics.runTo(now + aheadMillis * MILLI);
        frames.sample(now);
    }

    private void evenFrames(FrameSampler frames) {
        for (int i = 0; i < 300; i++) {
            frame(frames, i == 0 ? 500 : 16);
        }
    }

    /** The picture stands still, because there are no new states, and then jumps. */
    private void stutter(FlightRing ring, FrameSampler frames) {
        for (int i = 0; i < 10; i++) {
            now += 16 * MILLI;
            frames.sample(now);
        }
        for (int i = 0; i < 100; i++) {
            frame(frames, 16);
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
        String look = settings.get("jdk.ExecutionSample#period") + ", " + settings.get("jdk.NativeMethodSample#period")
                + "; " + settings.get("jdk.ThreadPark#threshold") + ", " + settings.get("jdk.ThreadSleep#threshold");
        return look.replace("000000 ns", " ms");
    }

    private static void look(FlightRing ring, long nowNanos, String expected) {
        ring.adapt(nowNanos);
        assertEquals(expected, look());
    }

    /** A frame that is late by 14 ms is not seen by every user, so it needs no file. */
    @Test
    void aLateFrameMakesItLookCloselyForAWhile() {
        try (FlightRing ring = new FlightRing()) {
            ring.start();
            try (FrameSampler frames = FrameSampler.builder(physics.publisher.states())
                    .listener(ring.listener())
                    .open()) {
                evenFrames(frames);
                long at = System.nanoTime();
                look(ring, at, USUAL);
                frame(frames, 30);
                look(ring, at, CLOSE);
                look(ring, at + FlightRing.CLOSE_NANOS - 1, CLOSE);
                at += FlightRing.CLOSE_NANOS;
                look(ring, at, USUAL);
                frame(frames, 16);
                frame(frames, 30);
                look(ring, at + FlightRing.REST_NANOS - 1, USUAL);
                frame(frames, 30);
                look(ring, at + FlightRing.REST_NANOS, CLOSE);
                assertEquals(0, ring.newStutters());
            }
        }
    }

    /** As in a report. */
    @Test
    void aFrameIsNotLateIfOnlyTheClockSaysSo() {
        try (FlightRing ring = new FlightRing()) {
            ring.start();
            try (FrameSampler frames = FrameSampler.builder(physics.publisher.states())
                    .listener(ring.listener())
                    .open()) {
                evenFrames(frames);
                frame(frames, 16, 14);
                look(ring, System.nanoTime(), USUAL);
                assertEquals(0, ring.newStutters());
            }
        }
    }

    /** A capsule writes one file per minute for stutters, so one needs no closer look if another was just seen. */
    @Test
    void aStutterEndsARestOncePerMinute() {
        try (FlightRing ring = new FlightRing()) {
            ring.start();
            try (FrameSampler frames = FrameSampler.builder(physics.publisher.states())
                    .listener(ring.listener())
                    .open()) {
                evenFrames(frames);
                long at = System.nanoTime();
                frame(frames, 30);
                look(ring, at, CLOSE);
                at += FlightRing.CLOSE_NANOS;
                look(ring, at, USUAL);

                stutter(ring, frames);
                look(ring, at, CLOSE);
                look(ring, at + FlightRing.CLOSE_NANOS - 1, CLOSE);
                look(ring, at + FlightRing.CLOSE_NANOS, USUAL);

                long next = at + FlightRing.STUTTERS_NANOS;
                long late = next - FlightRing.CLOSE_NANOS - 1;
                frame(frames, 30);
                look(ring, late, CLOSE);
                look(ring, late + FlightRing.CLOSE_NANOS, USUAL);
                stutter(ring, frames);
                look(ring, next - 1, USUAL);
                look(ring, next, USUAL);
                stutter(ring, frames);
                look(ring, next, CLOSE);
            }
        }
    }
}
