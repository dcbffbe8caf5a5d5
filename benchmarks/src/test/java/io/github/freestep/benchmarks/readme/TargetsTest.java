package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.readme.Targets.Shot;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.state.Hits;
import io.github.freestep.state.State;
import io.github.freestep.testing.Seeds;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static final long FRAME_NANOS = 6_944_444;

    private final Targets world = new Targets();
    private final Hits hits = new Hits(1);
    private int hit;
    private int missed;

    /** A shot takes up to 0.15 s to the server, in which a target moves by up to 2 m. */
    @Test
    void aShotHitsWhatItsFrameHasHit() {
        Random random = Seeds.random(1);
        Queue<Shot> onTheWay = new ArrayDeque<>();
        try (InlineStepper stepper = PhysicsService.builder(world).inline();
                FrameSampler frames = FrameSampler.open(stepper.states());
                EventReader replies = stepper.events().with(Kind.USER).open()) {
            StateHistory history = Targets.judge(stepper);
            int expected = 0;
            for (int frame = 0; frame < 2_000; frame++) {
                stepper.advance(FRAME_NANOS);
                Frame shown = frames.sample();
                Shot shot = shot(shown, random);
                expected += shot.slot() == State.NO_SLOT ? 0 : 1;
                onTheWay.add(shot);
                if (onTheWay.size() > 20) {
                    Shot arrived = onTheWay.remove();
                    stepper.submit(c -> c.world(Targets.class).shoot(arrived));
                }
                count(replies);
            }
            while (!onTheWay.isEmpty()) {
                Shot arrived = onTheWay.remove();
                stepper.submit(c -> c.world(Targets.class).shoot(arrived));
            }
            stepper.advance(10 * FRAME_NANOS);
            count(replies);
            assertEquals(expected, hit);
            assertEquals(2_000, hit + missed);
            assertTrue(hit > 500 && missed > 500, hit + " hits, " + missed + " misses");
            assertEquals(0, world.clamped(0));
            assertEquals(0, world.unlike(0));
            history.close();
        }
    }

    @Test
    void aClientThatAimsAtTheDistantPastIsCounted() {
        try (InlineStepper stepper = PhysicsService.builder(world).inline();
                EventReader replies = stepper.events().with(Kind.USER).open();
                StateHistory history = Targets.judge(stepper)) {
            for (int frame = 0; frame < 100; frame++) {
                stepper.advance(FRAME_NANOS);
            }
            Frame old = history.at(100_000_000);
            Shot shot = new Shot(3, 100_000_000, old.x()[4], old.y()[4], 0, 0, 0, -1, 4);
            Shot future = new Shot(3, Long.MAX_VALUE, 0, 100, 0, 0, 0, -1, State.NO_SLOT);
            stepper.submit(c -> c.world(Targets.class).shoot(shot));
            stepper.submit(c -> c.world(Targets.class).shoot(future));
            stepper.submit(c -> c.world(Targets.class).shoot(new Shot(8, 0, 0, 0, 0, 0, 0, -1, State.NO_SLOT)));
            stepper.advance(2 * FRAME_NANOS);
            count(replies);
            assertEquals(2, world.clamped(3));
            assertEquals(1, world.unlike(3));
            assertEquals(2, missed);
        }
    }

    private Shot shot(Frame shown, Random random) {
        int target = random.nextInt(shown.slots());
        double x = shown.x()[target] + random.nextGaussian() * 0.5;
        double y = shown.y()[target];
        int found = shown.ray(x, y, 0, 0, 0, -1, 100, Targets.RADIUS, hits);
        int slot = found == 0 ? State.NO_SLOT : hits.slot(0);
        return new Shot(0, shown.simulationNanos(), x, y, 0, 0, 0, -1, slot);
    }

    private void count(EventReader replies) {
        replies.poll(event -> {
            hit += event.code() == Targets.HIT ? 1 : 0;
            missed += event.code() == Targets.MISS ? 1 : 0;
        });
    }
}
