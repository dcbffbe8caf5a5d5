package io.github.freestep.benchmarks.hosts.gdx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.BodyDef.BodyType;
import com.badlogic.gdx.physics.box2d.Box2D;
import com.badlogic.gdx.physics.box2d.CircleShape;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.utils.GdxNativesLoader;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game that pushes a body of one kilogram with 10 N in each frame, for 2 s. */
class PushTest {
    /** Without the two calls, Box2D forgets a force after one step: 10 m/s at 30 frames a second, 48 at 144. */
    @ParameterizedTest
    @ValueSource(ints = {30, 60, 144, 240})
    void aPushIsTheSameAtAnyFrameRate(int rate) {
        GdxNativesLoader.load();
        Box2D.init();
        World world = new World(new Vector2(), true);
        world.setAutoClearForces(false);
        BodyDef at = new BodyDef();
        at.type = BodyType.DynamicBody;
        Body ball = world.createBody(at);
        CircleShape round = new CircleShape();
        ball.createFixture(round, 0); // Then its mass is 1 kg.
        round.dispose();
        VirtualClock clock = new VirtualClock(0);
        try (Smooth<Body> smooth = Smooth.inline(60, 1, clock, dt -> world.step((float) dt, 6, 2), CratesGame::pose)) {
            smooth.add(ball);
            for (int frame = 0; frame <= 2 * rate; frame++) {
                clock.advance(frame * 1_000_000_000L / rate + 2 - clock.nanoTime());
                smooth.frame(seconds -> {
                    world.clearForces();
                    ball.applyForceToCenter(10, 0, true);
                });
            }
        }
        assertEquals(20, ball.getLinearVelocity().x, 0.01);
        world.dispose();
    }
}
