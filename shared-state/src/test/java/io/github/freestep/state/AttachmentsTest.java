package io.github.freestep.state;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AttachmentsTest {
    private static final int BODIES = 100;

    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(BODIES));
    private final StateReader reader = publisher.states().reader();
    private final Bodies bodies = publisher.bodies();
    private long tick;

    @BeforeEach
    void spawn() {
        for (int slot = 0; slot < BODIES; slot++) {
            bodies.spawn(slot);
        }
        StateWriter writer = begin();
        for (int slot = 0; slot < BODIES; slot++) {
            writer.position(slot, slot, 0, 0);
            writer.orientation(slot, 0, 0, 1, 0);
        }
        publish();
    }

    private StateWriter begin() {
        tick++;
        return publisher.begin(tick, tick, new TimeAnchor(), 0);
    }

    private State publish() {
        publisher.publish(0);
        reader.acquire();
        return reader.state(0);
    }

    @Test
    void parentsComeBeforeTheirChildren() {
        int[] chain = {50, 9, 80, 2, 99, 30, 31, 1, 60};
        StateWriter writer = begin();
        for (int i = chain.length - 1; i > 0; i--) {
            bodies.attach(chain[i], chain[i - 1]);
            writer.position(chain[i], 0, 0, 0);
        }
        bodies.attach(0, 1);
        writer.position(0, 0, 0, 0);
        State state = publish();
        assertEquals(chain.length, StateInside.attachments(state).count());
        for (int i = 1; i < chain.length - 1; i++) {
            assertEquals(chain[i], StateInside.attachments(state).child(i - 1));
            assertEquals(chain[i - 1], state.parent(chain[i]));
        }
    }

    @Test
    void aRefusalSaysWhyAndChangesNothing() {
        assertRefused(3, 3, "slot 3 must not be attached to slot 3, itself");
        for (int slot = 1; slot <= 8; slot++) {
            bodies.attach(slot, slot - 1);
        }
        assertRefused(9, 8, "would make it 9");
        assertRefused(0, 20, "slot 0 on slot 20 would make it 9");
        assertRefused(4, 8, "slot 4 must not be attached to slot 8, which is attached to it");
    }

    private void assertRefused(int child, int parent, String why) {
        int before = bodies.parent(child);
        refused(why, IllegalArgumentException.class, () -> bodies.attach(child, parent));
        assertEquals(before, bodies.parent(child));
    }

    @Test
    void aPoseFromBeforeTheAttachmentIsRefused() {
        StateWriter writer = begin();
        writer.position(70, 1, 1, 1);
        bodies.attach(70, 3);
        refused("70 was attached or detached", IllegalStateException.class, () -> publisher.publish(0));
        writer.position(70, 1, 1, 1);
        publish();
        bodies.attach(70, 3);
        begin();
        assertEquals(3, publish().parent(70), "the same parent again changes nothing");
        bodies.detach(70);
        begin();
        refused("70 was attached or detached", IllegalStateException.class, () -> publisher.publish(0));
        bodies.remove(70);
        publish();
    }

    @Test
    void anOrientationFromBeforeTheAttachmentIsThatOfAllStatesAfterIt() {
        StateWriter writer = begin();
        writer.orientation(70, 0, 0, 0, 1);
        bodies.attach(70, 3);
        writer.position(70, 1, 1, 1);
        for (int i = 0; i < 10; i++) {
            assertEquals(1, Math.abs(publish().qw()[70]));
            begin();
        }
    }

    @Test
    void theHashHasTheAttachments() {
        begin().position(70, 1, 1, 1);
        long free = publisher.hash();
        publish();
        bodies.attach(70, 3);
        begin().position(70, 1, 1, 1);
        long attached = publisher.hash();
        publish();
        bodies.attach(70, 4);
        begin().position(70, 1, 1, 1);
        long elsewhere = publisher.hash();
        publish();
        bodies.detach(70);
        begin().position(70, 1, 1, 1);
        assertEquals(free, publisher.hash());
        assertNotEquals(free, attached);
        assertNotEquals(attached, elsewhere);
    }

    @Test
    void aParentIsNotRemovedBeforeItsChildren() {
        bodies.attach(4, 3);
        bodies.attach(5, 3);
        refused("slot 3 has 2 bodies attached", IllegalStateException.class, () -> bodies.remove(3));
        bodies.detach(4);
        bodies.remove(5);
        bodies.remove(3);
        begin().position(4, 0, 0, 0);
        assertEquals(0, StateInside.attachments(publish()).count());
        bodies.spawn(5);
        assertEquals(State.NO_PARENT, bodies.parent(5));
    }
}
