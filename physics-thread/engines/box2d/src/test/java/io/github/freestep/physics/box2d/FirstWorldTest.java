package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.CircleShape;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Hits;
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
            shape.setRadius(0.5f);
            ball.createFixture(shape, 1);
            shape.dispose();
            in.add(ball);
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        Hits hits = new Hits(1);
        physics.submit(c -> world.ray(0, 9, 0, 0, -1, 0, 1_000, slot -> true, hits))
                .join();
        try (physics) {
            assertEquals(0, hits.slot(0));
        }
    }
}
