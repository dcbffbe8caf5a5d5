package io.github.freestep.physics.dyn4j;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.query.Hits;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Convex;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Vector2;
import org.junit.jupiter.api.Test;

class Dyn4jSimulationTest extends EngineRig {
    private final Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(8), Dyn4jSimulationTest::floor);
    private final InlineStepper stepper = stepper(world);
    private final EventReader events = stepper.events().with().open();

    @Test
    void aRayFindsTheNormalOfAnEdgeOfATurnedSquare() {
        Body body = square(0, 50);
        body.rotateAboutCenter(0.4);
        int slot = world.add(body);
        Random random = Seeds.random(1);
        Hits hits = new Hits(1);
        int met = 0;
        for (int i = 0; i < 40_000; i++) {
            double angle = 2 * Math.PI * random.nextDouble();
            double x = 10 * Math.cos(angle);
            double y = 10 * Math.sin(angle);
            double aside = 1.4 * random.nextDouble() - 0.7;
            double reach = Math.hypot(x, y);
            world.ray(x - aside * y / reach, 50 + y + aside * x / reach, 0, -x, -y, 0, 20, any -> any == slot, hits);
            if (hits.size() > 0) {
                met++;
                double turn = Math.atan2(hits.ny(0), hits.nx(0)) - 0.4;
                assertEquals(0, Math.sin(2 * turn), 1e-5, "the normal of no edge, from " + angle + ", " + aside);
            }
        }
        assertTrue(met > 20_000, "only " + met + " rays hit");
    }

    /** Of a ray that is nearly along z, rounding errors in the plane become long. */
    @Test
    void aRayHitsNothingBeyondItsLength() {
        Body body = square(0, 50);
        body.rotateAboutCenter(0.4);
        int slot = world.add(body);
        Random random = Seeds.random(2);
        Hits hits = new Hits(1);
        for (int i = 0; i < 2_000; i++) {
            Vector2 edge = body.getTransform().getTransformed(new Vector2(random.nextDouble() - 0.5, -0.5));
            world.ray(edge.x, edge.y, 0, -0.49, 1.85, 1e19, 1.01, any -> any == slot, hits);
            assertTrue(hits.size() == 0 || hits.distance(0) <= 1.01, hits::toString);
        }
    }

    @Test
    void aSlidingBodyMakesNoNewContactAndAHoppingOneDoes() {
        Body body = square(0, 0.5);
        int slot = world.add(body);
        body.setLinearVelocity(8, 0);
        assertEquals(List.of(slot + " " + NO_SLOT), contacts(50));
        // The hop is so low that dyn4j keeps the pair.
        body.setLinearVelocity(0, 1);
        assertEquals(List.of(slot + " " + NO_SLOT), contacts(50));
    }

    @Test
    void aBodyRemovedBetweenFindingAndSolvingMakesNoContact() {
        int slot = world.add(square(0, 0.51));
        fallUntilFound(slot);
        world.remove(slot);
        assertEquals(List.of(), contacts(5));
    }

    @Test
    void eachBodyWithoutASlotEndsItsOwnContact() {
        Body wall = square(2, 0.5);
        wall.setMass(MassType.INFINITE);
        world.world().addBody(wall);
        Body body = square(0, 0.5);
        int slot = world.add(body);
        body.setLinearVelocity(5, 0);
        assertEquals(List.of("BEGIN 0 -1", "BEGIN 0 -1"), touches(60));
        assertEquals(0, slot);
        body.setAtRest(false);
        body.setLinearVelocity(-5, 0);
        assertEquals(List.of("END 0 -1"), touches(10));
        body.setLinearVelocity(0, 3);
        assertEquals(List.of("END 0 -1"), touches(10));
    }

    @Test
    void aBodyWithoutASlotEndsItsContactWhenItIsRemoved() {
        world.add(square(0, 0.5));
        assertEquals(List.of("BEGIN 0 -1"), touches(20));
        world.world().removeBody(world.world().getBody(0), true);
        assertEquals(List.of("END 0 -1"), touches(1));
    }

    /** Steps until dyn4j has found a contact, which it solves and reports in the next step. */
    private void fallUntilFound(int slot) {
        for (int i = 0; world.world().getContacts(world.body(slot)).isEmpty(); i++) {
            assertTrue(i < 100, "the body never touches");
            assertEquals(List.of(), contacts(1));
        }
    }

    static void floor(Dyn4jSimulation world) {
        world.world().addBody(body(Geometry.createRectangle(200, 1), MassType.INFINITE, 0, -0.5));
    }

    static Body square(double x, double y) {
        return body(Geometry.createSquare(1), MassType.NORMAL, x, y);
    }

    private static Body body(Convex shape, MassType mass, double x, double y) {
        Body body = new Body();
        body.addFixture(shape);
        body.setMass(mass);
        body.translate(x, y);
        return body;
    }

    private List<String> contacts(int ticks) {
        return contacts(stepper, events, ticks, Float.MIN_VALUE);
    }

    private List<String> touches(int ticks) {
        List<String> touches = new ArrayList<>();
        for (int i = 0; i < ticks; i++) {
            stepper.advanceTick();
            events.poll(event -> {
                if (event.kind() == Kind.CONTACT_BEGIN || event.kind() == Kind.CONTACT_END) {
                    touches.add(event.kind().name().substring(8) + " " + event.slotA() + " " + event.slotB());
                }
            });
        }
        return touches;
    }
}
