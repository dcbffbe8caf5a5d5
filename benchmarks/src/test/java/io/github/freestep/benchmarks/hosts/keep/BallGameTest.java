package io.github.freestep.benchmarks.hosts.keep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The ball of the game with dyn4j is drawn on its way, and lies on the floor in the end. */
class BallGameTest {
    @Test
    void theBallFalls() {
        int[] onTheWay = {0};
        BallGame game = new BallGame() {
            @Override
            void draw(float x, float y, float angle) {
                super.draw(x, y, angle);
                onTheWay[0] += y > 1.1f && y < 2.9f ? 1 : 0;
            }
        };
        game.play();
        assertTrue(onTheWay[0] > 0, () -> "drawn " + onTheWay[0] + " times on its way");
        assertEquals(1, game.drawnY, 0.1);
    }
}
