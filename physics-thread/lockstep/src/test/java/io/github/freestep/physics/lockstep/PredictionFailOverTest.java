package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.Events;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.SlowConsumerPolicy;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

/**
 * A predicting player of a match whose sequencer stands still or is replaced, and of one whose own connection is lost.
 * After 2 s, it continues. All on virtual time.
 */
class PredictionFailOverTest {
    private static final int MATCHES = Thorough.of(1, 20);
    private static final int FAILURES = 3;
    private static final int OUTAGE_MILLIS = 2_000;

    /**
     * More than the last packets take to arrive, and the 250 ms for which match time continues while a frame is late.
     */
    private static final int STANDS_AFTER_MILLIS = 500;

    private static final class Play {
        private final VirtualMatch match = new VirtualMatch(MatchSettings.of("sums", SumWorld.LAYOUT, 2)
                .rate(100)
                .axes(1)
                .maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        private final VirtualMatch.Peer own = match.join(0);
        private final VirtualMatch.Peer other = match.join(1);
        private final SplittableRandom random;
        private final int mostTicks;
        private final Set<Integer> done = new HashSet<>();
        private final Map<Integer, Integer> certain = new TreeMap<>();
        private final Map<Integer, Integer> predicted = new TreeMap<>();
        private EventReader ofMatch;
        private EventReader ofAhead;
        private int nextCode;

        private Play(long seed) {
            random = Seeds.splittable(seed);
            mostTicks = 1 + random.nextInt(40);
        }

        private void begin() {
            match.until(() -> own.tick() > 0 && other.tick() > 0);
            match.run(2_000);
            own.predict(mostTicks);
            ofMatch = reader(own.stepper.events().with(Kind.USER));
            ofAhead = reader(own.ahead.events().with(Kind.USER, Kind.CANCELLED));
        }

        private static EventReader reader(Events.Builder events) {
            return events.capacity(4_096).onSlow(SlowConsumerPolicy.end()).open();
        }

        /** Lets both players act for some time. */
        private void play(int millis) {
            for (int i = 0; i < millis; i += 10) {
                match.transit((5 + random.nextInt(40)) * 1_000_000L);
                VirtualMatch.Peer acts = random.nextBoolean() ? own : other;
                switch (random.nextInt(8)) {
                    case 0 -> act(acts);
                    case 1 -> acts.session.submit(SumWorld.push(random.nextInt(4), random.nextInt(9)));
                    case 2, 3 -> acts.session.axis(0, random.nextInt(3) - 1);
                    default -> {}
                }
                match.run(10);
                assertTrue(own.mostDepth <= mostTicks, () -> "depth " + own.mostDepth + " of " + mostTicks);
            }
        }

        private void act(VirtualMatch.Peer who) {
            if (who.session.action(nextCode, 1)) {
                done.add(nextCode);
            }
            nextCode++;
        }

        /** The match stands, and the prediction stands with it. */
        private void assertStands() {
            play(STANDS_AFTER_MILLIS);
            long tick = own.tick();
            long ahead = own.aheadTick();
            play(OUTAGE_MILLIS - STANDS_AFTER_MILLIS);
            assertEquals(tick, own.tick());
            assertEquals(ahead, own.aheadTick());
            assertTrue(ahead <= tick + mostTicks + 1, () -> ahead + " is beyond " + tick + " + " + mostTicks);
        }

        /** The predicted states are those of the match again, which is the same for both players. */
        private void assertGoesOn() {
            long tick = own.tick();
            play(2_000);
            assertTrue(own.tick() > tick + 100, () -> tick + " to " + own.tick());
            long corrections = own.ahead.corrections();
            play(1_000);
            assertTrue(own.ahead.corrections() > corrections, "corrections");
            PredictionTest.assertAlike(match, own);
            long newest = Math.min(own.tick(), other.tick());
            for (long each = tick; each <= newest; each++) {
                assertEquals(other.world.history.get(each), own.world.history.get(each), "tick " + each);
            }
            compareEvents();
        }

        private void compareEvents() {
            ofMatch.poll(event -> count(certain, event, 1));
            ofAhead.poll(event -> count(predicted, event, event.kind() == Kind.CANCELLED ? -1 : 1));
            // A cancelled event comes again when the match reports it.
            predicted.values().removeIf(each -> each == 0);
            Map<Integer, Integer> once = new TreeMap<>();
            done.forEach(code -> once.put(code, 1));
            assertEquals(once, certain);
            assertEquals(once, predicted);
        }

        private static void count(Map<Integer, Integer> into, PhysicsEvent event, int by) {
            into.merge(MatchSettings.codeOf(event.code()), by, Integer::sum);
        }

        /** Lets something fail, and come back after a while, again and again. */
        private void play(Consumer<VirtualMatch> fails, ObjIntConsumer<VirtualMatch> comesBack) {
            begin();
            for (int i = 0; i < FAILURES; i++) {
                play(1_000);
                fails.accept(match);
                assertStands();
                comesBack.accept(match, i);
                assertGoesOn();
            }
        }
    }

    private static void play(Consumer<VirtualMatch> fails, ObjIntConsumer<VirtualMatch> comesBack) {
        Seeds.first(MATCHES).forEach(seed -> {
            try {
                new Play(seed).play(fails, comesBack);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        });
    }

    @Test
    void itIsTheMatchAgainAfterTheSequencerHasStoodStill() {
        play(match -> match.network.sequencerStands(true), (match, failure) -> match.network.sequencerStands(false));
    }

    @Test
    void itIsTheMatchAgainAfterANewSequencerHasTakenOver() {
        play(match -> match.network.killSequencer(), (match, failure) -> match.network.startSequencer(2 + failure));
    }

    @Test
    void itIsTheMatchAgainAfterTheConnectionWasLost() {
        play(match -> match.peers.get(0).link.cut = true, (match, failure) -> match.peers.get(0).link.cut = false);
    }
}
