package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InlineStepperTest {
    private static final long MILLI = 1_000_000;

    private final Falling world = new Falling();
    private final InlineStepper stepper = new PhysicsBuilder(world).rate(100).inline();
    private final StateReader reader = stepper.states().reader();

    @Test
    void advanceStepsTheDueTicksAndKeepsTheRemainder() {
        assertEquals(0, stepper.advance(9 * MILLI));
        assertEquals(0.9, stepper.alpha(), 1e-9);
        assertEquals(1, stepper.advance(9 * MILLI));
        assertEquals(0.8, stepper.alpha(), 1e-9);
        assertEquals(2, stepper.advance(12 * MILLI));
        assertEquals(0, stepper.alpha(), 1e-9);
        assertEquals(3, newest().tick());
        assertEquals(2, reader.state(1).tick());
    }

    /** A slow device would make a catch-up longer. */
    @Test
    void aCatchUpPollsEachDeviceOnce() {
        int[] polls = new int[1];
        InlineStepper polling = new PhysicsBuilder(new Falling())
                .rate(100)
                .input(sample -> polls[0]++)
                .inline();
        assertEquals(5, polling.advance(50 * MILLI));
        assertEquals(1, polls[0]);
        assertEquals(1, polling.advance(10 * MILLI));
        assertEquals(2, polls[0]);
    }

    @Test
    @Logs("FAULT: the step of tick ")
    void aPauseAfterAFaultStopsACatchUpAndSingleSteps() {
        stepper.close();
        world.during = tick -> {
            if (tick.number() % 3 == 0) {
                throw new IllegalArgumentException("too stiff");
            }
        };
        InlineStepper pausing =
                new PhysicsBuilder(world).faultPolicy(FaultPolicy.pause()).inline();
        assertEquals(3, pausing.advance(200 * MILLI));
        assertEquals(0, pausing.advance(200 * MILLI));
        assertTrue(pausing.pauseAndStep(20).isDone());
        assertEquals(6, pausing.metrics().tick());
        pausing.resume();
        assertEquals(0, pausing.advance(9 * MILLI));
        assertEquals(1, pausing.advance(1 * MILLI));
        assertEquals(2, pausing.metrics().faults());
    }

    /** Each step takes half of its tick's time, so the call ends early, in the middle of the catch-up. */
    private InlineStepper catchingUp(Falling heavy) {
        VirtualClock wall = new VirtualClock(0);
        heavy.during = heavy.during.andThen(tick -> wall.advance(5 * MILLI));
        InlineStepper catchingUp =
                new PhysicsBuilder(heavy).rate(100).clock(wall).inline();
        wall.advance(200 * MILLI);
        return catchingUp;
    }

    @Test
    void aStateThatFailsWhereACallEndsEarlyEndsTheStepper() {
        Falling heavy = new Falling();
        heavy.during = tick -> heavy.y = Double.NaN;
        InlineStepper failing = catchingUp(heavy);
        assertThrows(PhysicsException.class, () -> failing.advance(200 * MILLI));
        assertEquals(Physics.Status.FAILED, failing.status());
        assertEquals(1, heavy.closes);
    }

    @Test
    void aStepThatClosesTheStepperIsTheLastCallWhereACallEndsEarly() {
        Falling heavy = new Falling();
        InlineStepper[] closing = new InlineStepper[1];
        heavy.during = tick -> {
            if (tick.number() == 7) {
                closing[0].close();
            }
        };
        heavy.writing = () -> assertEquals(0, heavy.closes);
        closing[0] = catchingUp(heavy);
        assertEquals(7, closing[0].advance(200 * MILLI));
        assertEquals(1, heavy.closes);
    }

    @Test
    void controlIsPublishedImmediately() {
        stepper.advance(25 * MILLI);
        assertFalse(stepper.isPaused());
        stepper.pause();
        assertTrue(stepper.isPaused());
        TimeAnchor anchor = new TimeAnchor();
        newest().anchor(anchor);
        assertTrue(anchor.isPaused());
        assertEquals(25 * MILLI, anchor.simulationNanos());
        assertEquals(2, reader.state(0).tick());
        assertEquals(1, reader.state(1).tick(), "a pause publishes the same tick again in the same place");
        assertEquals(0, stepper.advance(1_000 * MILLI));

        assertTrue(stepper.pauseAndStep(3).isDone());
        assertEquals(5, newest().tick());
        assertTrue(stepper.isPaused());
        stepper.resume();
        assertFalse(stepper.isPaused());
        newest().anchor(anchor);
        assertFalse(anchor.isPaused());
        stepper.timeScale(Ratio.of(1, 2));
        newest().anchor(anchor);
        assertEquals(2, anchor.scaleDenominator());
        assertEquals(1, stepper.advance(20 * MILLI));
    }

    @Test
    void anEventNamesTheLivesOfItsBodies() {
        EventReader events = stepper.events().with(PhysicsEvent.Kind.USER).open();
        world.during = tick -> {
            if (tick.number() == 1) {
                tick.bodies().remove(0);
                tick.bodies().spawn(0);
            }
            tick.events().user(1, 0, State.NO_SLOT, 0, 0, 0, tick.bodies().life(0));
            tick.events().user(1, 1_000_000, 0, 0, 0, 0, 0);
        };
        stepper.advance(20 * MILLI);
        List<Integer> lives = new ArrayList<>();
        events.poll(event -> {
            if (event.slotA() == 0) {
                assertEquals(event.data(), event.lifeA());
                assertEquals(0, event.lifeB());
            } else {
                assertEquals(0, event.lifeA());
                assertEquals(3, event.lifeB());
            }
            lives.add(event.lifeA());
        });
        assertEquals(List.of(3, 0, 3, 0), lives);
        assertEquals(3, newest().life(0));
    }

    @Test
    void aHostAheadOfTheClockGetsAllTicksInOneCall() {
        VirtualClock wall = new VirtualClock(0);
        Falling heavy = new Falling();
        heavy.during = tick -> wall.advance(20 * MILLI);
        InlineStepper ahead = new PhysicsBuilder(heavy)
                .rate(100)
                .overloadPolicy(OverloadPolicy.neverSlip())
                .clock(wall)
                .inline();
        assertEquals(100, ahead.advance(1_000 * MILLI), "as in a test");
        assertTrue(ahead.advance(1_000 * MILLI) < 3, "as in a frame that must be short");
    }

    private State newest() {
        assertTrue(reader.acquire());
        return reader.state(0);
    }
}
