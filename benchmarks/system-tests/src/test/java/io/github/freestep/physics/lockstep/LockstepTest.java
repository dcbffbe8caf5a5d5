package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SlowConsumerPolicy;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers with random frames, stalls, time scales, pauses and links, in one thread. Seeds are fixed. */
class LockstepTest {
    private static final int PEERS = 3;
    private static final long TICKS = 1_000;
    private static final long MILLI = 1_000_000;
    private static final Ratio[] SCALES = {Ratio.of(1, 3), Ratio.ONE, Ratio.of(4)};

    private final List<Queue<Runnable>> links = new ArrayList<>();
    private final InlineStepper[] steppers = new InlineStepper[PEERS];
    private final EventReader[] readers = new EventReader[PEERS];
    private Random random;
    private Mesh mesh;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theSameInputGivesTheSameStates(long seed) {
        run(seed, Mesh.NO_FLAW);
        mesh.assertAgree(0, 1, "seed " + seed);
        mesh.assertAgree(0, 2, "seed " + seed);
        mesh.assertAgree(1, 2, "seed " + seed);
        assertEquals(0, steppers[0].metrics().droppedNanos());
        assertTrue(steppers[2].metrics().droppedNanos() > 0, "peer 2 slips");
    }

    @Test
    void aSingleFlippedInputBitIsFoundAtItsTick() {
        Random ticks = Seeds.random(5);
        for (int run = 0; run < 4; run++) {
            long flawedTick = Players.DELAY + 1 + ticks.nextInt((int) TICKS - Players.DELAY);
            run(run, flawedTick);
            String name = "seed " + run + ", flaw at tick " + flawedTick;
            mesh.assertDiffer(flawedTick, 0, 1, name);
            mesh.assertDiffer(flawedTick, 1, 2, name);
            mesh.assertAgree(0, 2, name);
        }
    }

    private void run(long seed, long flawedTick) {
        random = Seeds.random(seed);
        links.clear();
        for (int i = 0; i < PEERS * PEERS; i++) {
            links.add(new ArrayDeque<>());
        }
        mesh = new Mesh(
                PEERS,
                seed,
                flawedTick,
                (from, to, delivery) -> links.get(from * PEERS + to).add(delivery));
        for (int peer = 0; peer < PEERS; peer++) {
            steppers[peer] = PhysicsService.builder(new LockstepWorld().simulation())
                    .feed(mesh.players[peer])
                    .overloadPolicy(peer == 2 ? OverloadPolicy.slip() : OverloadPolicy.neverSlip())
                    .inline();
            // The subscription of a stepper misses tick 0, on all peers alike.
            readers[peer] = steppers[peer]
                    .events()
                    .with(Kind.HASH)
                    .capacity(1_024)
                    .onSlow(SlowConsumerPolicy.end())
                    .open();
        }
        for (int frame = 0; !mesh.done(TICKS); frame++) {
            assertTrue(frame < 100_000, () -> "seed " + seed + " did not finish: " + mesh);
            frame(random.nextInt(PEERS));
            deliver(links.get(random.nextInt(links.size())));
        }
        for (InlineStepper stepper : steppers) {
            stepper.close();
        }
    }

    private void frame(int peer) {
        InlineStepper stepper = steppers[peer];
        if (peer == 1 && random.nextInt(20) == 0) {
            control(stepper);
        }
        boolean stalls = peer == 2 && random.nextInt(200) == 0;
        stepper.advance(stalls ? 5_000 * MILLI : random.nextInt(60_000_000));
        readers[peer].poll(event -> {
            for (HashComparison comparison : mesh.comparisonsOf(peer)) {
                comparison.onEvent(event);
            }
        });
    }

    private void control(InlineStepper stepper) {
        switch (random.nextInt(4)) {
            case 0 -> stepper.pause();
            case 1 -> stepper.pauseAndStep(1 + random.nextInt(3));
            case 2 -> stepper.timeScale(SCALES[random.nextInt(SCALES.length)]);
            default -> stepper.resume();
        }
    }

    /** Delivers a random number of the messages in transit, in order. */
    private void deliver(Queue<Runnable> link) {
        for (int left = random.nextInt(12); left > 0 && !link.isEmpty(); left--) {
            link.remove().run();
        }
    }
}
