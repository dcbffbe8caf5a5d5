package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.history.CompactStates;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

class PlaybackTest {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 10 * MILLI;
    private static final int TICKS = 300;
    private static final int MOVER = 0;
    private static final int JUMPER = 1;
    private static final int GUEST = 2;
    private static final double UNITS = 0.0005;

    /** The jumper is elsewhere from this tick on, and the guest is there from this tick on. */
    private static final int JUMP = 150;

    private final StateLayout layout = StateLayout.of(3).linear("phase");
    private final CompactStates kept = CompactStates.of(layout, PoseGrid.STANDARD, 1 << 20, 1_000);
    private final StatePublisher publisher = StatePublisher.of(layout);
    private final StateReader reader = publisher.states().reader();
    private final VirtualClock clock = new VirtualClock(0);
    private final Playback playback = new Playback(kept, 4, clock, true);
    private final FrameSampler frames = FrameSampler.open(playback.states());
    private int ticks;

    private void run(int count) {
        for (int i = 0; i < count; i++, ticks++) {
            if (ticks == 0) {
                publisher.bodies().spawn(MOVER);
                publisher.bodies().spawn(JUMPER);
            }
            if (ticks == JUMP) {
                publisher.bodies().teleport(JUMPER);
                publisher.bodies().spawn(GUEST);
            }
            StateWriter out = publisher.begin(ticks, ticks * TICK, new TimeAnchor(), ticks * TICK);
            for (int slot = 0; slot < (ticks < JUMP ? 2 : 3); slot++) {
                out.position(slot, x(slot, ticks * TICK), slot, 0);
                double half = ticks * 0.01;
                out.orientation(slot, 0, 0, (float) Math.sin(half), (float) Math.cos(half));
                out.linear(0, slot, ticks);
            }
            publisher.publish(ticks * TICK);
            reader.acquire();
            kept.append(reader.state(0));
        }
    }

    /** Bodies go along a line, at most bent a little in a tick. */
    private static double x(int slot, long nanos) {
        double jump = slot == JUMPER && nanos >= JUMP * TICK ? 100 : 0;
        return jump + Math.sin(nanos / 1e9);
    }

    private Frame frame(long stepNanos) {
        clock.advance(stepNanos);
        playback.update();
        return frames.sample();
    }

    /** The display shows each frame 20 ms after it was made. */
    @Test
    void displayTimesAreMeasuredInWallTimeAlsoBackwards() {
        MotionMeter meter = new MotionMeter();
        run(TICKS);
        playback.timeScale(Ratio.of(1, 2));
        for (int i = 0; i < 380; i++) {
            if (i == 200) {
                playback.backwards(true);
            }
            Frame frame = frame(TICK);
            meter.add(frame);
            assertTrue(frames.displayed(frame.number(), clock.nanoTime() + 2 * TICK));
            if (i == 100) {
                meter.reset();
            }
        }
        DisplayMeter display = meter.display();
        assertEquals(279, display.displayed());
        assertEquals(279, display.frames());
        assertTrue(display.errorMillis(1) < 0.1, display::toString);
        assertEquals(TICK, display.periodNanos());
    }

    /** Compares a frame with what the run showed at the instant. */
    private void assertShows(Frame frame, long instant) {
        String where = "at " + instant;
        assertEquals(x(MOVER, instant), frame.x()[MOVER], 2 * UNITS, where);
        assertEquals(instant / (double) TICK, frame.linear(0)[MOVER], 1e-3, where);
        assertEquals(Math.sin(instant / (double) TICK * 0.01), Math.abs(frame.qz()[MOVER]), 0.005, where);
        // What jumps between two states may be on either side between them.
        if (Math.abs(instant - JUMP * TICK) > TICK) {
            assertEquals(x(JUMPER, instant), frame.x()[JUMPER], 2 * UNITS, where);
            assertEquals(instant > JUMP * TICK, frame.isAlive(GUEST), where);
        }
    }

    @Test
    void theFramesOfBothDirectionsShowTheSame() {
        run(TICKS);
        playback.seekTo(0);
        frame(0);
        for (boolean back : new boolean[] {false, true, false}) {
            playback.backwards(back);
            long before = -1;
            int moved = 0;
            for (int i = 0; i < 800; i++) {
                Frame frame = frame(7 * MILLI / 2);
                long instant = playback.instant(frame.simulationNanos());
                assertShows(frame, instant);
                moved += before >= 0 && (back ? instant < before : instant > before) ? 1 : 0;
                before = instant;
            }
            assertTrue(moved > 700, "moved in " + moved + " frames");
        }
    }

    @Test
    void theShownInstantsAreThoseOfTheScale() {
        run(TICKS);
        for (Ratio scale : new Ratio[] {Ratio.of(1, 10), Ratio.ONE, Ratio.of(5)}) {
            playback.seekTo(TICK);
            playback.timeScale(scale);
            for (int i = 0; i < 100; i++) {
                frame(4 * MILLI);
            }
            long from = playback.instant(frame(0).simulationNanos());
            for (int i = 0; i < 50; i++) {
                Frame frame = frame(4 * MILLI);
                assertShows(frame, playback.instant(frame.simulationNanos()));
            }
            long past = playback.instant(frame(0).simulationNanos()) - from;
            double expected = 200.0 * MILLI * scale.numerator() / scale.denominator();
            assertEquals(expected, past, 0.02 * expected + MILLI, "scale " + scale);
        }
    }

    @Test
    void aSeekShowsItsInstantAtOnceAlsoInAPause() {
        run(TICKS);
        playback.pause();
        frame(0);
        long life = frames.sample().life(MOVER);
        for (long at : new long[] {200, 20, 299, 0, 151, 149}) {
            playback.seekTo(at * TICK + TICK / 2);
            Frame frame = frame(MILLI);
            assertEquals(at * TICK, playback.simulationNanos());
            assertEquals(at * TICK, playback.instant(frame.simulationNanos()));
            assertShows(frame, at * TICK);
            assertEquals(at >= JUMP, frame.isAlive(GUEST));
            assertEquals(life, frame.life(MOVER));
        }
        playback.resume();
        long instant = 0;
        for (int i = 0; i < 100; i++) {
            Frame frame = frame(4 * MILLI);
            instant = playback.instant(frame.simulationNanos());
            assertShows(frame, instant);
        }
        assertTrue(instant > 170 * TICK, () -> "at " + playback.simulationNanos());
    }

    @Test
    void thePlaybackWaitsAtBothEndsAndGoesOnWithNewStates() {
        run(20);
        for (int i = 0; i < 100; i++) {
            frame(5 * MILLI);
        }
        assertTrue(playback.isOver());
        assertEquals(19 * TICK, playback.instant(frame(MILLI).simulationNanos()));
        run(20);
        for (int i = 0; i < 20; i++) {
            Frame frame = frame(5 * MILLI);
            assertShows(frame, playback.instant(frame.simulationNanos()));
        }
        assertFalse(playback.isOver());
        playback.backwards(true);
        for (int i = 0; i < 100; i++) {
            frame(5 * MILLI);
        }
        assertTrue(playback.isOver());
        assertEquals(0, playback.instant(frame(MILLI).simulationNanos()));
    }

    /** The host was stopped for seconds. */
    @Test
    void statesThatNoFrameNeedsAreLeftOut() {
        run(TICKS);
        for (int i = 0; i < 10; i++) {
            frame(10 * MILLI);
        }
        frame(1_500 * MILLI);
        assertTrue(playback.simulationNanos() > 1_450 * MILLI, () -> "at " + playback.simulationNanos());
        for (int i = 0; i < 10; i++) {
            Frame frame = frame(10 * MILLI);
            assertShows(frame, playback.instant(frame.simulationNanos()));
        }
    }

    @Test
    void aPlaybackThatIsTooSlowGoesOnWithTheOldestState() {
        CompactStates few = CompactStates.of(layout, PoseGrid.STANDARD, 1 << 20, 100);
        Playback slow = new Playback(few, 4, clock, true);
        slow.update();
        slow.timeScale(Ratio.of(1, 100));
        for (int i = 0; i < TICKS; i++) {
            run(1);
            few.append(reader.state(0));
            clock.advance(TICK);
            slow.update();
        }
        assertTrue(slow.simulationNanos() >= slow.oldestNanos() && slow.oldestNanos() > 150 * TICK);
    }
}
