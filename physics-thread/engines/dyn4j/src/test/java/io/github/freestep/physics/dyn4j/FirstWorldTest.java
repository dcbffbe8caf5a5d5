package io.github.freestep.physics.dyn4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import org.dyn4j.collision.CategoryFilter;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Convex;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Transform;
import org.dyn4j.geometry.Vector2;
import org.dyn4j.world.DetectFilter;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest extends EngineRig {
    @Test
    void aServiceRunsIt() {
        Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(10), in -> {
            Body floor = new Body();
            floor.addFixture(Geometry.createRectangle(100, 1));
            floor.setMass(MassType.INFINITE);
            in.world().addBody(floor);
            Body box = new Body();
            box.addFixture(Geometry.createSquare(1));
            box.setMass(MassType.NORMAL);
            box.translate(0, 5);
            in.add(box); // falls with 9.81 m/s^2
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        physics.close();
        InlineStepper stepper = stepper(world);
        advance(stepper, 300);
        assertEquals(1, world.body(0).getTransform().getTranslationY(), 0.05);
    }

    @Test
    void aBoxFallsThroughOneOfAnotherCategoryThatIsSwept() {
        Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(2), in -> {
            for (int i = 0; i < 2; i++) {
                Body box = new Body();
                box.addFixture(Geometry.createSquare(2)).setFilter(new CategoryFilter(1 << i, 1 << i));
                box.setMass(i == 0 ? MassType.INFINITE : MassType.NORMAL);
                box.translate(0, -9 - 0.5 * i);
                in.add(box);
            }
        });
        InlineStepper stepper = stepper(world);
        advance(stepper, 20);
        assertEquals(-9.7, world.body(1).getTransform().getTranslationY(), 0.05);
        Convex square = Geometry.createSquare(2);
        Vector2 way = new Vector2(0, -20);
        double share = stepper.call(c -> world.world()
                        .convexCastClosest(square, new Transform(), way, 0, new DetectFilter<>(true, true, null))
                        .getTimeOfImpact()
                        .getTime())
                .join();
        assertEquals(7, 20 * share, 0.01);
    }
}
