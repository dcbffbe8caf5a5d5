package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.state.State;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
    private final Events events = new Events(cause -> {}, () -> {});
    private final EventSink sink = events.sink();
    private final EventLog log = new EventLog();

    @AfterEach
    void end() {
        events.close();
        assertTrue(events.awaitEnd(TimeUnit.MINUTES.toNanos(1)));
    }

    @Test
    void anEventNamesTheValuesOfItsKind() {
        EventReader reader = events.with(Kind.values()).capacity(32).open();
        EventSubscription other = events.with().subscribe("other", event -> {});
        sink.beginStep(7, 70_000);
        sink.contactBegin(1, 2, 3, 4, 5, 6, 7, 8, 9);
        sink.contactEnd(1, 2);
        sink.sensorBegin(3, 4, 5, 6, Double.NaN);
        sink.sensorEnd(3, 4);
        sink.asleep(5);
        sink.awake(6);
        sink.user(10, 11, 12, 13, 14, 15, 16);
        sink.slip(7, 70_000, 17);
        sink.sustainedScale(7, 70_000, 0.75);
        sink.inputWait(Kind.INPUT_WAIT, 7, 70_000, 2, 25);
        sink.inputWait(Kind.INPUT_ARRIVED, 7, 70_000, 3, 26);
        sink.tick(7, 70_000, 18, 19, 20, 21, true);
        sink.tick(8, 80_000, 22, 23, 0, 24, false);
        sink.fault(8, 80_000, new Exception("a fault"));
        sink.commandFailed(8, 80_000, new Exception("a command's"));
        sink.handlerFailed(8, 80_000, other.stream(), new Exception("a failure"));
        sink.hash(8, 80_000, 30);
        sink.affordableTicks(8, 80_000, 31);
        sink.missingTicks(8, 80_000, 32);
        List<String> lines = new ArrayList<>();
        reader.poll(event -> lines.add(event.toString()));
        assertEquals(
                List.of(
                        "CONTACT_BEGIN tick 7 at 70000 ns, slots 1 and 2, at (3.0, 4.0, 5.0), normal (6.0, 7.0, 8.0),"
                                + " impulse 9.0",
                        "CONTACT_END tick 7 at 70000 ns, slots 1 and 2",
                        "SENSOR_BEGIN tick 7 at 70000 ns, slots 3 and 4, at (5.0, 6.0, NaN)",
                        "SENSOR_END tick 7 at 70000 ns, slots 3 and 4",
                        "ASLEEP tick 7 at 70000 ns, slot 5",
                        "AWAKE tick 7 at 70000 ns, slot 6",
                        "USER tick 7 at 70000 ns, code 10, slots 11 and 12, at (13.0, 14.0, 15.0), data 16",
                        "SLIP tick 7 at 70000 ns, dropped 17 ns",
                        "SUSTAINED_SCALE tick 7 at 70000 ns, sustained scale 0.75",
                        "INPUT_WAIT tick 7 at 70000 ns, player 2, wait 25 ns",
                        "INPUT_ARRIVED tick 7 at 70000 ns, player 3, wait 26 ns",
                        "TICK tick 7 at 70000 ns, lateness 18 ns, compute 19 ns, debt 21 ns, published, publication"
                                + " lateness 20 ns",
                        "TICK tick 8 at 80000 ns, lateness 22 ns, compute 23 ns, debt 24 ns, not published",
                        "FAULT tick 8 at 80000 ns, cause java.lang.Exception: a fault",
                        "COMMAND_FAILED tick 8 at 80000 ns, cause java.lang.Exception: a command's",
                        "HANDLER_FAILED tick 8 at 80000 ns, cause java.lang.Exception: a failure",
                        "HASH tick 8 at 80000 ns, hash 1e",
                        "AFFORDABLE_TICKS tick 8 at 80000 ns, affordable ticks 31",
                        "MISSING_TICKS tick 8 at 80000 ns, missing ticks 32"),
                lines);
    }

    @Test
    void everyKindArrivesInOrderWithAllItsFields() {
        EventReader reader = events.with(Kind.values()).capacity(32).open();
        EventSubscription other = events.with().subscribe("other", event -> {});
        Throwable fault = new Exception("a fault");
        Throwable failure = new Exception("a failure");
        sink.beginStep(7, 70_000);
        sink.fault(6, 60_000, fault);
        sink.contactBegin(1, 2, 3e9 + 1, 4, 5, 6, 7, 8, 9);
        sink.contactEnd(1, 2);
        sink.sensorBegin(3, 4, 3e9 + 1, 5, Double.NaN);
        sink.sensorEnd(3, 4);
        sink.asleep(5);
        sink.awake(6);
        sink.user(10, 11, 12, 13, 14, 15, 16);
        sink.slip(7, 70_000, 17);
        sink.sustainedScale(7, 70_000, 0.75);
        sink.inputWait(Kind.INPUT_WAIT, 7, 70_000, 2, 25);
        sink.inputWait(Kind.INPUT_ARRIVED, 7, 70_000, 3, 26);
        sink.tick(7, 70_000, 18, 19, 20, 21, true);
        sink.tick(8, 80_000, 22, 23, 0, 24, false);
        sink.handlerFailed(8, 80_000, other.stream(), failure);
        sink.hash(8, 80_000, 30);
        sink.affordableTicks(8, 80_000, 31);
        sink.missingTicks(8, 80_000, 32);
        Iterator<List<Object>> expected = List.of(
                        List.<Object>of(Kind.FAULT, 6L, 60_000L, fault),
                        List.<Object>of(Kind.CONTACT_BEGIN, 7L, 70_000L, 1, 2, 3e9 + 1, 4.0, 5.0, 6f, 7f, 8f, 9f),
                        List.<Object>of(Kind.CONTACT_END, 7L, 70_000L, 1, 2),
                        List.<Object>of(Kind.SENSOR_BEGIN, 7L, 70_000L, 3, 4, 3e9 + 1, 5.0, Double.NaN),
                        List.<Object>of(Kind.SENSOR_END, 7L, 70_000L, 3, 4),
                        List.<Object>of(Kind.ASLEEP, 7L, 70_000L, 5),
                        List.<Object>of(Kind.AWAKE, 7L, 70_000L, 6),
                        List.<Object>of(Kind.USER, 7L, 70_000L, 10, 11, 12, 13.0, 14.0, 15.0, 16L),
                        List.<Object>of(Kind.SLIP, 7L, 70_000L, 17L),
                        List.<Object>of(Kind.SUSTAINED_SCALE, 7L, 70_000L, 0.75),
                        List.<Object>of(Kind.INPUT_WAIT, 7L, 70_000L, 2, 25L),
                        List.<Object>of(Kind.INPUT_ARRIVED, 7L, 70_000L, 3, 26L),
                        List.<Object>of(Kind.TICK, 7L, 70_000L, 18L, 19L, 20L, 21L, true),
                        List.<Object>of(Kind.TICK, 8L, 80_000L, 22L, 23L, 0L, 24L, false),
                        List.<Object>of(Kind.HANDLER_FAILED, 8L, 80_000L, failure),
                        List.<Object>of(Kind.HASH, 8L, 80_000L, 30L),
                        List.<Object>of(Kind.AFFORDABLE_TICKS, 8L, 80_000L, 31),
                        List.<Object>of(Kind.MISSING_TICKS, 8L, 80_000L, 32))
                .iterator();
        int count = reader.poll(event -> {
            List<Object> values = new ArrayList<>(List.of(event.kind(), event.tick(), event.simulationNanos()));
            values.addAll(payload(event));
            assertEquals(expected.next(), values);
        });
        assertEquals(18, count);
    }

    @Test
    void aReaderGetsOnlyTheKindsItAskedFor() {
        EventReader usual = events.with().open();
        assertFalse(sink.wantsHash());
        EventReader hashes = events.with(Kind.HASH)
                .capacity(1)
                .onSlow(SlowConsumerPolicy.end())
                .open();
        assertTrue(sink.wantsHash());
        sink.hash(0, 0, 1);
        sink.tick(0, 0, 1, 1, 1, 1, true);
        assertEquals(1, usual.poll(event -> assertEquals(Kind.TICK, event.kind())));
        assertEquals(1, hashes.poll(event -> assertEquals(Kind.HASH, event.kind())));
        assertEquals(0, hashes.missed());
    }

    @Test
    void aValueOfAnotherKindIsRefused() {
        EventReader reader = events.with(Kind.values()).capacity(16).open();
        sink.beginStep(7, 70_000);
        sink.contactBegin(1, 2, 3, 4, 5, 6, 7, 8, 9);
        sink.fault(7, 70_000, new Exception("a fault"));
        sink.tick(7, 70_000, 18, 19, 20, 21, true);
        sink.asleep(3);
        List<Executable> refused = new ArrayList<>();
        reader.poll(event -> {
            switch (event.kind()) {
                case CONTACT_BEGIN -> {
                    assertHasNo("CONTACT_BEGIN has no cause", event::cause);
                    assertHasNo("CONTACT_BEGIN has no data", event::data);
                    assertHasNo("CONTACT_BEGIN has no hash", event::hash);
                }
                case FAULT -> assertHasNo("FAULT has no impulse", event::impulse);
                case TICK -> {
                    assertHasNo("TICK has no slotA", event::slotA);
                    assertHasNo("TICK has no lifeA", event::lifeA);
                    assertHasNo("TICK has no droppedNanos", event::droppedNanos);
                }
                default -> assertHasNo("ASLEEP has no slotB", event::slotB);
            }
            refused.add(() -> {});
        });
        assertEquals(4, refused.size());
    }

    private static void assertHasNo(String what, Executable accessor) {
        String message = assertThrows(IllegalStateException.class, accessor).getMessage();
        assertTrue(message.startsWith("an event of kind " + what + "; "), message);
    }

    private static List<Object> payload(PhysicsEvent event) {
        return switch (event.kind()) {
            case FAULT, COMMAND_FAILED, HANDLER_FAILED, HUNG_STEP -> List.of(event.cause());
            case CONTACT_BEGIN ->
                List.of(
                        event.slotA(),
                        event.slotB(),
                        event.x(),
                        event.y(),
                        event.z(),
                        event.nx(),
                        event.ny(),
                        event.nz(),
                        event.impulse());
            case CONTACT_END, SENSOR_END -> List.of(event.slotA(), event.slotB());
            case SENSOR_BEGIN -> List.of(event.slotA(), event.slotB(), event.x(), event.y(), event.z());
            case ASLEEP, AWAKE -> List.of(event.slotA());
            case USER ->
                List.of(event.code(), event.slotA(), event.slotB(), event.x(), event.y(), event.z(), event.data());
            case SLIP -> List.of(event.droppedNanos());
            case SUSTAINED_SCALE -> List.of(event.sustainedScale());
            case INPUT_WAIT, INPUT_ARRIVED -> List.of(event.awaitedPlayer(), event.inputWaitNanos());
            case TICK ->
                List.of(
                        event.latenessNanos(),
                        event.computeNanos(),
                        event.publicationLatenessNanos(),
                        event.debtNanos(),
                        event.isPublished());
            case HASH -> List.of(event.hash());
            case CANCELLED -> List.of(event.cancelled(), event.slotA());
            case AFFORDABLE_TICKS -> List.of(event.affordableTicks());
            case MISSING_TICKS -> List.of(event.missingTicks());
        };
    }

    @Test
    void aPollDeliversOnlyEventsWrittenBeforeIt() {
        EventReader reader = events.with().open();
        write(0, 0, 1);
        EventLog writing = new EventLog() {
            @Override
            public void onEvent(PhysicsEvent event) {
                super.onEvent(event);
                if (event.data() < 3) {
                    write(0, event.data() + 1, event.data() + 2);
                }
            }
        };
        assertEquals(1, reader.poll(writing));
        assertEquals(1, reader.poll(writing));
        writing.assertLines("0", "1");
        assertEquals(0, events.with().open().poll(log));
    }

    @Test
    void aPollUpToATickLeavesLaterEventsForTheNextPoll() {
        EventReader reader = events.with().open();
        events.unshown().published(9);
        write(1, 0, 2);
        write(3, 2, 4);
        write(4, 4, 5);
        assertEquals(0, reader.poll(State.NO_TICK, log));
        assertEquals(2, reader.poll(2, log));
        assertEquals(0, reader.poll(2, log));
        assertEquals(0, reader.poll(1, log));
        assertEquals(2, reader.poll(3, log));
        log.assertLines("0", "1", "2", "3");
        assertEquals(1, reader.poll(log));
        log.assertLines("0", "1", "2", "3", "4");
    }

    @Test
    void aGapIsReportedWithTheEventAfterItAndNotBefore() {
        EventReader reader = events.with().capacity(2).open();
        write(1, 0, 3);
        reader.poll(1, log);
        write(2, 3, 5);
        assertEquals(0, reader.poll(1, log));
        log.assertLines("0", "1");
        assertEquals(2, reader.poll(2, log));
        log.assertLines("0", "1", "missed 1 since tick 1", "3", "4");
    }

    @Test
    void afterTheEndThePictureGetsTheRestOnceItHasReachedTheLastState() {
        EventReader reader = events.with().open();
        write(4, 0, 1);
        write(5, 1, 2);
        events.unshown().published(4);
        events.close();
        assertEquals(0, reader.poll(3, log));
        assertTrue(reader.isOpen());
        assertEquals(2, reader.poll(4, log));
        assertFalse(reader.isOpen());
        log.assertLines("0", "1");
    }

    @Test
    void theEventsOfAFailedTickAreDueWithTheNewestState() {
        EventReader reader = events.with().open();
        events.unshown().published(4);
        write(5, 0, 1);
        events.unshown().unshown(5);
        write(6, 1, 2);
        assertEquals(0, reader.poll(3, log));
        assertEquals(1, reader.poll(4, log));
        events.unshown().published(6);
        assertEquals(0, reader.poll(4, log));
        assertEquals(1, reader.poll(6, log));
        log.assertLines("0", "1");
    }

    @Test
    void missedEventsAreCountedAndReportedAtTheGap() {
        EventReader reader = events.with().capacity(4).open();
        write(0, 0, 4);
        write(1, 4, 6);
        write(2, 6, 9);
        assertEquals(5, reader.missed());
        assertEquals(4, reader.poll(log));
        log.assertLines("0", "1", "2", "3");
        write(3, 9, 14);
        write(4, 14, 15);
        assertEquals(7, reader.missed());
        assertEquals(4, reader.poll(log));
        write(5, 15, 17);
        assertEquals(2, reader.poll(log));
        assertEquals(7, reader.missed());
        log.assertLines(
                "0",
                "1",
                "2",
                "3",
                "missed 5 since tick 1",
                "9",
                "10",
                "11",
                "12",
                "missed 2 since tick 3",
                "15",
                "16");
        assertTrue(reader.isOpen());
    }

    @Test
    void aPollFreesRoomAfterEachEvent() {
        EventReader reader = events.with().capacity(2).open();
        write(0, 0, 2);
        EventHandler writing = event -> {
            if (event.data() < 2) {
                write(1, 2 + event.data(), 3 + event.data());
            }
        };
        assertEquals(2, reader.poll(writing));
        assertEquals(1, reader.missed());
        assertEquals(1, reader.poll(log));
        log.assertLines("missed 1 since tick 1", "3");
    }

    @Test
    void aGapAtTheEndIsReported() {
        EventReader reader = events.with().capacity(2).open();
        write(0, 0, 2);
        write(1, 2, 5);
        events.close();
        assertTrue(reader.isOpen());
        assertEquals(2, reader.poll(log));
        log.assertLines("0", "1", "missed 3 since tick 1");
        assertFalse(reader.isOpen());
        write(2, 5, 6);
        assertEquals(0, reader.poll(log));
        log.assertLines("0", "1", "missed 3 since tick 1");
    }

    @Test
    void withPolicyEndTheFirstMissedEventEndsTheReader() {
        EventReader reader =
                events.with().capacity(2).onSlow(SlowConsumerPolicy.end()).open();
        write(0, 0, 2);
        assertEquals(2, reader.poll(log));
        write(1, 2, 4);
        write(2, 4, 6);
        assertTrue(reader.isOpen());
        assertEquals(2, reader.poll(log));
        write(3, 6, 7);
        assertEquals(0, reader.poll(log));
        log.assertLines("0", "1", "2", "3", "missed 1 since tick 2");
        assertFalse(reader.isOpen());
        assertEquals(1, reader.missed());
        assertEquals(0, events.streams().length);
    }

    @Test
    void aSlowConsumerDoesNotAffectOthers() {
        EventReader ending =
                events.with().capacity(1).onSlow(SlowConsumerPolicy.end()).open();
        EventReader dropping = events.with().capacity(2).open();
        EventReader roomy =
                events.with().capacity(4).onSlow(SlowConsumerPolicy.end()).open();
        EventLog droppingLog = new EventLog();
        EventLog roomyLog = new EventLog();
        write(0, 0, 4);
        assertEquals(1, ending.poll(log));
        assertEquals(2, dropping.poll(droppingLog));
        assertEquals(4, roomy.poll(roomyLog));
        write(1, 4, 5);
        assertEquals(1, roomy.poll(roomyLog));
        assertEquals(1, dropping.poll(droppingLog));
        log.assertLines("0", "missed 1 since tick 0");
        droppingLog.assertLines("0", "1", "missed 2 since tick 0", "4");
        roomyLog.assertLines("0", "1", "2", "3", "4");
    }

    @Test
    void consumersCanJoinAndLeaveBetweenEvents() {
        EventLog late = new EventLog();
        EventReader first = events.with().open();
        write(0, 0, 2);
        EventReader second = events.with().open();
        write(1, 2, 4);
        first.poll(log);
        first.close();
        first.close();
        write(2, 4, 5);
        second.poll(late);
        assertEquals(0, first.poll(log));
        log.assertLines("0", "1", "2", "3");
        late.assertLines("2", "3", "4");
        assertFalse(first.isOpen());
        assertTrue(second.isOpen());
        assertEquals(1, events.streams().length);
    }

    @Test
    void aPollContinuesAfterTheEventThatTheHandlerFailedFor() {
        EventReader reader = events.with().open();
        write(0, 0, 3);
        RuntimeException failure = new RuntimeException("over 1");
        EventHandler failing = event -> {
            log.onEvent(event);
            if (event.data() == 1) {
                throw failure;
            }
        };
        assertSame(failure, assertThrows(RuntimeException.class, () -> reader.poll(failing)));
        assertEquals(1, reader.poll(failing));
        log.assertLines("0", "1", "2");
    }

    @Test
    void aGapIsReportedOnceEvenIfTheHandlerThrows() {
        EventReader reader = events.with().capacity(1).open();
        EventLog failing = new EventLog() {
            @Override
            public void onMissed(long count, long sinceTick) {
                super.onMissed(count, sinceTick);
                throw new IllegalStateException("over a gap");
            }
        };
        write(0, 0, 2);
        reader.poll(failing);
        write(1, 2, 4);
        assertThrows(IllegalStateException.class, () -> reader.poll(failing));
        assertEquals(1, reader.poll(failing));
        write(2, 4, 6);
        events.close();
        assertThrows(IllegalStateException.class, () -> reader.poll(failing));
        assertEquals(1, reader.poll(log));
        log.assertLines("4", "missed 1 since tick 2");
        failing.assertLines("0", "missed 1 since tick 0", "2", "missed 1 since tick 1");
        assertFalse(reader.isOpen());
    }

    @Test
    void theReaderEndsEvenIfTheHandlerThrowsForTheLastGap() {
        EventReader reader =
                events.with().capacity(1).onSlow(SlowConsumerPolicy.end()).open();
        write(0, 0, 2);
        EventLog failing = new EventLog() {
            @Override
            public void onMissed(long count, long sinceTick) {
                throw new IllegalStateException("over the last gap");
            }
        };
        assertThrows(IllegalStateException.class, () -> reader.poll(failing));
        assertFalse(reader.isOpen());
        assertEquals(0, events.streams().length);
    }

    @Test
    void closeFromInsideTheHandlerMakesItsCallTheLast() {
        EventReader reader = events.with().capacity(2).open();
        write(0, 0, 3);
        assertEquals(1, reader.poll(event -> {
            log.onEvent(event);
            reader.close();
        }));
        EventReader other = events.with().capacity(1).open();
        write(1, 3, 5);
        other.poll(log);
        write(2, 5, 6);
        EventLog closing = new EventLog() {
            @Override
            public void onMissed(long count, long sinceTick) {
                super.onMissed(count, sinceTick);
                other.close();
            }
        };
        assertEquals(0, other.poll(closing));
        log.assertLines("0", "3");
        closing.assertLines("missed 1 since tick 1");
    }

    @Test
    void closeFromInsideTheHandlerSkipsTheGapAfterTheEvent() {
        EventReader reader = events.with().capacity(2).open();
        write(0, 0, 3);
        EventHandler failing = event -> {
            throw new IllegalStateException("over the first");
        };
        assertThrows(IllegalStateException.class, () -> reader.poll(failing));
        write(1, 3, 4);
        EventLog closing = new EventLog() {
            @Override
            public void onEvent(PhysicsEvent event) {
                super.onEvent(event);
                reader.close();
            }
        };
        assertEquals(1, reader.poll(closing));
        closing.assertLines("1");
    }

    @Test
    void aClosedReaderDoesNotReportItsLastGap() {
        EventReader reader = events.with().capacity(1).open();
        write(0, 0, 2);
        reader.close();
        assertEquals(0, reader.poll(log));
        log.assertLines();
    }

    @Test
    void pollsDuringAPollAreRefused() {
        EventReader reader = events.with().open();
        write(0, 0, 3);
        EventHandler nested = event -> {
            assertRefused("not by its handler", () -> reader.poll(log));
            AtomicReference<Throwable> refusal = new AtomicReference<>();
            Thread second =
                    new Thread(() -> refusal.set(assertThrows(IllegalStateException.class, () -> reader.poll(log))));
            second.start();
            assertTrue(Threads.join(second, 30_000_000_000L));
            assertTrue(refusal.get().getMessage().contains(second.getName()));
        };
        assertEquals(3, reader.poll(nested));
        assertEquals(0, reader.poll(nested));
        log.assertLines();
    }

    @Test
    void consumersThatJoinAfterTheEndAreClosed() {
        events.close();
        EventReader reader = events.with().open();
        EventSubscription subscription =
                events.with().onSlow(SlowConsumerPolicy.end()).subscribe("late", log);
        assertFalse(reader.isOpen());
        assertFalse(subscription.isOpen());
        assertFalse(subscription.thread().isAlive());
        write(0, 0, 1);
        assertEquals(0, reader.poll(log));
        subscription.close();
        assertEquals(0, events.streams().length);
        log.assertLines();
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -4, 0, 3, 1_000, 1 << 21})
    void invalidCapacitiesAreRefused(int capacity) {
        String value = "was " + capacity;
        assertRefused(value, () -> events.with().capacity(capacity));
    }

    @Test
    void eachOpenOfABuilderMakesANewReader() {
        Events.Builder options = events.with(Kind.USER).capacity(1);
        EventReader first = options.open();
        write(0, 0, 1);
        EventReader second = options.capacity(2).open();
        write(1, 1, 3);
        assertEquals(1, first.poll(log));
        assertEquals(2, second.poll(log));
        log.assertLines("0", "1", "2");
    }

    @Test
    void nullArgumentsAreRefusedImmediately() {
        assertRefused("kinds must not be null", () -> events.with((Kind[]) null));
        assertRefused("kind must not be null", () -> events.with(Kind.TICK, null));
        assertRefused("policy must not be null", () -> events.with().onSlow(null));
        assertRefused("name must not be null", () -> events.with().subscribe(null, log));
        assertRefused("handler must not be null", () -> events.with().subscribe("x", null));
        EventReader reader = events.with().open();
        assertRefused("handler must not be null", () -> reader.poll(null));
        assertEquals(1, events.streams().length);
    }

    @Test
    void writersOtherThanThePhysicsThreadAreRefused() throws InterruptedException {
        EventReader reader = events.with().open();
        sink.beginStep(0, 0);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread worker = new Thread(() -> {
            assertRefused("thread that steps, which is Thread[", () -> sink.contactBegin(0, 0, 0, 0, 0, 0, 0, 0, 0));
            assertRefused("when the workers are done", () -> sink.user(0, 0, 0, 0, 0, 0, 0));
        });
        worker.setUncaughtExceptionHandler((died, cause) -> failure.set(cause));
        worker.start();
        worker.join();
        assertNull(failure.get(), () -> failure.get().toString());
        assertEquals(0, reader.poll(log));
    }

    private void write(long tick, long from, long to) {
        sink.beginStep(tick, tick * 10);
        for (long value = from; value < to; value++) {
            sink.user(0, 0, 0, 0, 0, 0, value);
        }
    }

    private static void assertRefused(String part, Executable call) {
        String message = assertThrows(RuntimeException.class, call).getMessage();
        assertTrue(message.contains(part), message);
    }
}
