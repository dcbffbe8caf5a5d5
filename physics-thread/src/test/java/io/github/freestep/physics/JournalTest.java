package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.journal.JournalEntry.Kind;
import io.github.freestep.physics.journal.JournalReader;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The journal has everything that enters a simulation, for recorders. Ticks of 10 ms. */
class JournalTest {
    private static final long MILLI = 1_000_000;

    private final Falling world = new Falling();
    private float polled;

    private InlineStepper stepper(PhysicsBuilder builder) {
        return builder.clock(new VirtualClock(0)).axes(2).inline();
    }

    @Test
    void theJournalHasAllInputsAndEachChangeOfAPolledAxis() {
        try (InlineStepper stepper = stepper(PhysicsService.builder(world).input(sample -> sample.axis(0, polled)))) {
            JournalLog log = new JournalLog(stepper.events(), Kind.AXIS, Kind.INPUT, Kind.TICK);
            stepper.advanceTick();
            polled = 1;
            stepper.input().action(7, 3, 15 * MILLI);
            stepper.input().axis(1, 2, 20 * MILLI);
            stepper.advanceTick();
            stepper.advanceTick();
            polled = -0f;
            stepper.advanceTick();
            assertEquals(
                    List.of(
                            "1: TICK",
                            "2: axis 0 = 1.0",
                            "2: action 7 3.0 at 0.5",
                            "2: axis 1 2.0 at 1.0",
                            "2: TICK",
                            "3: TICK",
                            "4: axis 0 = -0.0",
                            "4: TICK"),
                    log.lines());
        }
    }

    @Test
    void theJournalHasEveryCommandEvenIfItThrows() throws Exception {
        ValueCommand<Integer> good = c -> 1;
        Command bad = c -> {
            throw new IllegalStateException("no");
        };
        PhysicsService physics = PhysicsService.builder(world).build();
        JournalLog log = new JournalLog(physics.events(), Kind.COMMAND);
        try (physics) {
            physics.start();
            physics.pause();
            physics.call(good).get(30, TimeUnit.SECONDS);
            assertThrows(ExecutionException.class, () -> physics.submit(bad).get(30, TimeUnit.SECONDS));
        }
        log.lines();
        assertEquals(List.of(good, bad), log.commands);
    }

    @Test
    void theJournalHasEveryPublishedTimeAnchor() {
        List<String> anchors = new ArrayList<>();
        try (InlineStepper stepper = stepper(PhysicsService.builder(world))) {
            JournalLog log = new JournalLog(stepper.events(), Kind.TIME);
            stepper.advance(10 * MILLI);
            stepper.pause();
            stepper.advance(5 * MILLI);
            stepper.pauseAndStep(1);
            stepper.timeScale(Ratio.of(1, 2));
            stepper.resume();
            assertEquals(List.of("1: TIME", "2: TIME", "2: TIME"), log.lines());
            for (TimeAnchor anchor : log.anchors) {
                anchors.add(anchor.simulationNanos() + " at " + anchor.wallNanos() + ", " + anchor.scaleNumerator()
                        + "/" + anchor.scaleDenominator());
            }
        }
        assertEquals(
                List.of("10000000 at 10000000, 0/1", "20000000 at 15000000, 0/1", "20000000 at 15000000, 1/2"),
                anchors);
    }

    @Test
    void theJournalHasFaultsHashesAndTicksInOrder() {
        world.during = tick -> {
            if (tick.number() == 2) {
                throw new IllegalStateException("in a step");
            }
        };
        PhysicsBuilder builder = PhysicsService.builder(world).hashEvery(2).faultPolicy(FaultPolicy.skip());
        try (InlineStepper stepper = stepper(builder)) {
            JournalLog log = new JournalLog(stepper.events(), Kind.FAULT, Kind.HASH, Kind.TICK);
            for (int i = 0; i < 4; i++) {
                stepper.advanceTick();
            }
            assertEquals(
                    List.of(
                            "1: TICK",
                            "2: FAULT the step of tick 2 failed: java.lang.IllegalStateException: in a step",
                            "2: TICK",
                            "3: TICK",
                            "4: HASH " + stepper.hash(),
                            "4: TICK"),
                    log.lines());
        }
    }

    @Test
    void theEndOfTheRunEndsTheJournal() {
        InlineStepper stepper = stepper(PhysicsService.builder(world));
        Journal<Simulation> journal = Inside.of(stepper.events());
        JournalReader reader = journal.open(16, null);
        stepper.advanceTick();
        stepper.close();
        assertTrue(reader.isOpen());
        assertFalse(journal.isRead());
        reader.handOut(new JournalLog(stepper.events(), Kind.TICK));
        assertFalse(reader.isOpen());
        assertFalse(journal.open(16, null).isOpen());
    }
}
