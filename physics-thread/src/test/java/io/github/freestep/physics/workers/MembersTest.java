package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MembersTest {
    private final Members members = new Members(false);

    @Test
    void aWorkerWithOneRunEndsWhenThatLeaves() {
        Members one = new Members(true);
        assertEquals(1, one.count());
        assertFalse(one.endIfEmpty());
        one.remove();
        assertFalse(one.hasEnded(), "it looks only between two passes");
        assertTrue(one.endIfEmpty());
        assertTrue(one.hasEnded());
    }

    @Test
    void aWorkerOfAGroupWaitsForMoreRunsUntilItMayEnd() {
        assertFalse(members.endIfEmpty());
        members.add();
        members.end();
        assertFalse(members.endIfEmpty());
        members.remove();
        assertTrue(members.endIfEmpty());
        assertTrue(members.endIfEmpty(), "also when asked again");
        assertEquals(0, members.count());
    }

    @Test
    void aRunIsHandedOverOnlyToAWorkerThatHasNotEnded() {
        assertTrue(members.tryAdd());
        assertTrue(members.tryAdd());
        assertEquals(2, members.count());
        members.end();
        assertTrue(members.tryAdd(), "it still has runs");
        for (int i = 0; i < 3; i++) {
            assertFalse(members.endIfEmpty());
            members.remove();
        }
        assertTrue(members.tryAdd(), "it has not looked yet");
        members.remove();
        assertTrue(members.endIfEmpty());
        assertFalse(members.tryAdd());
        assertTrue(members.hasEnded());
        assertEquals(0, members.count());
    }
}
