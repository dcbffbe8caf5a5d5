package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.Evenness;
import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.lockstep.session.MatchClock;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a peer's picture shows while the sequencer slows the match down for a slow peer: even motion, on the peer that
 * waits and on the slow one. In package lockstep, because the clock of a match is not public.
 */
class MatchMotionTest {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 10 * MILLI;
    private static final long SLOW_NANOS = 15 * MILLI;
    private static final double SPEED = 0.6;
    private static final long PICTURE_MILLIS = 7;

    private record Sent(long tick, long stamp, long arrivalMillis) {}

    private final Scene scene = Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE);
    private final MatchSettings match =
            MatchSettings.of("motion", scene.layout(), 2).rate(100);
    private final ArrayDeque<Sent> link = new ArrayDeque<>();
    private MatchClock clock;
    private FrameSampler pictures;
    private volatile long newest;

    // The sequencer, of whose peers one needs SLOW_NANOS per tick.
    private double matchNanos;
    private double speed = 1;
    private long sentTick;
    private long slowDoneMillis;
    private long millis;

    private boolean measures;
    private long shown = -1;
    private final Evenness even = new Evenness();

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 4", "15, 0", "15, 4"})
    void theMotionIsEvenAtTheDeclaredSpeed(long costMillis, long jitterMillis) {
        Random random = Seeds.random(costMillis + jitterMillis);
        try (OneThread peer = new OneThread(
                scene,
                () -> costMillis * MILLI,
                builder -> Feeds.feed(builder, new NewestFeed())
                        .overloadPolicy(OverloadPolicy.neverSlip())
                        .window(8),
                local -> clock = new MatchClock(match.rules, local, 0))) {
            pictures = FrameSampler.open(peer.states());
            clock.begin();
            peer.run(1.5, 1_000, nanos -> milli(nanos, random.nextInt((int) jitterMillis + 1)));
            speed = SPEED;
            peer.run(12, 1_000, nanos -> milli(nanos, random.nextInt((int) jitterMillis + 1)));
            measures = true;
            peer.run(15, 1_000, nanos -> milli(nanos, random.nextInt((int) jitterMillis + 1)));
        }
        assertEquals(SPEED, even.speed(), 0.01, even::toString);
        assertTrue(even.unevenness() <= 0.02, even::toString);
        assertEquals(0, even.still, even::toString);
    }

    private void milli(long nanos, int jitterMillis) {
        millis++;
        // While it waits for the slow peer, match time goes on for 250 ms.
        matchNanos = Math.min((sentTick + 1) * TICK + 250.0 * MILLI, matchNanos + MILLI * speed);
        if (matchNanos >= (sentTick + 1) * TICK && millis >= slowDoneMillis) {
            sentTick++;
            slowDoneMillis = Math.max(millis, slowDoneMillis) + SLOW_NANOS / MILLI;
            long arrival = millis + 10 + jitterMillis;
            arrival =
                    link.isEmpty() ? arrival : Math.max(arrival, link.peekLast().arrivalMillis());
            link.add(new Sent(sentTick, (long) matchNanos, arrival));
        }
        while (!link.isEmpty() && link.peek().arrivalMillis() <= millis) {
            Sent sent = link.poll();
            newest = sent.tick();
            clock.frame(sent.tick(), sent.stamp(), speed, nanos, false);
        }
        if (millis % PICTURE_MILLIS == 0) {
            picture();
        }
    }

    private void picture() {
        long now = pictures.sample(clock.nanoTime()).simulationNanos();
        if (measures && shown >= 0) {
            even.add(PICTURE_MILLIS * MILLI, now - shown);
        }
        shown = now;
    }

    /** Has an empty input for each tick that has come so far. */
    private final class NewestFeed implements InputFeed {
        @Override
        public boolean ready(long tick) {
            return tick <= newest;
        }

        @Override
        public void feed(long tick, FedInput into) {}
    }
}
