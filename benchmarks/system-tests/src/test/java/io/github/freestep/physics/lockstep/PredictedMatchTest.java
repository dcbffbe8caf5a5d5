package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A prediction changes nothing of the match: random matches on a bad network are recorded with predictions, and
 * replayed without. All states are the same, and so are the events.
 */
class PredictedMatchTest {
    private static final int MATCHES = Thorough.of(1, 20);
    private static final int TICKS = 1_000;
    private static final int PLAYERS = 3;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path folder;

    private SumWorld replayed;

    private final class Match {
        private final long seed;
        private final SimulatedNetwork network;
        private final SplittableRandom random;
        private final List<PredictingPlayer<SumWorld>> players = new ArrayList<>();
        private final Path file;
        private final List<String> events = new ArrayList<>();
        private Recorder recorder;
        private EventReader reader;

        private Match(long seed) {
            this.seed = seed;
            file = folder.resolve("match-" + seed);
            MatchSettings settings =
                    MatchSettings.of("sums", SumWorld.LAYOUT, PLAYERS).rate(100).axes(1);
            network = new SimulatedNetwork(seed, settings, MILLI);
            random = Seeds.splittable(seed);
            for (int player = 0; player < PLAYERS; player++) {
                Conditions conditions = new Conditions()
                        .delay(random.nextInt(60) * MILLI, (1 + random.nextInt(30)) * MILLI)
                        .faults(random.nextInt(10) * 0.01, random.nextInt(5) * 0.01, random.nextInt(3) * 0.01);
                players.add(
                        new PredictingPlayer<>(network, settings, player, conditions, new SumWorld(), SumWorld::read));
            }
            players.get(0).beforeStart(this::record);
        }

        private void record(InlineStepper stepper) {
            try {
                recorder = Recorder.open(stepper, file, "sums", "", seed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            reader = stepper.events()
                    .with(PhysicsEvent.Kind.USER)
                    .capacity(4_096)
                    .open();
        }

        private long play() {
            assertTrue(
                    network.runUntil(() -> players.stream().allMatch(each -> each.tick() > 0), 30 * SECOND),
                    () -> "seed " + seed + " began");
            for (PredictingPlayer<SumWorld> player : players) {
                int most = 1 + random.nextInt(40);
                player.predict(new SumWorld(), options -> options.ticks(most));
                player.onFrame(1 + random.nextInt(20), () -> act(player.session));
            }
            network.runUntil(() -> players.get(0).tick() >= TICKS, 60 * SECOND);
            long corrections = 0;
            for (PredictingPlayer<SumWorld> player : players) {
                assertTrue(player.tick() > TICKS / 2, () -> "seed " + seed + ": " + player.session);
                assertEquals(-1, player.session.desyncTick(), () -> "seed " + seed);
                assertEquals(List.of(), player.differed, () -> "seed " + seed);
                corrections += player.ahead.corrections();
            }
            reader.poll(event -> events.add(text(event.tick(), event.code())));
            recorder.close();
            assertNull(recorder.failure());
            return corrections;
        }

        private void act(LockstepSession session) {
            switch (random.nextInt(40)) {
                case 0 -> session.action(random.nextInt(9), 1);
                case 1 -> session.submit(SumWorld.push(random.nextInt(4), random.nextInt(9)));
                case 2, 3 -> session.axis(0, random.nextInt(3) - 1);
                default -> {}
            }
        }

        private void compare() throws IOException {
            try (Replay replay = Replay.open(file, () -> replayed = new SumWorld(), SumWorld::read)) {
                while (replay.next()) {
                    assertTrue(replay.matches(), () -> "seed " + seed + ", tick " + replay.tick());
                }
                assertNull(replay.failure());
                assertEquals(players.get(0).tick(), replay.tick(), () -> "seed " + seed);
            }
            assertEquals(players.get(0).world.history, replayed.history, () -> "seed " + seed);
            assertTrue(events.size() > 20, () -> "seed " + seed + ": " + events);
            assertEquals(
                    replayed.actions.stream()
                            .filter(each -> !each.endsWith("joined"))
                            .toList(),
                    events,
                    () -> "seed " + seed);
        }
    }

    private static String text(long tick, int code) {
        return tick + ": player " + MatchSettings.playerOf(code) + " " + MatchSettings.codeOf(code);
    }

    @Test
    void theMatchIsTheSameWithAndWithoutPredictions() throws IOException {
        for (long seed : Seeds.first(MATCHES).toArray()) {
            Match match = new Match(seed);
            assertTrue(match.play() > 100, () -> "seed " + seed + " has few corrections");
            match.compare();
        }
    }
}
