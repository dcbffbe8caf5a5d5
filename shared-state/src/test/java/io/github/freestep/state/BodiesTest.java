package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.Anchor;
import org.junit.jupiter.api.Test;

class BodiesTest {
    private final StatePublisher publisher = StatePublisher.open(StateLayout.of(3), 4);
    private final Bodies bodies = publisher.bodies();
    private final StateSubscriber reader = publisher.channel().subscribe();
    private int tick;

    @Test
    void everyBreakInAMotionBeginsANewEpoch() {
        bodies.spawn(1);
        State spawned = publish();
        bodies.teleport(1);
        State teleported = publish();
        bodies.remove(1);
        State removed = publish();
        bodies.spawn(1);
        State reused = publish();

        assertTrue(spawned.alive(1));
        assertTrue(teleported.alive(1));
        assertFalse(removed.alive(1));
        assertTrue(reused.alive(1));
        assertNotEquals(spawned.epochs()[1], teleported.epochs()[1]);
        assertNotEquals(teleported.epochs()[1], reused.epochs()[1]);
    }

    @Test
    void anUnbrokenMotionKeepsItsEpochThroughEverySlot() {
        bodies.spawn(0);
        int epoch = publish().epochs()[0];
        for (int i = 0; i < 20; i++) {
            assertEquals(epoch, publish().epochs()[0]);
        }
    }

    @Test
    void aRemovalAndASpawnBetweenTwoWrittenStatesStillShow() {
        bodies.spawn(0);
        int before = publish().epochs()[0];
        bodies.remove(0);
        bodies.spawn(0);
        assertNotEquals(before, publish().epochs()[0]);
    }

    @Test
    void aBodyThatWasPutElsewhereIsToldFromAnotherWithItsNumber() {
        bodies.spawn(0);
        State state = publish();
        int epoch = state.epochs()[0];
        for (int i = 0; i < 3; i++) {
            bodies.teleport(0);
            state = publish();
            assertTrue(state.sameLife(0, epoch));
            assertNotEquals(epoch, state.epochs()[0]);
        }
        bodies.remove(0);
        assertFalse(publish().sameLife(0, epoch));
        bodies.spawn(0);
        assertFalse(publish().sameLife(0, epoch));
    }

    @Test
    void theCountCoversEveryBodyThatEverLived() {
        assertEquals(0, publish().bodies());
        bodies.spawn(2);
        assertEquals(3, publish().bodies());
        assertFalse(publish().alive(1));
        bodies.remove(2);
        assertEquals(3, publish().bodies());
    }

    @Test
    void namesWhatIsWrongAndChangesNothing() {
        assertMessage("beyond the capacity of 3", IllegalArgumentException.class, () -> bodies.spawn(3));
        assertMessage("body -1", IllegalArgumentException.class, () -> bodies.spawn(-1));
        assertMessage("body 1 does not exist", IllegalStateException.class, () -> bodies.remove(1));
        assertMessage("body 1 does not exist", IllegalStateException.class, () -> bodies.teleport(1));
        bodies.spawn(1);
        int epoch = publish().epochs()[1];
        assertMessage("exists already", IllegalStateException.class, () -> bodies.spawn(1));
        assertEquals(epoch, publish().epochs()[1]);
        assertEquals(2, bodies.count());
    }

    private static void assertMessage(
            String part, Class<? extends Throwable> type, org.junit.jupiter.api.function.Executable call) {
        String message = assertThrows(type, call).getMessage();
        assertTrue(message.contains(part), message);
    }

    private State publish() {
        publisher.begin(tick++, 0, new Anchor(), 0);
        publisher.publish(0);
        assertTrue(reader.acquire());
        return reader.state(0);
    }
}
