package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.EventValues;
import io.github.freestep.physics.PhysicsEvent.Kind;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventReaderTest {
    private static final String VALUES = """
            TICK computeNanos isPublished latenessNanos publicationLatenessNanos
            CONTACT_BEGIN impulse nx ny nz slotA slotB x y z
            CONTACT_END slotA slotB
            SENSOR_BEGIN slotA slotB x y z
            SENSOR_END slotA slotB
            ASLEEP slotA
            AWAKE slotA
            USER code data slotA slotB x y z
            SUSTAINED_SCALE sustainedScale
            FAULT cause
            COMMAND_FAILED cause
            HASH hash
            CANCELLED cancelled slotA
            PREDICTION_DIFFERED cause
            """;

    private final RunOutput output = ServicelessEvents.create();
    private final Events events = output.events();
    private final EventSink sink = output.get();
    private final EventLog log = new EventLog();

    @AfterEach
    void end() {
        output.close();
        assertTrue(events.awaitEnd(TimeUnit.MINUTES.toNanos(1)));
    }

    @Test
    void eventsThatAreMadeAfterTheEndOfTheRunAreClosed() {
        RunOutput late = ServicelessEvents.create();
        late.close();
        assertFalse(late.events().with().open().isOpen());
    }

    /** The classes of the events would take as long as a tick; and a thread may ask for them during a step. */
    @Test
    void aSinkMakesNoEventsAndReportsOnceAnotherThreadHas() {
        RunOutput late = ServicelessEvents.create();
        late.openStep.begin(7, 70);
        late.get().asleep(0);
        assertFalse(late.get().wants(Kind.ASLEEP));
        assertNull(late.made());
        EventReader reader = late.events().with(Kind.ASLEEP).open();
        late.get().asleep(0);
        assertEquals(1, reader.poll(event -> assertEquals(7, event.tick())));
    }

    @Test
    void anEventRefusesTheValuesOfOtherKinds() {
        PhysicsEvent event = new PhysicsEvent();
        List<String> lines = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            event.kind = kind;
            event.cancelled = Kind.ASLEEP;
            lines.add(kind + values(event));
        }
        assertEquals(VALUES.lines().toList(), lines);
    }

    /** Receivers of states and predictions get these kinds. */
    @Test
    void theKindsOfStepsAreThoseThatASinkReports() throws ReflectiveOperationException {
        Set<Kind> reported = EnumSet.noneOf(Kind.class);
        events.with(Kind.values()).open();
        output.openStep.begin(1, 1);
        sink.filter(event -> reported.add(PhysicsEvent.received(event.kind)));
        for (Method report : EventSink.class.getDeclaredMethods()) {
            if (Modifier.isPublic(report.getModifiers()) && report.getReturnType() == void.class) {
                report.invoke(
                        sink,
                        Stream.of(report.getParameterTypes())
                                .map(type -> Array.get(Array.newInstance(type, 1), 0))
                                .toArray());
            }
        }
        assertEquals(PhysicsEvent.STEP_KINDS, reported);
        for (Kind kind : reported) {
            assertEquals(EventValues.class.getField(kind.name()).get(null), PhysicsEvent.sent(kind));
        }
    }

    @Test
    void afterTheLastConsumerHasLeftNoEventIsMade() {
        List<EventValues> made = new ArrayList<>();
        sink.filter(made::add);
        output.openStep.begin(1, 1);
        EventReader reader = events.with().open();
        sink.asleep(0);
        assertEquals(1, made.size());
        reader.close();
        sink.asleep(0);
        assertEquals(1, made.size());
    }

    /** Returns what an event does not refuse. The lives of bodies are those of their slots. */
    private static String values(PhysicsEvent event) {
        Set<String> values = new TreeSet<>();
        for (Method value : PhysicsEvent.class.getDeclaredMethods()) {
            boolean isValue = value.getParameterCount() == 0 && Modifier.isPublic(value.getModifiers());
            if (isValue && !value.getName().matches("toString|kind|tick|simulationNanos|life.")) {
                try {
                    value.invoke(event);
                    values.add(" " + value.getName());
                } catch (InvocationTargetException refused) {
                    String message = refused.getCause().getMessage();
                    assertTrue(message.startsWith("an event of kind " + event.kind() + " has no "), message);
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return String.join("", values);
    }

    @Test
    void aReaderGetsOnlyTheKindsItAskedFor() {
        EventReader usual = events.with().open();
        assertFalse(events.writer.wantsHash());
        EventReader hashes = events.with(Kind.HASH).capacity(1).open();
        assertTrue(events.writer.wantsHash());
        events.writer.hash(0, 0, 1);
        events.writer.tick(0, 0, 1, 1, 1, true);
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
        output.unshown.published(4);
        output.close();
        assertEquals(0, reader.poll(3, log));
        assertTrue(reader.isOpen());
        assertEquals(2, reader.poll(4, log));
        assertFalse(reader.isOpen());
        log.assertLines("0", "1");
    }

    @Test
    void theEventsOfAFailedTickAreDueWithTheNewestState() {
        EventReader reader = events.with().open();
        output.unshown.published(4);
        write(5, 0, 1);
        output.unshown.unshown(5);
        write(6, 1, 2);
        assertEquals(0, reader.poll(3, log));
        assertEquals(1, reader.poll(4, log));
        output.unshown.published(6);
        assertEquals(0, reader.poll(4, log));
        assertEquals(1, reader.poll(6, log));
        log.assertLines("0", "1");
    }

    @Test
    void pollsDuringAPollAreRefused() {
        EventReader reader = events.with().open();
        write(0, 0, 3);
        EventHandler nested = event -> {
            refused("not by its handler", () -> reader.poll(log));
            assertNull(failureElsewhere(() -> {
                String second = Thread.currentThread().getName();
                refused(second, IllegalStateException.class, () -> reader.poll(log));
            }));
        };
        assertEquals(3, reader.poll(nested));
        assertEquals(0, reader.poll(nested));
        log.assertLines();
    }

    @Test
    void writersOtherThanThePhysicsThreadAreRefused() {
        EventReader reader = events.with().open();
        output.openStep.begin(0, 0);
        assertNull(failureElsewhere(() -> {
            refused("thread that steps, which is Thread[", () -> sink.contactBegin(0, 0, 0, 0, 0, 0, 0, 0, 0));
            refused("when the workers are done", () -> sink.user(0, 0, 0, 0, 0, 0, 0));
        }));
        assertEquals(0, reader.poll(log));
    }

    private void write(long tick, long from, long to) {
        output.openStep.begin(tick, tick * 10);
        for (long value = from; value < to; value++) {
            sink.user(0, 0, 0, 0, 0, 0, value);
        }
    }
}
