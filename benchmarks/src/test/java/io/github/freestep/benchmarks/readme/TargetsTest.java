package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.readme.Targets.Shot;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The page's world judges the shots of players whose pictures are older than it is. */
class TargetsTest {
    private static final long MILLI = 1_000_000;
    private static final int PLAYER = 3;

    private final Targets world = new Targets();
    private final InlineStepper physics =
            PhysicsService.builder(world).clock(new VirtualClock(0)).inline();
    private final FrameSampler frames = FrameSampler.open(physics.states());
    private final EventReader verdicts = physics.events().with(Kind.USER).open();
    private final List<Integer> codes = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();

    @AfterEach
    void close() {
        frames.close();
        verdicts.close();
        physics.close();
    }

    /** A shot at a body, straight along the axis on which no body moves. */
    private static Shot at(Frame frame, int slot) {
        return new Shot(PLAYER, frame.simulationNanos(), frame.x()[slot], frame.y()[slot], 0, 0, 0, -1, slot);
    }

    private void shoot(Shot shot) {
        physics.submit(c -> c.world(Targets.class).shoot(shot));
    }

    private void hear(PhysicsEvent event) {
        codes.add(event.code());
        slots.add(event.slotA());
    }

    /** A service steps its world as soon as it starts, and the page makes the history after that. */
    @Test
    void theWorldStepsBeforeItHasAHistory() {
        physics.advance(100 * MILLI);
        shoot(at(frames.sample(), 7));
        physics.advance(50 * MILLI);
        try (StateHistory history = Targets.judge(physics)) {
            physics.advance(10 * MILLI);
            verdicts.poll(this::hear);
            assertEquals(List.of(Targets.HIT), codes, "the shot has waited");
            assertEquals(0, history.missed());
        }
    }

    @Test
    void aShotHitsWhatItsPlayerSawUpToTheLimit() {
        Random random = Seeds.random(1);
        try (StateHistory history = Targets.judge(physics)) {
            physics.advance(1_000 * MILLI);
            for (int i = 0; i < 500; i++) {
                physics.advance(random.nextInt(20) * MILLI);
                int slot = random.nextInt(20);
                Shot shot = at(frames.sample(), slot);
                for (long left = random.nextInt(200); left > 0; left -= 10) {
                    physics.advance(Math.min(left, 10) * MILLI);
                }
                shoot(shot);
                physics.advance(10 * MILLI);
                verdicts.poll(this::hear);
                assertEquals(i + 1, codes.size());
                assertEquals(Targets.HIT, codes.get(i), "shot " + i);
                assertEquals(slot, slots.get(i));
            }
            assertEquals(0, world.clamped(PLAYER));
            assertEquals(0, world.unlike(PLAYER));
            assertEquals(0, history.missed());
        }
    }

    /** An honest player's link may be that bad, and a cheat may send any time. Both are judged by the limit. */
    @Test
    void aShotAtAnInstantThatTheServerDoesNotGoBackToCounts() {
        try (StateHistory history = Targets.judge(physics)) {
            physics.advance(1_000 * MILLI);
            Shot old = at(frames.sample(), 0);
            for (int i = 0; i < 30; i++) {
                physics.advance(10 * MILLI);
            }
            shoot(old);
            physics.advance(10 * MILLI);
            assertEquals(1, world.clamped(PLAYER));
            assertEquals(1, world.unlike(PLAYER), "it has moved by more than its radius since");
            long[] wrong = {Long.MIN_VALUE, history.newestNanos() + 20 * MILLI, Long.MAX_VALUE};
            for (long nanos : wrong) {
                shoot(new Shot(PLAYER, nanos, 0, 1, 0, 0, 0, -1, 0));
            }
            physics.advance(10 * MILLI);
            assertEquals(1 + wrong.length, world.clamped(PLAYER));
            verdicts.poll(this::hear);
            assertEquals(1 + wrong.length, codes.size());
            assertFalse(codes.contains(Targets.HIT));
            assertTrue(slots.stream().allMatch(slot -> slot < 0));
        }
    }
}
