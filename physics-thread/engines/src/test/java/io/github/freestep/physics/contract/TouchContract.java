package io.github.freestep.physics.contract;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.engines.EngineSimulation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that each contact and each visit of a sensor ends once, and which bodies are reported to sleep. */
public abstract class TouchContract<B> extends MotionContract<B> {
    private static final int BODIES = 12;

    @Test
    void theRemovalOfATouchingBodyEndsItsContactInTheNextStep() {
        EngineSimulation<B> world = dropped(0.6f);
        Touching touching = new Touching(stepper(world));
        touching.step(200);
        touching.log.clear();
        world.remove(0);
        assertEquals(0, world.add(body(world, 0, 0.6f)));
        long tick = touching.stepper.metrics().tick();
        assertEquals(
                "CONTACT_END 0 -1 in tick " + (tick + 1), touching.step(1).log.get(0));
        assertEquals(1, touching.step(200).now(0, NO_SLOT), "the next body is on the floor");
        world.remove(0);
        assertEquals(0, touching.step(5).now(0, NO_SLOT));
    }

    private EngineSimulation<B> stack() {
        assumeTrue(bodiesCollide());
        return world(in -> {
            in.add(body(in, 0, 0.55f));
            in.add(body(in, 0, 1.65f));
        });
    }

    @Test
    void theRemovalOfTheLowerBodyOfAStackEndsItsContacts() {
        EngineSimulation<B> world = stack();
        Touching touching = new Touching(stepper(world));
        assertEquals(1, touching.step(200).now(1, 0));
        assertEquals(0, touching.now(1, NO_SLOT));
        sleep(world, touching.stepper);
        world.remove(0);
        assertEquals(0, touching.step(1).now(1, 0));
        assertEquals(0, touching.now(0, NO_SLOT));
        assertEquals(1, touching.step(200).now(1, NO_SLOT), "the upper body has fallen onto the floor");
    }

    @Test
    void aRemovalEndsNoContactOfOtherBodies() {
        EngineSimulation<B> world = stack();
        Touching touching = new Touching(stepper(world));
        assertEquals(
                List.of("CONTACT_BEGIN 0 -1", "CONTACT_BEGIN 1 0"),
                touching.step(200).of("CONTACT"));
        touching.log.clear();
        world.remove(1);
        assertEquals(List.of("CONTACT_END 1 0"), touching.step(20).of("CONTACT"));
        assertEquals(1, touching.now(0, NO_SLOT), "the lower body stays on the floor");
    }

    @Test
    void everyBeginHasOneEndWhateverHappens() {
        EngineSimulation<B> world = world(in -> line(in, BODIES));
        Touching touching = new Touching(stepper(world));
        Random random = EngineContract.random(1);
        for (int round = 0; round < 1_000; round++) {
            int slot = random.nextInt(BODIES);
            switch (random.nextInt(8)) {
                case 0 -> {
                    world.remove(slot);
                    assertEquals(slot, world.add(body(world, random.nextInt(8), 0.5f + random.nextFloat())));
                }
                case 1 -> {
                    place(world.body(slot), random.nextInt(8), 0.5f + random.nextFloat());
                    push(world.body(slot), 0, -1);
                    world.teleport(slot);
                }
                case 2 -> push(world.body(slot), random.nextFloat() * 4 - 2, random.nextFloat() * 5);
                default -> {}
            }
            touching.step(1);
        }
        assertTrue(touching.log.size() > 100, () -> touching.log.size() + " events");
        for (int slot = 0; slot < BODIES; slot++) {
            world.remove(slot);
        }
        touching.step(2);
        touching.now.forEach((pair, count) -> assertEquals(0, count, pair));
    }

    @Test
    void aSensorReportsWhoEntersAndLeavesIt() {
        EngineSimulation<B> world = world(in -> {});
        InlineStepper stepper = stepper(world);
        addSensor(world, 3);
        Touching touching = new Touching(stepper);
        world.add(body(world, 0, 6));
        assertEquals(
                List.of("SENSOR_BEGIN 0 1", "SENSOR_END 0 1"),
                touching.step(300).of("SENSOR"));
        assertFalse(touching.of("CONTACT").contains("CONTACT_BEGIN 1 0"), "a sensor has no contacts");
        assertEquals(REST, newest(stepper).y()[1], SINKS, "bodies pass through a sensor");
    }

    @Test
    void theRemovalOfAVisitorOrOfASensorEndsTheVisit() {
        EngineSimulation<B> world = world(in -> {});
        InlineStepper stepper = stepper(world);
        addSensor(world, REST + 0.7f); // above the floor, but not above a body that rests there
        Touching touching = new Touching(stepper);
        world.add(body(world, 0.2f, REST));
        assertEquals(List.of("SENSOR_BEGIN 0 1"), touching.step(20).of("SENSOR"));
        world.remove(1);
        assertEquals(1, world.add(body(world, 0.2f, REST)));
        assertEquals(
                List.of("SENSOR_BEGIN 0 1", "SENSOR_END 0 1", "SENSOR_BEGIN 0 1"),
                touching.step(20).of("SENSOR"));
        world.remove(0);
        touching.step(20);
        assertEquals(
                List.of("SENSOR_BEGIN 0 1", "SENSOR_END 0 1", "SENSOR_BEGIN 0 1", "SENSOR_END 0 1"),
                touching.of("SENSOR"));
    }

    @Test
    void aVisitThatBeganUnreadHasNoEvents() {
        EngineSimulation<B> world = world(in -> {});
        InlineStepper stepper = stepper(world);
        addSensor(world, REST + 0.7f);
        world.add(body(world, 0.2f, REST));
        stepper.advance(20 * TICK_NANOS);
        Touching touching = new Touching(stepper).step(20);
        place(world.body(1), 20, REST);
        world.teleport(1);
        assertEquals(List.of(), touching.step(20).of("SENSOR"));
    }

    private void addSensor(EngineSimulation<B> world, float y) {
        B sensor = sensor(world, 0, y);
        assumeTrue(sensor != null, "the engine has no sensors");
        assertEquals(0, world.add(sensor));
    }

    @Test
    void bodiesThatFallAsleepAndWakeAreEventsIfAskedFor() {
        EngineSimulation<B> world = dropped(0.6f);
        InlineStepper stepper = stepper(world);
        EventReader sleep = stepper.events().with(Kind.ASLEEP, Kind.AWAKE).open();
        EventReader others = stepper.events().with().open();
        List<String> seen = new ArrayList<>();
        boolean wasAsleep = false;
        for (int round = 0; round < 3; round++) {
            for (int ticks = 0; !asleep(world.body(0)) || ticks < 20; ticks++) {
                assertTrue(ticks < 10_000, "the body never sleeps");
                stepper.advance(TICK_NANOS);
                boolean isAsleep = asleep(world.body(0));
                long tick = stepper.metrics().tick();
                sleep.poll(event -> seen.add(event.kind() + " " + event.slotA() + " in tick " + event.tick()));
                List<String> expected = isAsleep == wasAsleep
                        ? List.of()
                        : List.of((isAsleep ? "ASLEEP" : "AWAKE") + " 0 in tick " + tick);
                assertEquals(expected, seen);
                wasAsleep = isAsleep;
                seen.clear();
            }
            push(world.body(0), 0, 3);
        }
        others.poll(event -> assertFalse(event.kind() == Kind.ASLEEP || event.kind() == Kind.AWAKE));
    }

    /** Whether the engine knows which sleeping bodies touch. Otherwise, such a pair begins when one of them wakes. */
    protected boolean keepsContactsOfSleepers() {
        return true;
    }

    /** Nobody knows when such a pair has begun, so it has neither a begin nor an end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTouchesBeforeAnybodyReadsContactsBeginsOnceItHasParted(boolean sleeps) {
        EngineSimulation<B> world = dropped(0.6f);
        InlineStepper stepper = stepper(world);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 200; i++) {
                stepper.advance(TICK_NANOS);
            }
            if (sleeps) {
                sleep(world, stepper);
            } else {
                push(world.body(0), 0.1f, 0);
                stepper.advance(TICK_NANOS);
            }
            Touching touching = new Touching(stepper);
            assertEquals(List.of(), touching.step(5).log);
            push(world.body(0), 0, 4);
            List<String> untilItParts = sleeps && !keepsContactsOfSleepers()
                    ? List.of("CONTACT_BEGIN 0 -1", "CONTACT_END 0 -1")
                    : List.of();
            assertEquals(untilItParts, touching.step(10).of("CONTACT"));
            touching.log.clear();
            assertEquals(List.of("CONTACT_BEGIN 0 -1"), touching.step(200).of("CONTACT"));
            push(world.body(0), 0, 4);
            assertEquals(0, touching.step(10).now(0, NO_SLOT));
            touching.step(200).events.close();
        }
    }

    /** Some engines keep contacts of bodies that are only near. */
    @Test
    void whatIsNearWhenSomebodyBeginsToReadContactsBeginsOnce() {
        assumeTrue(bodiesCollide());
        EngineSimulation<B> world = world(in -> {
            in.add(body(in, 0, 0.6f));
            in.add(body(in, 1.05f, 0.6f));
        });
        InlineStepper stepper = stepper(world);
        for (int i = 0; i < 100; i++) {
            stepper.advance(TICK_NANOS);
        }
        Touching touching = new Touching(stepper).step(1);
        assertEquals(0, touching.now(1, 0));
        for (int i = 0; i < 100; i++) {
            push(world.body(1), -1, 0);
            touching.step(1);
        }
        assertEquals(1, touching.now(1, 0));
    }

    @Test
    void anAdapterFindsNoContactThatNobodyReads() {
        EngineSimulation<B> world = world(in -> line(in, BODIES));
        InlineStepper stepper = stepper(world);
        EventReader others = stepper.events().with(Kind.TICK, Kind.ASLEEP).open();
        for (int i = 0; i < 200; i++) {
            stepper.advance(TICK_NANOS);
        }
        Touching touching = new Touching(stepper);
        touching.step(1).events.close();
        world.add(body(world, 10, 0.6f));
        for (int i = 0; i < 200; i++) {
            stepper.advance(TICK_NANOS);
        }
        assertEquals(0, beginsThatNobodyReads(world));
        others.close();
    }

    /** In a removal and in a restore, ends would wait for a later step. */
    @Test
    void nothingThatNobodyHasReadEndsLater() {
        EngineSimulation<B> world = dropped(0.6f);
        InlineStepper stepper = stepper(world);
        Touching left = new Touching(stepper);
        assertEquals(1, left.step(200).now(0, NO_SLOT));
        left.events.close();
        stepper.advance(TICK_NANOS);
        Touching touching = new Touching(stepper);
        world.remove(0);
        assertEquals(List.of(), touching.step(5).log);
    }

    /** Counts what touches, by the events. */
    private static final class Touching {
        final Map<String, Integer> now = new HashMap<>();
        final List<String> log = new ArrayList<>();
        private final InlineStepper stepper;
        private final EventReader events;

        Touching(InlineStepper stepper) {
            this.stepper = stepper;
            events = stepper.events()
                    .with(Kind.CONTACT_BEGIN, Kind.CONTACT_END, Kind.SENSOR_BEGIN, Kind.SENSOR_END)
                    .open();
        }

        Touching step(int ticks) {
            for (int i = 0; i < ticks; i++) {
                stepper.advance(TICK_NANOS);
                events.poll(this::count);
            }
            return this;
        }

        private void count(PhysicsEvent event) {
            boolean begins = event.kind() == Kind.CONTACT_BEGIN || event.kind() == Kind.SENSOR_BEGIN;
            boolean isSensor = event.kind() == Kind.SENSOR_BEGIN || event.kind() == Kind.SENSOR_END;
            assertTrue(isSensor || event.slotA() >= event.slotB(), "body A has the larger slot");
            String slots = event.slotA() + " " + event.slotB();
            log.add(event.kind() + " " + slots + " in tick " + event.tick());
            int count = now.merge((isSensor ? "sensor " : "contact ") + slots, begins ? 1 : -1, Integer::sum);
            assertTrue(count >= 0, () -> "an end without a begin: " + event);
        }

        int now(int slotA, int slotB) {
            return now.getOrDefault("contact " + slotA + " " + slotB, 0);
        }

        List<String> of(String kind) {
            return log.stream()
                    .filter(entry -> entry.startsWith(kind))
                    .map(entry -> entry.replaceAll(" in tick.*", ""))
                    .toList();
        }
    }
}
