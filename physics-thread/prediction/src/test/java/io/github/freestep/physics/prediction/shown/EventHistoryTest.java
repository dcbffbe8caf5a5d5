package io.github.freestep.physics.prediction.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.EventValues;
import org.junit.jupiter.api.Test;

class EventHistoryTest {
    private static final int SAME = EventHistory.SAME_TICKS;

    private final EventHistory history = new EventHistory();

    private static EventValues event(long tick, int slot, int code) {
        EventValues event = new EventValues();
        event.kind = code == 0 ? EventValues.CONTACT_BEGIN : EventValues.USER;
        event.tick = tick;
        event.slotA = slot;
        event.code = code;
        return event;
    }

    @Test
    void anEventThatComesAgainIsTheSame() {
        assertTrue(history.predict(event(10, 1, 0)));
        assertTrue(history.predict(event(10, 1, 0)), "two contacts of one body in a tick");
        assertTrue(history.predict(event(12, 1, 5)));
        history.doubt(8);
        assertFalse(history.predict(event(11, 1, 0)));
        assertFalse(history.predict(event(9, 1, 0)));
        assertTrue(history.predict(event(10, 1, 0)), "a third contact");
        assertTrue(history.predict(event(12, 1, 6)), "another code");
        assertTrue(history.predict(event(12 + SAME + 1, 1, 5)), "too late to be the same");
        assertFalse(history.predict(event(12 + SAME, 1, 5)));
    }

    @Test
    void anEventThatIsNotConfirmedIsWrong() {
        history.predict(event(10, 1, 0));
        history.predict(event(11, 2, 0));
        assertFalse(history.confirm(event(11 + SAME, 2, 0)));
        assertTrue(history.confirm(event(11, 2, 0)), "confirmed once only");
        assertTrue(history.confirm(event(12, 3, 0)), "not predicted");
        assertNull(history.takeWrong(10 + SAME - 1));
        EventValues wrong = history.takeWrong(10 + SAME);
        assertNotNull(wrong);
        assertEquals(1, wrong.slotA);
        assertEquals(10, wrong.tick);
        assertNull(history.takeWrong(1_000));
    }

    @Test
    void aConfirmedEventMayBeSteppedAgain() {
        history.predict(event(10, 1, 0));
        assertFalse(history.confirm(event(10, 1, 0)));
        history.doubt(8);
        assertFalse(history.predict(event(10, 1, 0)));
        assertNull(history.takeWrong(1_000));
    }

    /** Else it would count as the same as an event of the match that comes later than it does. */
    @Test
    void aConfirmedEventKeepsItsTickWhenItIsSteppedAgain() {
        history.predict(event(10, 1, 0));
        history.confirm(event(10, 1, 0));
        history.doubt(8);
        assertFalse(history.predict(event(10 + SAME, 1, 0)));
        history.doubt(8);
        assertTrue(history.predict(event(10 + SAME + 1, 1, 0)));
    }

    @Test
    void eventsInDoubtAreFoundAfterOthersWereRemoved() {
        history.predict(event(8, 1, 0));
        history.predict(event(10, 2, 0));
        history.predict(event(11, 3, 0));
        history.doubt(9);
        assertEquals(1, history.takeWrong(8 + SAME).slotA, "one without doubt");
        assertEquals(2, history.takeWrong(10 + SAME).slotA, "one in doubt");
        assertTrue(history.predict(event(11, 4, 0)), "a new one");
        assertFalse(history.predict(event(11, 3, 0)));
        assertTrue(history.predict(event(11, 3, 0)), "found once only");
    }

    @Test
    void oldAndTooManyEventsAreForgotten() {
        for (int i = 0; i < 10_000; i++) {
            assertTrue(history.predict(event(i / 1_000, i, 0)));
        }
        int wrong = 0;
        int newest = 0;
        for (EventValues each = history.takeWrong(99); each != null; each = history.takeWrong(99)) {
            wrong++;
            newest = Math.max(newest, each.slotA);
        }
        assertTrue(wrong > 3_000 && wrong <= 4_096, wrong + " events");
        assertEquals(9_999, newest);
        for (int i = 0; i < 1_000; i++) {
            history.predict(event(10, i, 0));
        }
        history.forget(1_000);
        assertNull(history.takeWrong(2_000));
    }
}
