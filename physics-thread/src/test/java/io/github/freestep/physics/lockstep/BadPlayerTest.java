package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One player with a bad connection among three good ones does not slow these down. */
class BadPlayerTest {
    private static final int SEEDS = Thorough.of(3, 20);
    private static final int PLAYERS = 4;
    private static final int RATE = 100;
    private static final int SECONDS = 30;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    @ParameterizedTest(name = "{0} ms one way, {1} lost")
    @CsvSource({"20, 0.3", "250, 0", "500, 0"})
    void theOthersKeepTheirSpeed(long oneWayMillis, double loss) {
        Seeds.first(SEEDS).forEach(seed -> {
            MatchSettings settings = MatchSettings.of("sums", SumWorld.LAYOUT, PLAYERS)
                    .rate(RATE)
                    .axes(1);
            SimulatedNetwork network = new SimulatedNetwork(seed, settings, MILLI);
            List<PredictingPlayer<SumWorld>> players = new ArrayList<>();
            for (int player = 0; player < PLAYERS; player++) {
                Conditions conditions = player == 0
                        ? new Conditions().delay(oneWayMillis * MILLI, 0).faults(loss, 0, 0)
                        : new Conditions().delay(20 * MILLI, 5 * MILLI).faults(0.01, 0, 0);
                players.add(new PredictingPlayer<>(
                        network, settings, player, conditions, new SumWorld(), SumWorld.Push::read));
            }
            assertTrue(network.runUntil(() -> players.stream().allMatch(each -> each.tick() > 0), 30 * SECOND));
            network.run(5 * SECOND);
            long[] before = players.stream().mapToLong(PredictingPlayer::tick).toArray();
            network.run(SECONDS * SECOND);
            for (int player = 1; player < PLAYERS; player++) {
                double speed = (players.get(player).tick() - before[player]) / (double) (SECONDS * RATE);
                String what =
                        "seed " + seed + ": player " + player + " at " + speed + "; " + players.get(player).session;
                assertTrue(speed >= 0.99, what);
            }
        });
    }
}
