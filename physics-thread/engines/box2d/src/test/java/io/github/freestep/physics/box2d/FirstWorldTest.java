package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.CircleShape;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.Filter;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest extends EngineRig {
    @Test
    void aServiceRunsIt() {
        Box2dSimulation world = Box2dSimulation.of(StateLayout.of(10), in -> {
            EdgeShape floor = new EdgeShape();
            floor.set(-50, 0.5f, 50, 0.5f);
            in.world().createBody(new BodyDef()).createFixture(floor, 0);
            floor.dispose();
            BodyDef at = new BodyDef();
            at.type = BodyDef.BodyType.DynamicBody;
            at.position.y = 5;
            Body ball = in.world().createBody(at);
            CircleShape shape = new CircleShape();
            shape.setRadius(0.5f);
            ball.createFixture(shape, 1);
            shape.dispose();
            in.add(ball); // falls with 9.81 m/s^2
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        physics.close();
        InlineStepper stepper = stepper(world);
        advance(stepper, 300);
        assertEquals(1, world.body(0).getPosition().y, 0.05);
    }

    @Test
    void aSquareFallsThroughOneOfAnotherCategoryAndBothAreFound() {
        Box2dSimulation world = Box2dSimulation.of(StateLayout.of(2), in -> {
            Squares.floor(in);
            for (int i = 0; i < 2; i++) {
                Filter filter = new Filter();
                filter.categoryBits = (short) (2 << i);
                filter.maskBits = 1; // the category of the floor
                Body square = Squares.square(in, 0, 1 + 2 * i);
                square.getFixtureList().first().setFilterData(filter);
                in.add(square);
            }
        });
        InlineStepper stepper = stepper(world);
        advance(stepper, 200);
        assertEquals(0.5, world.body(1).getPosition().y, 0.05);
        List<Body> found = new ArrayList<>();
        stepper.submit(c -> world.world().QueryAABB(hit -> found.add(hit.getBody()), -0.1f, 0.8f, 0.1f, 0.9f))
                .join();
        assertEquals(2, found.size());
    }
}
