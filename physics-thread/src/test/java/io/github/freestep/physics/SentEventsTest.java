package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.EventQueue;
import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsEvent.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a sender of states gets from a reader of events. */
class SentEventsTest {
    private final RunOutput output = ServicelessEvents.create();
    private final Events events = output.events();
    private final EventSink sink = output.get();
    private final List<String> taken = new ArrayList<>();
    private final EventTaker taker = new EventTaker() {
        @Override
        public void event(EventValues event) {
            String normal = event.kind == EventValues.CONTACT_BEGIN
                    ? " " + event.nx + event.ny + event.nz + " " + event.impulse
                    : "";
            String user = event.kind == EventValues.USER ? " " + event.code + " " + event.data : "";
            boolean hasPlace = event.kind == EventValues.SENSOR_BEGIN || !normal.isEmpty() || !user.isEmpty();
            String place = hasPlace ? " " + event.x + event.y + event.z : "";
            String pair = event.kind != EventValues.ASLEEP && event.kind != EventValues.AWAKE ? " " + event.slotB : "";
            taken.add(event.kind + " " + event.tick + " " + event.slotA + pair + place + normal + user);
        }

        @Override
        public void missed(long count) {
            taken.add("missed " + count);
        }
    };

    @Test
    void aSenderGetsTheValuesOfEachKind() {
        EventReader reader = events.with(
                        Kind.CONTACT_BEGIN,
                        Kind.CONTACT_END,
                        Kind.SENSOR_BEGIN,
                        Kind.SENSOR_END,
                        Kind.ASLEEP,
                        Kind.AWAKE,
                        Kind.USER)
                .open();
        EventQueue queue = Inside.of(reader);
        queue.requireSendable();
        output.openStep.begin(7, 70_000);
        sink.contactBegin(1, 2, 3, 4, 5, 6, 7, 8, 9);
        sink.contactEnd(1, 2);
        sink.sensorBegin(3, 4, 5, 6, 7);
        sink.sensorEnd(3, 4);
        sink.asleep(5);
        sink.awake(6);
        sink.user(10, 11, 12, 13, 14, 15, 16);
        Runnable drain = queue.drainTo(taker);
        drain.run();
        drain.run();
        assertEquals(
                List.of(
                        "1 7 1 2 3.04.05.0 6.07.08.0 9.0",
                        "2 7 1 2",
                        "3 7 3 4 5.06.07.0",
                        "4 7 3 4",
                        "5 7 5",
                        "6 7 6",
                        "7 7 11 12 13.014.015.0 10 16"),
                taken);
    }

    @Test
    void aSenderLearnsOfAGap() {
        EventReader reader = events.with(Kind.ASLEEP).capacity(2).open();
        output.openStep.begin(1, 10);
        for (int slot = 0; slot < 5; slot++) {
            sink.asleep(slot);
        }
        Inside.of(reader).drainTo(taker).run();
        sink.asleep(5);
        Inside.of(reader).drainTo(taker).run();
        assertEquals(List.of("5 1 0", "5 1 1", "missed 3", "5 1 5"), taken);
    }
}
