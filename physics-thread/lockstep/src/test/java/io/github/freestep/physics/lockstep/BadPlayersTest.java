package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What one or two bad players of four cost the others: 1 % of the speed, and a second for each removal. */
class BadPlayersTest {
    private static final long MILLI = 1_000_000;
    private static final int PLAYERS = 4;
    private static final int PLACES = 16;
    private static final int RATE = 60;
    private static final int SECONDS = 60;

    /** What a bad player does at a time. */
    private interface Act {
        void at(ScriptedPeer peer, int millis);
    }

    /** What is wrong with a player, and how often it may be removed for that. */
    private enum Trouble {
        STALLS_SELDOM(1, (peer, millis) -> peer.frozen = millis % 3_000 < 1_500),
        STALLS_OFTEN(1, (peer, millis) -> peer.frozen = millis % 500 < 400),
        WITHHOLDS_INPUT(1, (peer, millis) -> peer.silent = millis % 1_500 < 900),
        WITHHOLDS_INPUT_NEARLY_ALWAYS(1, (peer, millis) -> peer.silent = millis % 5_000 < 4_800),
        WITHHOLDS_INPUT_SHORTLY(0, (peer, millis) -> peer.silent = millis % 500 < 250),
        IS_FAR(0, link -> link.delay(250 * MILLI, 20 * MILLI)),
        IS_VERY_FAR(0, link -> link.delay(450 * MILLI, 20 * MILLI)),
        LOSES_A_THIRD(0, link -> link.faults(0.3, 0, 0)),
        LOSES_MOST(1, link -> link.faults(0.6, 0, 0)),
        IS_SLOW(1, (peer, millis) -> peer.stepNanos = 25 * MILLI),
        IS_VERY_SLOW(1, (peer, millis) -> peer.stepNanos = 200 * MILLI),
        HANGS(1, (peer, millis) -> peer.silent = true),
        IS_KILLED(1, (peer, millis) -> peer.frozen = true),
        HANGS_AND_COMES_BACK(6, (peer, millis) -> peer.silent = peer.active),
        HANGS_AND_COMES_BACK_ELSEWHERE(6, (peer, millis) -> peer.silent = peer.active),
        JOINS_AND_LEAVES(0, (peer, millis) -> {
            if (millis % 1_600 == 1_500) {
                peer.send(to -> Messages.writeLeave(to, false));
            }
        });

        final int mostRemovals;
        final Act act;
        final Consumer<Conditions> link;

        Trouble(int mostRemovals, Act act) {
            this.mostRemovals = mostRemovals;
            this.act = act;
            link = good -> {};
        }

        Trouble(int mostRemovals, Consumer<Conditions> link) {
            this.mostRemovals = mostRemovals;
            this.link = link;
            act = (peer, millis) -> {};
        }

        boolean comesBack() {
            return this == HANGS_AND_COMES_BACK || this == HANGS_AND_COMES_BACK_ELSEWHERE || this == JOINS_AND_LEAVES;
        }
    }

    private final Table table = new Table(Table.settings(PLACES).minPlayers(PLAYERS));
    private final List<String> removals = new ArrayList<>();
    private int joins;

    private void play(Trouble trouble, int bad) {
        for (int player = 0; player < PLAYERS; player++) {
            Conditions link = new Conditions();
            if (player < bad) {
                trouble.link.accept(link);
            }
            table.join(player, link);
        }
        table.network.run(3_000 * MILLI);
        // With most packets lost, the start may take longer.
        for (int seconds = 0; seconds < 20 && table.tick() == 0; seconds++) {
            table.network.run(1_000 * MILLI);
        }
        long tick = table.tick();
        for (int millis = 0; millis < 1_000 * SECONDS; millis++) {
            for (int player = 0; player < bad; player++) {
                ScriptedPeer peer = table.peers.get(player);
                if (peer.end == null) {
                    trouble.act.at(peer, millis + 700 * player);
                } else if (trouble.comesBack()) {
                    countRemoval(peer);
                    table.network.remove(peer);
                    boolean elsewhere = trouble == Trouble.HANGS_AND_COMES_BACK_ELSEWHERE;
                    int wanted = elsewhere ? PLAYERS + joins % (PLACES - PLAYERS) : player;
                    table.peers.set(player, new ScriptedPeer(table.network, table.settings, wanted, new Conditions()));
                    joins++;
                }
            }
            table.network.run(MILLI);
        }
        for (int player = 0; player < PLAYERS; player++) {
            ScriptedPeer peer = table.peers.get(player);
            peer.frozen = false;
            if (player >= bad) {
                assertNull(peer.end);
            }
        }
        long made = table.tick() - tick;
        table.network.run(500 * MILLI);
        for (int player = 0; player < bad; player++) {
            countRemoval(table.peers.get(player));
        }
        // Until the delays of two such players have grown, they cost 0.8 s together, and none is removed for that.
        boolean growsSlowly = bad == 2 && trouble == Trouble.WITHHOLDS_INPUT_SHORTLY;
        double share = growsSlowly || trouble == Trouble.LOSES_MOST ? 0.985 : 0.99;
        double least = share * RATE * (SECONDS - removals.size());
        assertTrue(made >= least, () -> made + " ticks instead of " + least + ", removed: " + removals);
    }

    private void countRemoval(ScriptedPeer peer) {
        if (peer.end != null && !peer.end.endsWith(" left")) {
            removals.add(peer.end);
        }
    }

    /** The short version always has two bad players, because each planted bug that one shows, two show as well. */
    static Stream<Arguments> troubles() {
        return IntStream.rangeClosed(Thorough.of(2, 1), 2)
                .boxed()
                .flatMap(bad -> Stream.of(Trouble.values()).map(each -> Arguments.of(each, bad)));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void badPlayersCostTheOthersNothingButASecondEachBeforeTheyAreRemoved(Trouble trouble, int bad) {
        play(trouble, bad);
        int most = bad * trouble.mostRemovals;
        assertTrue(removals.size() <= most, removals::toString);
        if (trouble == Trouble.JOINS_AND_LEAVES) {
            assertTrue(joins >= 37, () -> joins + " joins");
        }
        for (String removal : removals) {
            assertTrue(
                    removal.matches("ended: the others had to wait 10\\d\\d ms of the last 10000 ms for player \\d+,"
                            + " and the match settings allow 1000 ms; close .*"),
                    removal);
        }
    }
}
