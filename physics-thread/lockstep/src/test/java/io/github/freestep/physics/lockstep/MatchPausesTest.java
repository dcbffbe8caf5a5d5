package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pauses, time scales and removals, which only the process of the sequencer can ask for. */
class MatchPausesTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aWaitThatBeganBeforeAPauseEndsWithIt() {
        Table table = Table.started(Table.settings(2));
        ScriptedPeer late = table.peers.get(1);
        late.silent = true;
        table.network.run(SECOND / 2);
        table.network.sequencer().pause(true);
        table.network.run(10 * SECOND);
        assertNull(late.end);
        table.network.sequencer().pause(false);
        table.network.run(SECOND / 4);
        late.silent = false;
        table.network.run(SECOND);
        assertNull(late.end);
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void slowMotionLeavesAPlayerNoCreditForLater() {
        Table table = Table.started(Table.settings(2));
        table.network.sequencer().scale(Ratio.of(1, 1_000));
        table.network.run(SECOND);
        table.peers.get(1).silent = true;
        table.network.run(40 * SECOND); // The last two ticks for which it has sent input.
        table.network.sequencer().scale(Ratio.ONE);
        table.network.run(2 * SECOND);
        assertNotNull(table.peers.get(1).end);
    }

    @Test
    void twoRequestsToRemoveAPlayerRemoveItOnce() {
        Table table = Table.started(Table.settings(3).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        table.peers.get(1).silent = true;
        table.network.run(SECOND);
        table.network.sequencer().remove(1);
        table.network.sequencer().remove(1);
        table.network.run(SECOND);
        assertEquals(2, table.network.sequencer().status().players());
        assertTrue(table.peers.get(0).left.contains(1), "no tick says that the player has left");
    }
}
