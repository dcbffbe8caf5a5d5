package io.github.freestep.physics.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import java.util.ArrayList;
import java.util.List;

/** What the tests of several adapters check in the same way, and what is not part of the contract. */
public final class EngineChecks {
    private EngineChecks() {}

    /**
     * Returns the contacts that begin in some ticks, each as its larger and its smaller slot.
     *
     * @param least the smallest impulse that a contact may have
     */
    public static List<String> contacts(InlineStepper stepper, EventReader events, int ticks, float least) {
        List<String> contacts = new ArrayList<>();
        for (int i = 0; i < ticks; i++) {
            stepper.advanceTick();
            events.poll(event -> {
                if (event.kind() == Kind.CONTACT_BEGIN) {
                    contacts.add(Math.max(event.slotA(), event.slotB()) + " " + Math.min(event.slotA(), event.slotB()));
                    assertTrue(event.impulse() >= least, () -> "impulse " + event.impulse());
                }
            });
        }
        return contacts;
    }
}
