package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.FedInput;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.InputFeed;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SlowConsumerPolicy;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers with feeds of their own, random frames, stalls, time scales and pauses, in one thread. Seeds are fixed. */
class LockstepTest {
    private static final int TICKS = 1_000;
    private static final int PLAYERS = 3;
    private static final long MILLI = 1_000_000;
    private static final Ratio[] SCALES = {Ratio.of(1, 3), Ratio.ONE, Ratio.of(4)};

    /** A peer, which steps the ticks whose input has arrived. */
    private static final class Peer implements InputFeed {
        private final Map<Long, Long> hashes = new HashMap<>();
        private final float[][] inputs;
        private final InlineStepper stepper;
        private final EventReader events;
        private long arrived;

        private Peer(float[][] inputs, OverloadPolicy policy) {
            this.inputs = inputs;
            stepper = PhysicsService.builder(new LockstepWorld().simulation())
                    .feed(this)
                    .overloadPolicy(policy)
                    .inline();
            events = stepper.events()
                    .with(Kind.HASH)
                    .capacity(1_024)
                    .onSlow(SlowConsumerPolicy.end())
                    .open();
        }

        @Override
        public boolean ready(long tick) {
            return tick <= arrived;
        }

        @Override
        public void feed(long tick, FedInput into) {
            float[] axes = inputs[(int) tick - 1];
            for (int axis = 0; axis < axes.length; axis++) {
                into.axis(axis, axes[axis]);
            }
        }

        private void frame(long nanos, int arriving) {
            arrived = Math.min(TICKS, arrived + arriving);
            stepper.advance(nanos);
            events.poll(event -> hashes.put(event.tick(), event.hash()));
        }
    }

    private final Peer[] peers = new Peer[3];
    private Random random;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theSameInputGivesTheSameStates(long seed) {
        run(seed, 0);
        assertEquals(peers[0].hashes, peers[1].hashes, "seed " + seed);
        assertEquals(peers[0].hashes, peers[2].hashes, "seed " + seed);
        assertEquals(0, peers[0].stepper.metrics().droppedNanos());
        assertTrue(peers[2].stepper.metrics().droppedNanos() > 0, "peer 2 slips");
    }

    @Test
    void aSingleFlippedInputBitIsFoundAtItsTick() {
        Random ticks = Seeds.random(5);
        for (int run = 0; run < 4; run++) {
            int flawed = 1 + ticks.nextInt(TICKS);
            run(run, flawed);
            assertEquals(peers[0].hashes, peers[2].hashes, "seed " + run);
            for (long tick = 1; tick < flawed; tick++) {
                assertEquals(peers[0].hashes.get(tick), peers[1].hashes.get(tick), "tick " + tick);
            }
            assertNotEquals(peers[0].hashes.get((long) flawed), peers[1].hashes.get((long) flawed), "tick " + flawed);
        }
    }

    /** Plays a match in which peer 1 gets one flipped bit at a tick; 0 for none. */
    private void run(long seed, int flawedTick) {
        random = Seeds.random(seed);
        float[][] right = new float[TICKS][PLAYERS * RandomAxes.AXES];
        RandomAxes axes = new RandomAxes(seed);
        for (float[] tick : right) {
            for (int player = 0; player < PLAYERS; player++) {
                System.arraycopy(axes.get(), 0, tick, player * RandomAxes.AXES, RandomAxes.AXES);
            }
        }
        float[][] flawed = right.clone();
        if (flawedTick > 0) {
            flawed[flawedTick - 1] = RandomAxes.flawed(right[flawedTick - 1]);
        }
        for (int i = 0; i < peers.length; i++) {
            peers[i] = new Peer(i == 1 ? flawed : right, i == 2 ? OverloadPolicy.slip() : OverloadPolicy.neverSlip());
        }
        for (int frame = 0; !isDone(); frame++) {
            assertTrue(frame < 100_000, () -> "seed " + seed + " did not finish");
            int peer = random.nextInt(peers.length);
            if (peer == 1 && random.nextInt(20) == 0) {
                control(peers[1].stepper);
            }
            // At random, and until it has slipped once.
            boolean stalls = peer == 2
                    && (random.nextInt(200) == 0
                            || peers[2].arrived > TICKS / 2
                                    && peers[2].stepper.metrics().droppedNanos() == 0);
            peers[peer].frame(stalls ? 5_000 * MILLI : random.nextInt(60_000_000), random.nextInt(12));
        }
        for (Peer peer : peers) {
            peer.stepper.close();
        }
    }

    private boolean isDone() {
        for (Peer peer : peers) {
            if (!peer.hashes.containsKey((long) TICKS)) {
                return false;
            }
        }
        return true;
    }

    private void control(InlineStepper stepper) {
        switch (random.nextInt(4)) {
            case 0 -> stepper.pause();
            case 1 -> stepper.pauseAndStep(1 + random.nextInt(3));
            case 2 -> stepper.timeScale(SCALES[random.nextInt(SCALES.length)]);
            default -> stepper.resume();
        }
    }
}
