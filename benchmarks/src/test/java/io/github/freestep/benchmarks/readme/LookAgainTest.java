package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.server.past.StateHistory;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page's kill cam shows only motion that has happened, however often somebody is killed. */
class LookAgainTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long FRAME = 16 * MILLI;

    /** The frames of 3 s at a quarter of the speed, less the last one, which shows the present again. */
    private static final int WHOLE = (int) (3 * SECOND / (FRAME / 4)) - 1;

    private final InlineStepper physics =
            PhysicsService.builder(new Targets()).clock(new VirtualClock(0)).inline();
    private final LookAgain camera = new LookAgain(physics.states());

    /** The simulation time of the newest frame. */
    private long shown;

    @AfterEach
    void close() {
        physics.close();
    }

    /** Shows a frame, in which each target must be where it was at that time. Returns whether the kill cam runs. */
    private boolean frame() {
        physics.advance(FRAME);
        Frame frame = camera.frame(FRAME);
        shown = frame.simulationNanos();
        for (int slot = 0; slot < frame.slots(); slot++) {
            double phase = shown * 1.5e-9 + slot;
            // Between two states, a body is shown up to 0.3 mm from its curve.
            assertEquals(10 * Math.sin(phase), frame.x()[slot], 0.001, frame::toString);
        }
        return frame.number() == 0;
    }

    private void play(long nanos) {
        for (long left = nanos; left > 0; left -= FRAME) {
            assertTrue(!frame());
        }
    }

    /** Somebody is killed. Returns how many frames of the kill cam follow, each a quarter of a frame's time later. */
    private int killed(long firstInstant) {
        camera.killed(shown);
        int frames = 0;
        long expected = firstInstant;
        while (frame()) {
            expected += FRAME / 4;
            assertEquals(expected, shown);
            frames++;
            assertTrue(frames < 100_000);
        }
        return frames;
    }

    /** The first replay takes 12 s, so most of what the second one shows has happened meanwhile. */
    @Test
    void theSecondKillIsShownAsTheFirst() {
        play(6 * SECOND);
        assertEquals(WHOLE, killed(shown - 3 * SECOND));
        play(SECOND);
        assertEquals(WHOLE, killed(shown - 3 * SECOND));
    }

    @Test
    void aKillInTheFirstSecondsIsShownFromTheBeginning() {
        play(SECOND);
        assertEquals(shown / (FRAME / 4), killed(0), 1);
    }

    /** The service knows its rate. */
    @ParameterizedTest
    @ValueSource(ints = {50, 100, 200, 1_000})
    void aHistoryOfAServiceAllocatesAllAtOnceAtEachRate(int rate) {
        try (InlineStepper service = PhysicsService.builder(new Targets())
                        .rate(rate)
                        .publishEvery(2)
                        .clock(new VirtualClock(0))
                        .inline();
                StateHistory history = StateHistory.builder(service.states())
                        .last(Duration.ofSeconds(3))
                        .open()) {
            long bytes = history.bytes();
            for (int tick = 0; tick < 4 * rate; tick++) {
                service.advanceTick();
                history.update();
            }
            assertEquals(bytes, history.bytes());
            assertEquals(3 * SECOND, history.newestNanos() - history.oldestNanos(), 1e9 / rate);
        }
    }

    /** The host has stood still for a second, and nobody has read the states of that second. */
    @Test
    void theKillCamEndsWhereStatesAreMissing() {
        play(6 * SECOND);
        long last = shown;
        for (int tick = 0; tick < 100; tick++) {
            physics.advanceTick();
        }
        play(SECOND);
        long from = shown - 3 * SECOND;
        assertTrue(from + SECOND / 2 < last, "the replay begins well before");
        // The history has a few states more than were shown.
        assertEquals((last - from) / (FRAME / 4), killed(from), 5);
    }
}
