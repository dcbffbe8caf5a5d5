package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.server.PlayerHost;
import io.github.freestep.render.server.Players;
import io.github.freestep.render.server.Refused;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.ShotRules;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen players, of which eight are hostile, of a game that trusts what a message has. */
@Timeout(1_200)
class HostileClientsTest {
    private static final int RATE = 60;
    private static final int ACTS = 52;
    private static final int SECONDS = Thorough.of(6, 600);

    private final Violations violations = new Violations(Seeds.of(1), new RunClock());

    /** Players who walk along x by their first axis. */
    public static class Walk implements Simulation, PlayerHost, Supplier<Players> {
        private final double[] x = new double[32];
        private final Players players = Players.builder(this)
                .shots(ShotRules.of(Duration.ofSeconds(1), 1), this::judge)
                .build();
        int[] judged = new int[16];
        long sum;

        @Override
        public Players get() {
            return players;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(x.length);
        }

        @Override
        public int join(int seat, Bodies bodies) {
            int body = bodies.spawn();
            x[body] = 0;
            return body;
        }

        @Override
        public void message(int seat, byte[] message) {
            sum += ByteBuffer.wrap(message).getInt();
        }

        int judge(int seat, Shot shot, Tick tick) {
            judged[seat]++;
            return shot.body();
        }

        @Override
        public void step(Tick tick) {
            for (int seat = 0; seat < players.seats(); seat++) {
                if (players.body(seat) >= 0) {
                    x[players.body(seat)] += players.input(tick, seat).axis(0) * tick.dtSeconds();
                }
            }
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < x.length; slot++) {
                if (state.isAlive(slot)) {
                    state.position(slot, x[slot], slot, 0);
                }
            }
        }
    }

    /** Reads the newest message in its step, where nothing keeps an exception from the other players. */
    public static final class Late extends Walk {
        private byte[] newest = new byte[Integer.BYTES];

        @Override
        public void message(int seat, byte[] message) {
            newest = message;
        }

        @Override
        public void step(Tick tick) {
            super.step(tick);
            sum += ByteBuffer.wrap(newest).getInt();
        }
    }

    @Test
    void theTrialOfAWorldNamesTheTickInWhichHostileClientsEndIt() {
        OwnChecks checks = new OwnChecks(new Late().layout(), state -> {});
        new WorldTrial(Late::new, Ratio.of(RATE), WorldTrial.LEAST_TICKS, checks, 0, violations).run(() -> true);
        String found = violations.kept().toString();
        String named =
                "hostile: with hostile clients, the step of tick (\\d+) failed: .*BufferUnderflow.*, tick \\1, .*";
        assertTrue(found.matches("(?s).*" + named), found);
        assertEquals(1, violations.count(Promise.HOSTILE), found);
    }

    @Test
    void honestPlayersLoseNoTickNoInputAndNoShot() {
        try (PlayersTrial trial = new PlayersTrial(Walk::new, Ratio.of(RATE), ACTS, violations)) {
            Set<Refused> refused = EnumSet.noneOf(Refused.class);
            Players players = trial.hostile.players;
            for (long tick = 1; tick <= SECONDS * RATE && trial.tick(tick); tick++) {
                for (int seat = 0; seat < PlayersTrial.MOST; seat++) {
                    int of = seat;
                    Stream.of(Refused.values())
                            .filter(each -> players.refused(of, each) > 0)
                            .forEach(refused::add);
                }
            }
            String text = trial.text();
            Thorough.print(text);
            assertEquals("[]", violations.kept().toString());
            assertEquals(SECONDS * RATE, trial.hostile.steps);
            assertEquals(Set.of(Refused.values()), refused, text); // counted by reason
            List<HostileClient> clients = trial.hostile.others;
            assertTrue(clients.stream().mapToLong(each -> each.sent).sum() > 10_000L * (SECONDS - 1), text);
            assertTrue(clients.stream().mapToInt(each -> each.drops).sum() > SECONDS / 2, text);
            for (int i = 0; i < PlayersTrial.MOST; i++) {
                PlayersTrial.Honest calm = trial.calm.honest.get(i);
                PlayersTrial.Honest each = trial.hostile.honest.get(i);
                assertEquals(calm.shots + " " + calm.answers, each.shots + " " + each.answers);
                assertTrue(each.answers > SECONDS, text);
                assertEquals(0, each.refused, text);
            }
        }
    }
}
