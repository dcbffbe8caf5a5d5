package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.CircleShape;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest {
    @Test
    void aServiceRunsIt() {
        Box2dSimulation world = Box2dSimulation.of(StateLayout.of(10), in -> {
            BodyDef at = new BodyDef();
            at.type = BodyDef.BodyType.DynamicBody;
            Body ball = in.world().createBody(at);
            CircleShape shape = new CircleShape();
            ball.createFixture(shape, 1);
            shape.dispose();
            in.add(ball);
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        try (physics) {
            assertTrue(physics.call(c -> c.bodies().isAlive(0)).join());
        }
    }
}
