package io.github.freestep.render;

import static io.github.freestep.testing.Refused.refused;
import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.joml.Quaternionf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what a frame holds besides poses, and how the error of a bridge is blended out. */
class FrameContentTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long GAP = 10 * MILLI;
    private static final long REST_NANOS = 3_000 * MILLI;

    /** One body that moves 1 unit per second and then rests. Each state has consumed a new input. */
    private final SimulatedPhysics physics =
            new SimulatedPhysics(StateLayout.of(1).linear("phase").stepped("tick"), 4, (state, simulationNanos) -> {
                float at = (float) ((Math.min(simulationNanos, REST_NANOS) - REST_NANOS) / 1e6);
                state.position(0, at, 0, 0);
                state.orientation(0, 0, 0, 0, 1);
                state.linear(0, 0, at);
                state.stepped(0, 0, simulationNanos / GAP);
            });

    private FrameSampler frames = FrameSampler.open(physics.publisher.states());
    private long now;

    FrameContentTest() {
        physics.publisher.bodies().spawn(0);
    }

    private Frame frame(long stepNanos) {
        now += stepNanos;
        physics.runTo(now);
        return frames.sample(now);
    }

    private Frame runTo(long nanos) {
        Frame frame = frame(MILLI);
        while (now < nanos) {
            frame = frame(MILLI);
        }
        return frame;
    }

    @Test
    void inputAndSteppedValuesComeFromTheReachedState() {
        runTo(1_000 * MILLI);
        for (int i = 0; i < 100; i++) {
            Frame frame = frame(MILLI);
            long reached = frame.olderTick();
            assertEquals(reached, frame.stepped(0)[0]);
            assertEquals(reached + 1, frame.inputSequence());
            assertEquals(reached * GAP - MILLI, frame.inputNanos());
            assertFalse(frame.isBridged());
        }
    }

    /** As a server does, which knows what the picture of a client has shown. */
    @Test
    void aFrameOfChosenStatesIsBetweenThem() {
        PairFrame between = new PairFrame(physics.publisher.states().layout());
        physics.runTo(1_000 * MILLI);
        try (StateReader states = physics.publisher.states().reader()) {
            states.acquire();
            State older = states.state(1);
            between.show(older, states.state(0), states.state(0), older.simulationNanos() + 3 * MILLI, 0);
            assertEquals(older.x(0) + 3, between.frame().x()[0], 1e-3);
        }
    }

    @Test
    void aFrameSaysWhereItIsBetweenTwoStates() {
        StatePublisher empty = StatePublisher.of(StateLayout.of(1));
        assertFalse(FrameSampler.open(empty.states()).sample().hasState());
        runTo(1_000 * MILLI);
        for (int i = 0; i < 100; i++) {
            Frame frame = frame(MILLI);
            assertTrue(frame.hasState());
            refusedWith(
                    "slot must be from 0 and below the capacity, which is 1, was 7",
                    IndexOutOfBoundsException.class,
                    () -> frame.life(7));
            refused("was -1", IndexOutOfBoundsException.class, () -> frame.isAlive(-1));
            assertEquals((double) frame.simulationNanos() / GAP - frame.olderTick(), frame.alpha(), 1e-9);
            Quaternionf turn = frame.orientation(0, new Quaternionf());
            assertEquals(turn, new Quaternionf(frame.qx()[0], frame.qy()[0], frame.qz()[0], frame.qw()[0]));
        }
    }

    /** Bridges beyond the place where the body rests, until the late state arrives, and returns the error. */
    private double overshoot(int by) {
        physics.ticksCost(MILLI);
        physics.scale(0, Ratio.of(1, by));
        runTo(by * (REST_NANOS + 4 * MILLI));
        physics.stall(now, by * 16 * MILLI);
        double wrong = 0;
        String bridged = "";
        for (Frame frame = frame(MILLI); frame.newerTick() * GAP <= REST_NANOS; frame = frame(MILLI)) {
            wrong = Math.max(wrong, frame.x()[0]);
            bridged = frame.toString();
        }
        assertTrue(wrong > 1);
        assertTrue(bridged.endsWith(", bridged"), bridged);
        return wrong;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aBridgingErrorIsBlendedOutEvenlyOverThreeGapsOfWallTime(int by) {
        double wrong = overshoot(by);
        long span = 3 * GAP * by;
        long begun = now - MILLI;
        for (Frame frame = frames.sample(now); now < begun + 2 * span; frame = frame(MILLI)) {
            double left = Math.max(0, 1 - (double) (now - begun) / span);
            assertEquals(wrong * left, frame.x()[0], 1e-3, "after " + (now - begun));
            assertEquals(frame.x()[0], frame.linear(0)[0], 1e-6);
        }
    }

    /** At some of these rates, every frame has a new state and is ahead of it. */
    @ParameterizedTest
    @ValueSource(ints = {30, 50, 60, 75, 90, 99, 100, 101, 120, 144, 240})
    void anExtrapolatedBodyThatStopsIsSoonShownWhereItIs(int framesPerSecond) {
        physics.ticksCost(4 * MILLI);
        FrameSampler ahead = FrameSampler.builder(physics.publisher.states())
                .mode(FrameMode.EXTRAPOLATE)
                .open();
        double furthest = 0;
        while (now < REST_NANOS + 500 * MILLI) {
            now += 1_000 * MILLI / framesPerSecond;
            physics.runTo(now);
            Frame frame = ahead.sample(now);
            furthest = Math.max(furthest, frame.x()[0]);
            if (now > REST_NANOS + 100 * MILLI) {
                assertEquals(0, frame.x()[0], 1e-3, "at " + now);
            }
        }
        assertTrue(framesPerSecond < 75 || furthest > 2, "the picture went only to " + furthest);
    }

    @Test
    void withAStepperTheAllowedLatenessIsZero() {
        StatePublisher stepper = StatePublisher.of(StateLayout.of(1), 4, new VirtualClock(2 * GAP), true);
        for (int tick = 0; tick < 3; tick++) {
            stepper.begin(tick, tick * GAP, new TimeAnchor(), tick * GAP);
            stepper.publish(tick * GAP);
        }
        Frame frame = FrameSampler.open(stepper.states()).sample();
        assertEquals(2 * GAP, frame.frameNanos(), "the frame time comes from the clock of the state buffer");
        assertEquals(GAP, frame.delayNanos());
        assertEquals(GAP, frame.simulationNanos());
    }
}
