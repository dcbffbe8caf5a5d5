package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;

/** How closely the recording of a capsule looks. */
class FlightRingTest {
    private static final long MILLI = 1_000_000;

    private final SimulatedPhysics physics = new SimulatedPhysics(100, 4);
    private long now = 3 * MILLI;

    private void frame(FrameSampler frames, long millis) {
        now += millis * MILLI;
        physics.runTo(now);
        frames.sample(now);
    }

    /** How often stacks are sampled, and how long a wait must be to have one. */
    private static String look() {
        Map<String, String> settings = FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(each -> each.getName().equals("freestep-capsule"))
                .findAny()
                .orElseThrow()
                .getSettings();
        String look = settings.get("jdk.ExecutionSample#period")
                + (settings.get("jdk.NativeMethodSample#enabled").equals("true")
                        ? ", " + settings.get("jdk.NativeMethodSample#period")
                        : "")
                + "; " + settings.get("jdk.ThreadPark#threshold") + ", " + settings.get("jdk.ThreadSleep#threshold");
        return look.replace("000000 ns", " ms");
    }

    /** A frame that is late by 14 ms is not seen by every user, so it needs no file. */
    @Test
    void aLateFrameMakesItLookCloselyForAWhile() {
        String usual = "60 ms; 17 ms, 17 ms";
        String close = "10 ms, 10 ms; 7 ms, 7 ms";
        try (FlightRing ring = new FlightRing()) {
            ring.start();
            try (FrameSampler frames = FrameSampler.builder(physics.publisher.states())
                    .listener(ring.listener())
                    .open()) {
                for (int i = 0; i < 300; i++) {
                    frame(frames, i == 0 ? 500 : 16);
                }
                long at = System.nanoTime();
                ring.adapt(at);
                assertEquals(usual, look());
                frame(frames, 30);
                ring.adapt(at);
                assertEquals(close, look());
                ring.adapt(at + FlightRing.CLOSE_NANOS - 1);
                assertEquals(close, look());
                at += FlightRing.CLOSE_NANOS;
                ring.adapt(at);
                assertEquals(usual, look());
                frame(frames, 16);
                frame(frames, 30);
                ring.adapt(at + FlightRing.REST_NANOS - 1);
                assertEquals(usual, look());
                frame(frames, 30);
                ring.adapt(at + FlightRing.REST_NANOS);
                assertEquals(close, look());
                assertEquals(0, ring.newStutters());
            }
        }
    }
}
