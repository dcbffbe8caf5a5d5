package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.lockstep.link.Messages;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens to a player whose state differs. */
class WrongStatesTest {
    private static final long SECOND = 1_000_000_000L;

    /** Lets a player lie, and the others be silent, so that they do not know of it. */
    private static ScriptedPeer liar(Table table) {
        ScriptedPeer liar = table.peers.get(2);
        liar.lieAt = table.tick() + 10;
        table.network.runUntil(() -> table.tick() == liar.lieAt, SECOND);
        table.peers.subList(0, 2).forEach(peer -> peer.silent = true);
        table.network.run(SECOND / 10);
        return liar;
    }

    @Test
    void aWrongPlayerWhoHasGoneSilentLearnsItWhenItIsBack() {
        Table table = Table.started(Table.settings(3).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        ScriptedPeer liar = liar(table);
        List<ScriptedPeer> others = table.peers.subList(0, 2);
        table.network.remove(liar);
        table.network.run(45 * SECOND / 10);
        others.forEach(peer -> peer.silent = false);
        table.network.run(25 * SECOND / 10);
        table.network.add(liar);
        table.network.run(SECOND / 10);
        assertEquals("desync at " + liar.lieAt, liar.end);
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void aWrongPlayerWhoHasLeftBeforeTheOthersKnowCostsThemNothing() {
        Table table = Table.started(Table.settings(3));
        ScriptedPeer liar = liar(table);
        List<ScriptedPeer> others = table.peers.subList(0, 2);
        liar.send(to -> Messages.writeLeave(to, false));
        table.network.run(SECOND / 10);
        others.forEach(peer -> peer.silent = false);
        table.network.run(SECOND);
        assertEquals("ended: player 2 left", liar.end);
        assertEquals(2, table.network.sequencer().status().players());
        table.assertSame(liar.lieAt + 30);
    }
}
