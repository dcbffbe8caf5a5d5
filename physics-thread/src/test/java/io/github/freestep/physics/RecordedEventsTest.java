package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What those are told who ask for all that enters a simulation. Ticks of 10 ms. */
class RecordedEventsTest {
    private static final long MILLI = 1_000_000;

    private final Falling world = new Falling();
    private final List<String> told = new ArrayList<>();
    private float polled;

    private InlineStepper stepper(PhysicsBuilder builder) {
        return builder.clock(new VirtualClock(0)).axes(2).inline();
    }

    private EventReader reader(InlineStepper stepper, Kind... kinds) {
        return stepper.events()
                .with(kinds)
                .capacity(1_024)
                .onSlow(SlowConsumerPolicy.end())
                .open();
    }

    private void tell(PhysicsEvent event) {
        String what = switch (event.kind()) {
            case AXIS -> event.code() + " stands at " + event.amount();
            case INPUT ->
                (event.isAction() ? "edge " : "axis ") + event.code() + " " + event.amount() + " at "
                        + event.fraction();
            default -> event.kind().toString();
        };
        told.add(event.tick() + ": " + what);
    }

    @Test
    void everyInputOfATickAndWherePolledAxesStandWhenThatHasChanged() {
        try (InlineStepper stepper = stepper(PhysicsService.builder(world).input(sample -> sample.axis(0, polled)))) {
            EventReader reader = reader(stepper, Kind.AXIS, Kind.INPUT, Kind.TICK);
            stepper.tick();
            polled = 1;
            stepper.input().action(7, 3, 15 * MILLI);
            stepper.input().axis(1, 2, 20 * MILLI);
            stepper.tick();
            stepper.tick();
            polled = -0f;
            stepper.tick();
            reader.poll(this::tell);
        }
        assertEquals(
                List.of(
                        "1: TICK",
                        "2: 0 stands at 1.0",
                        "2: edge 7 3.0 at 0.5",
                        "2: axis 1 2.0 at 1.0",
                        "2: TICK",
                        "3: TICK",
                        "4: 0 stands at -0.0",
                        "4: TICK"),
                told);
    }

    @Test
    void aHashOfTickZeroAndOfEveryTickAlsoOfThoseThatNobodyNeeds() {
        List<Long> ticks = new ArrayList<>();
        List<Long> hashes = new ArrayList<>();
        try (InlineStepper stepper =
                stepper(PhysicsService.builder(world).overloadPolicy(OverloadPolicy.neverSlip()))) {
            EventReader reader = reader(stepper, Kind.HASH);
            assertEquals(20, stepper.advance(200 * MILLI));
            reader.poll(event -> {
                ticks.add(event.tick());
                hashes.add(event.hash());
            });
        }
        assertEquals(20, ticks.size());
        assertEquals(20, hashes.stream().distinct().count());
        Falling slow = new Falling();
        try (InlineStepper stepper = stepper(PhysicsService.builder(slow))) {
            EventReader reader = reader(stepper, Kind.HASH);
            for (int tick = 0; tick < 20; tick++) {
                stepper.tick();
                long hash = hashes.get(tick);
                reader.poll(event -> assertEquals(hash, event.hash()));
            }
        }
    }

    @Test
    void aHashOfEverySoManyTicks() {
        List<Long> ticks = new ArrayList<>();
        try (InlineStepper stepper = stepper(PhysicsService.builder(world).hashEvery(3))) {
            EventReader reader = reader(stepper, Kind.HASH);
            for (int tick = 0; tick < 10; tick++) {
                stepper.tick();
            }
            reader.poll(event -> ticks.add(event.tick()));
        }
        assertEquals(List.of(3L, 6L, 9L), ticks);
        assertThrows(
                IllegalArgumentException.class,
                () -> PhysicsService.builder(world).hashEvery(0));
    }

    /** What is written for its hash alone is published no more than without it. */
    @Test
    void aHashChangesNothingOfWhatReadersSee() {
        List<Long> plain = written(false);
        assertEquals(plain, written(true));
        assertNotEquals(40, plain.size());
    }

    private List<Long> written(boolean hashed) {
        List<Long> ticks = new ArrayList<>();
        try (InlineStepper stepper = stepper(PhysicsService.builder(new Falling()))) {
            EventReader reader = reader(stepper, Kind.TICK);
            if (hashed) {
                reader(stepper, Kind.HASH);
            }
            stepper.timeScale(Ratio.of(4));
            for (int i = 0; i < 10; i++) {
                stepper.advance(10 * MILLI);
            }
            reader.poll(event -> {
                if (event.isPublished()) {
                    ticks.add(event.tick());
                }
            });
        }
        return ticks;
    }

    @Test
    void everyCommandBeforeItRunsAlsoOneThatThrows() throws Exception {
        List<Object> commands = new ArrayList<>();
        ValueCommand<Integer> good = c -> 1;
        Command bad = c -> {
            throw new IllegalStateException("no");
        };
        PhysicsService physics = PhysicsService.builder(world).build();
        try (physics;
                EventReader reader = physics.events()
                        .with(Kind.COMMAND)
                        .capacity(16)
                        .onSlow(SlowConsumerPolicy.end())
                        .open()) {
            physics.start();
            physics.pause();
            physics.call(good).get(30, TimeUnit.SECONDS);
            assertThrows(ExecutionException.class, () -> physics.submit(bad).get(30, TimeUnit.SECONDS));
            reader.poll(event -> commands.add(event.command()));
        }
        assertEquals(List.of(good, bad), commands);
    }

    @Test
    void everyAnchorThatReadersSee() {
        List<String> anchors = new ArrayList<>();
        TimeAnchor anchor = new TimeAnchor();
        try (InlineStepper stepper = stepper(PhysicsService.builder(world))) {
            EventReader reader = reader(stepper, Kind.TIME);
            stepper.advance(10 * MILLI);
            stepper.pause();
            stepper.advance(5 * MILLI);
            stepper.step(1);
            stepper.timeScale(Ratio.of(1, 2));
            stepper.resume();
            reader.poll(event -> {
                event.anchor(anchor);
                anchors.add(event.tick() + ": " + anchor.simulationNanos() + " at " + anchor.wallNanos() + ", "
                        + anchor.scaleNumerator() + "/" + anchor.scaleDenominator());
            });
        }
        assertEquals(
                List.of("1: 10000000 at 10000000, 0/1", "2: 20000000 at 15000000, 0/1", "2: 20000000 at 15000000, 1/2"),
                anchors);
    }
}
