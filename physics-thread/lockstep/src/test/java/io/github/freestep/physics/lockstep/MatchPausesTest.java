package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.link.HostRequest;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who may pause a match, change its time scale, or remove players. */
class MatchPausesTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aWaitThatBeganBeforeAPauseEndsWithIt() {
        Table table = Table.started(Table.settings(2), 0);
        ScriptedPeer late = table.peers.get(1);
        late.silent = true;
        table.network.run(SECOND / 2);
        table.peers.get(0).request(HostRequest.PAUSE);
        table.network.run(10 * SECOND);
        assertNull(late.end);
        table.peers.get(0).request(HostRequest.RESUME);
        table.network.run(SECOND / 4);
        late.silent = false;
        table.network.run(SECOND);
        assertNull(late.end);
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void slowMotionLeavesAPlayerNoCreditForLater() {
        Table table = Table.started(Table.settings(2), 0);
        ScriptedPeer host = table.peers.get(0);
        host.request(HostRequest.scale(Ratio.of(1, 1_000)));
        table.network.run(SECOND);
        table.peers.get(1).silent = true;
        table.network.run(40 * SECOND); // The last two ticks for which it has sent input.
        host.request(HostRequest.scale(Ratio.ONE));
        table.network.run(2 * SECOND);
        assertNotNull(table.peers.get(1).end);
    }

    @Test
    void theHostCannotPauseForEver() {
        Table table = Table.started(Table.settings(3), 2);
        ScriptedPeer host = table.peers.get(2);
        long tick = table.tick();
        for (int i = 0; i < 6_000; i++) {
            host.request(HostRequest.PAUSE);
            table.network.run(50_000_000);
        }
        assertEquals(60 * (300 - 3 * 60), table.tick() - tick, 30, "three pauses of a minute in five minutes");
        assertEquals("the match was paused 3 times, as often as the match settings allow", host.refusal);
        assertEquals(1, host.answers, "the same answer is sent once");
        assertNull(host.end);
    }

    @Test
    void theHostAlonePausesScalesAndRemoves() {
        for (boolean named : new boolean[] {false, true}) {
            Table table = new Table(named ? Table.settings(3).host(1) : Table.settings(3));
            table.network.host = named ? -1 : 1;
            // The number of a connection is then that of its token.
            table.network.sequencer().provesPlayers = named;
            for (int player = 0; player < 3; player++) {
                table.join(player);
            }
            table.network.run(SECOND);
            ScriptedPeer host = table.peers.get(1);
            ScriptedPeer other = table.peers.get(0);
            assertRefused(table, other, HostRequest.PAUSE, "pause the match");
            assertRefused(table, other, HostRequest.scale(Ratio.of(2)), "change the time scale");
            assertRefused(table, other, HostRequest.remove(2), "remove a player");
            assertEquals(1, host.rate);
            host.request(HostRequest.PAUSE);
            table.network.run(SECOND);
            assertRefused(table, other, HostRequest.RESUME, "end a pause");
            assertEquals(0, other.rate);
            host.request(HostRequest.RESUME);
            host.request(HostRequest.scale(Ratio.of(2)));
            host.request(HostRequest.remove(2));
            table.network.run(SECOND);
            assertEquals(2, other.rate);
            assertEquals("ended: the host, player 1, removed player 2", table.peers.get(2).end);
            assertEquals("", host.refusal);
        }
    }

    private static void assertRefused(Table table, ScriptedPeer by, HostRequest request, String what) {
        by.request(request);
        table.network.run(SECOND / 10);
        assertEquals("only the host, player 1, may " + what, by.refusal);
    }

    @Test
    void twoRequestsToRemoveAPlayerRemoveItOnce() {
        Table table = Table.started(Table.settings(3).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)), 0);
        table.peers.get(1).silent = true;
        table.network.run(SECOND);
        table.peers.get(0).request(HostRequest.remove(1));
        table.peers.get(0).request(HostRequest.remove(1));
        table.network.run(SECOND);
        assertEquals(2, table.network.sequencer().status().players());
        assertTrue(table.peers.get(0).left.contains(1), "no tick says that the player has left");
    }

    @Test
    void whoIsNotInTheMatchCanNotBeRemoved() {
        Table table = Table.started(Table.settings(3), 1);
        ScriptedPeer by = table.peers.get(1);
        table.leave(table.peers.get(2));
        for (int player : new int[] {-1, 1, 2, 3}) {
            by.request(HostRequest.remove(player));
            table.network.run(SECOND / 10);
            assertEquals(
                    "a player who is to be removed must take part, and must not be the one who asks, was player "
                            + player,
                    by.refusal);
        }
        assertEquals(2, table.network.sequencer().status().players());
    }
}
