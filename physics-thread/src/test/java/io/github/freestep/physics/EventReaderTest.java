package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsEvent.Kind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
    private static final String EVENTS = """
            CONTACT_BEGIN tick 7 at 70000 ns, slots 1 and 2, at (3.000000001E9, 4.0, 5.0), normal (6.0, 7.0, 8.0),\
             impulse 9.0 = {impulse=9.0, nx=6.0, ny=7.0, nz=8.0, slotA=1, slotB=2, x=3.000000001E9, y=4.0, z=5.0}
            CONTACT_END tick 7 at 70000 ns, slots 1 and 2 = {slotA=1, slotB=2}
            SENSOR_BEGIN tick 7 at 70000 ns, slots 3 and 4, at (3.000000001E9, 6.0, NaN)\
             = {slotA=3, slotB=4, x=3.000000001E9, y=6.0, z=NaN}
            SENSOR_END tick 7 at 70000 ns, slots 3 and 4 = {slotA=3, slotB=4}
            ASLEEP tick 7 at 70000 ns, slot 5 = {slotA=5}
            AWAKE tick 7 at 70000 ns, slot 6 = {slotA=6}
            USER tick 7 at 70000 ns, code 10, slots 11 and 12, at (13.0, 14.0, 15.0), data 16\
             = {code=10, data=16, slotA=11, slotB=12, x=13.0, y=14.0, z=15.0}
            SLIP tick 7 at 70000 ns, dropped 17 ns = {droppedNanos=17}
            SUSTAINED_SCALE tick 7 at 70000 ns, sustained scale 0.75 = {sustainedScale=0.75}
            INPUT_WAIT tick 7 at 70000 ns, player 2, wait 25 ns = {awaitedPlayer=2, inputWaitNanos=25}
            INPUT_ARRIVED tick 7 at 70000 ns, player 3, wait 26 ns = {awaitedPlayer=3, inputWaitNanos=26}
            TICK tick 7 at 70000 ns, lateness 18 ns, compute 19 ns, debt 21 ns, published, publication lateness 20 ns\
             = {computeNanos=19, debtNanos=21, isPublished=true, latenessNanos=18, publicationLatenessNanos=20}
            TICK tick 8 at 80000 ns, lateness 22 ns, compute 23 ns, debt 24 ns, not published\
             = {computeNanos=23, debtNanos=24, isPublished=false, latenessNanos=22, publicationLatenessNanos=0}
            FAULT tick 8 at 80000 ns, cause java.lang.Exception: a fault = {cause=java.lang.Exception: a fault}
            COMMAND_FAILED tick 8 at 80000 ns, cause java.lang.Exception: no = {cause=java.lang.Exception: no}
            HANDLER_FAILED tick 8 at 80000 ns, cause java.lang.Exception: a failure = {cause=java.lang.Exception: a failure}
            HASH tick 8 at 80000 ns, hash 1e = {hash=30}
            AFFORDABLE_TICKS tick 8 at 80000 ns, affordable ticks 31 = {affordableTicks=31}
            MISSING_TICKS tick 8 at 80000 ns, missing ticks 32 = {missingTicks=32}
            """;

    private final Events events = new Events(cause -> {}, () -> {});
    private final EventSink sink = events.sink();
    private final EventLog log = new EventLog();

    @AfterEach
    void end() {
        events.close();
        assertTrue(events.awaitEnd(TimeUnit.MINUTES.toNanos(1)));
    }

    /** All other values of an event are refused. */
    @Test
    void anEventHasTheValuesOfItsKindAndNamesThem() {
        EventReader reader = events.with(Kind.values()).capacity(32).open();
        EventSubscription other = events.with().subscribe("other", event -> {});
        sink.beginStep(7, 70_000);
        sink.contactBegin(1, 2, 3e9 + 1, 4, 5, 6, 7, 8, 9);
        sink.contactEnd(1, 2);
        sink.sensorBegin(3, 4, 3e9 + 1, 6, Double.NaN);
        sink.sensorEnd(3, 4);
        sink.asleep(5);
        sink.awake(6);
        sink.user(10, 11, 12, 13, 14, 15, 16);
        sink.number(Kind.SLIP, 7, 70_000, 17);
        sink.number(Kind.SUSTAINED_SCALE, 7, 70_000, Double.doubleToRawLongBits(0.75));
        sink.inputWait(Kind.INPUT_WAIT, 7, 70_000, 2, 25);
        sink.inputWait(Kind.INPUT_ARRIVED, 7, 70_000, 3, 26);
        sink.tick(7, 70_000, 18, 19, 20, 21, true);
        sink.tick(8, 80_000, 22, 23, 0, 24, false);
        sink.fault(8, 80_000, new Exception("a fault"));
        sink.failed(Kind.COMMAND_FAILED, 8, 80_000, new Exception("no"), null);
        sink.failed(Kind.HANDLER_FAILED, 8, 80_000, new Exception("a failure"), other.stream());
        sink.hash(8, 80_000, 30);
        sink.number(Kind.AFFORDABLE_TICKS, 8, 80_000, 31);
        sink.number(Kind.MISSING_TICKS, 8, 80_000, 32);
        List<String> lines = new ArrayList<>();
        reader.poll(event -> lines.add(event + " = " + values(event)));
        assertEquals(EVENTS.lines().toList(), lines);
    }

    /** Returns the values that an event does not refuse. The lives of bodies are those of their slots. */
    private static String values(PhysicsEvent event) {
        Map<String, Object> values = new TreeMap<>();
        for (Method value : PhysicsEvent.class.getDeclaredMethods()) {
            boolean isValue = value.getParameterCount() == 0 && Modifier.isPublic(value.getModifiers());
            if (isValue && !value.getName().matches("toString|kind|tick|simulationNanos|life.")) {
                try {
                    values.put(value.getName(), value.invoke(event));
                } catch (InvocationTargetException refused) {
                    String message = refused.getCause().getMessage();
                    assertTrue(message.startsWith("an event of kind " + event.kind() + " has no "), message);
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return values.toString();
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

    @Test
    void aConsumerIsWokenOncePerFlushWithNews() {
        int[] wakes = new int[1];
        EventStream stream = new EventStream(EnumSet.of(Kind.USER), SlowConsumerPolicy.drop(), 1);
        stream.setWaker(() -> wakes[0]++);
        stream.flush();
        assertEquals(0, wakes[0]);
        // The second does not fit, and a missed event is news as well.
        for (int tick = 1; tick <= 2; tick++) {
            stream.write(new PhysicsEvent(), tick);
            stream.flush();
            stream.flush();
            assertEquals(tick, wakes[0]);
        }
        stream.end();
        stream.write(new PhysicsEvent(), 3);
        stream.flush();
        assertEquals(3, wakes[0], "nothing is written after the end");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -4, 0, 3, 1_000, 1 << 21})
    void invalidCapacitiesAreRefused(int capacity) {
        String value = "was " + capacity;
        assertRefused(value, () -> events.with().capacity(capacity));
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
