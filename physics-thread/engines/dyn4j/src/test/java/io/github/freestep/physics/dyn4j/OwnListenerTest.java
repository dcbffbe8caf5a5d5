package io.github.freestep.physics.dyn4j;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import java.util.List;
import java.util.function.Consumer;
import org.dyn4j.dynamics.Body;
import org.dyn4j.world.ContactCollisionData;
import org.dyn4j.world.listener.ContactListenerAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners of the scene filter and change contacts, and Freestep's events stay. */
class OwnListenerTest extends EngineRig {
    private final Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(4), Dyn4jSimulationTest::floor);
    private final InlineStepper stepper = stepper(world);

    private int square(double y) {
        return world.add(Dyn4jSimulationTest.square(0, y));
    }

    private void onCollision(Consumer<ContactCollisionData<Body>> rule) {
        world.world().addContactListener(new ContactListenerAdapter<>() {
            @Override
            public void collision(ContactCollisionData<Body> collision) {
                rule.accept(collision);
            }
        });
    }

    @Test
    void aOneWayPlatformLetsABodyThroughFromBelowAndCarriesItFromAbove() {
        int slot = square(-3);
        Body mover = world.body(slot);
        onCollision(pair -> {
            if (mover.getLinearVelocity().y > 0.1 || mover.getTransform().getTranslationY() < 0.4) {
                pair.getContactConstraint().setEnabled(false);
            }
        });
        mover.setLinearVelocity(0, 12);
        assertEquals(List.of(), contacts(stepper, 100));
        assertTrue(mover.getTransform().getTranslationY() > 1);
        assertEquals(List.of(slot + " " + NO_SLOT), contacts(stepper, 300));
        assertEquals(0.5, mover.getTransform().getTranslationY(), 0.03);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStepRefusesAWorldWhoseListenersWereRemoved(boolean isOfSteps) {
        stepper.events().with(Kind.CONTACT_BEGIN).open();
        stepper.advanceTick();
        if (isOfSteps) {
            world.world().removeAllStepListeners();
        } else {
            world.world().removeAllContactListeners();
        }
        String why = assertThrows(PhysicsException.class, stepper::advanceTick)
                .getCause()
                .getMessage();
        assertTrue(why.contains("listeners") && why.contains("one by one"), why);
    }
}
