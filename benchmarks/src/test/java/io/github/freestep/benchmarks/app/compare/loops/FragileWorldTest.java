package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FragileWorldTest {
    private static FragileWorld stepped(int seconds, long... millis) {
        FragileWorld world = new FragileWorld();
        for (long at = 0, i = 0; at < 1_000L * seconds; i++) {
            long dt = millis[(int) (i % millis.length)];
            world.step(dt * 1_000_000);
            at += dt;
        }
        return world;
    }

    @Test
    void ticksAreShortEnough() {
        FragileWorld world = stepped(60, 10);
        assertFalse(world.tunnelled() || world.exploded());
        assertEquals(10_000_000, world.longestNanos());
        assertTrue(Math.abs(world.ball()) <= FragileWorld.WALL_METRES);
        assertTrue(Math.abs(world.spring()) < 1.3);
    }

    @Test
    void aLongStepJumpsOverTheWall() {
        assertTrue(stepped(10, 17).tunnelled());
        assertTrue(stepped(1, 10, 10, 10, 200).tunnelled());
    }

    @Test
    void theSpringExplodesBeyondItsLimit() {
        assertFalse(stepped(60, 24).exploded());
        assertTrue(stepped(1, 26).exploded());
        assertTrue(stepped(10, 10, 10, 10, 45).exploded(), "and if a few steps are too long");
    }
}
