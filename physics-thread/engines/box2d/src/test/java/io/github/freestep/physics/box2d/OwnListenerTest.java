package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.Contact;
import com.badlogic.gdx.physics.box2d.ContactImpulse;
import com.badlogic.gdx.physics.box2d.ContactListener;
import com.badlogic.gdx.physics.box2d.Manifold;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A contact listener of the scene is called, and Freestep's events stay. */
class OwnListenerTest extends EngineRig {
    private final List<String> calls = new ArrayList<>();
    private final Box2dSimulation world = Box2dSimulation.of(StateLayout.of(4), Squares::floor);
    private final InlineStepper stepper = stepper(world);

    private class Own implements ContactListener {
        @Override
        public void beginContact(Contact contact) {
            calls.add("begin");
        }

        @Override
        public void endContact(Contact contact) {
            calls.add("end");
        }

        @Override
        public void preSolve(Contact contact, Manifold before) {}

        @Override
        public void postSolve(Contact contact, ContactImpulse impulse) {}
    }

    @Test
    void aListenerOfTheSceneAndEventsBothHearOfContacts() {
        int slot = world.add(Squares.square(world, 0, 0.5f));
        world.world().setContactListener(new Own());
        assertEquals(List.of(slot + " -1"), contacts(stepper, 20));
        world.remove(slot);
        assertEquals(List.of("begin", "end"), calls);
        world.world().setContactListener(null);
        slot = world.add(Squares.square(world, 0, 0.5f));
        assertEquals(List.of(slot + " -1"), contacts(stepper, 20));
        assertEquals(List.of("begin", "end"), calls);
    }

    @Test
    void aOneWayPlatformLetsABodyThroughFromBelowAndCarriesItFromAbove() {
        world.world().setContactListener(new Own() {
            @Override
            public void preSolve(Contact contact, Manifold before) {
                Body mover = contact.getFixtureB().getBody();
                if (mover.getLinearVelocity().y > 0.1f || mover.getPosition().y < 0.4f) {
                    contact.setEnabled(false);
                }
            }
        });
        int slot = world.add(Squares.square(world, 0, -3));
        world.body(slot).setLinearVelocity(0, 12);
        assertEquals(List.of(), contacts(stepper, 100));
        assertTrue(world.body(slot).getPosition().y > 1);
        assertEquals(List.of(slot + " -1"), contacts(stepper, 300));
        assertEquals(0.5, world.body(slot).getPosition().y, 0.03);
    }
}
