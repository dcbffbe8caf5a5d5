package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node is lost once its beats are missing, but not because this node or the store stood still. */
class NodeBeatsTest {
    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 5_000_000_000L);
    private boolean writes = true;
    private NodeBeats own;
    private NodeBeats other;

    @BeforeEach
    void create() {
        RoomStore store = KeptStore.watched(FileRoomStore.in(folder), (name, arguments) -> {
            if (name.equals("beat") && !writes) {
                throw new IOException("read-only");
            }
        });
        own = new NodeBeats(store, "own", clock);
        other = new NodeBeats(store, "other", clock);
        other.show("there:1");
        own.show("here:1");
    }

    @Test
    void aNodeIsLostAfterTwoSecondsOfSilence() {
        run(3_000, true);
        run(1_800, false);
        assertFalse(own.isLost("other"));
        run(300, false);
        assertTrue(own.isLost("other"));
        assertFalse(own.isLost("own"));
        run(200, true);
        assertFalse(own.isLost("other"), "it writes again");
    }

    /** Otherwise the others would take the death of a process that is started again at once for a split. */
    @Test
    void aMemberIsLostOnceAnotherProcessHasItsName() {
        run(3_000, true);
        other = new NodeBeats(FileRoomStore.in(folder), "other", clock);
        run(100, true);
        assertTrue(own.isLost("other"));
        other.show("there:1");
        run(100, true);
        assertFalse(own.isLost("other"), "it has joined");
    }

    /** Otherwise a node that was frozen would remove all others when it continues. */
    @Test
    void aNodeThatStoodStillAccusesNoOther() {
        run(3_000, true);
        clock.advance(10_000_000_000L);
        run(1_800, false);
        assertFalse(own.isLost("other"));
        run(300, false);
        assertTrue(own.isLost("other"));
    }

    /** Its thread may hang, while others still ask it. */
    @Test
    void whatWasNotedLongAgoAccusesNoNode() {
        run(3_000, true);
        run(2_200, false);
        assertTrue(own.isLost("other"));
        clock.advance(1_500_000_000);
        assertFalse(own.isLost("other"));
    }

    /** Otherwise all nodes of a database that takes no writes would remove each other. */
    @Test
    void nodesOfAStoreThatTakesNoBeatsAreNotLost() {
        run(3_000, true);
        writes = false;
        run(5_000, true);
        assertFalse(own.isLost("other"));
        writes = true;
        run(1_800, false);
        assertFalse(own.isLost("other"), "the store may have refused it until now");
        run(300, false);
        assertTrue(own.isLost("other"));
        writes = false;
        run(1_700, false);
        assertFalse(own.isLost("other"), "nothing is known now");
    }

    @Test
    void theAgeIsThatOfTheNewestBeatThatWasReadBack() {
        assertEquals(Long.MAX_VALUE, own.ageNanos());
        run(1_000, true);
        assertTrue(own.ageNanos() <= 250_000_000);
        writes = false;
        run(5_000, true);
        assertTrue(own.ageNanos() >= 5_000_000_000L);
    }

    private void run(long millis, boolean isOtherThere) {
        for (long passed = 0; passed < millis; passed += 100) {
            if (isOtherThere) {
                KeptRooms.look(other);
            }
            KeptRooms.look(own);
            clock.advance(100_000_000);
        }
    }
}
