package io.github.freestep.physics.jolt;

/**
 * Decides how Jolt solves contacts, such as those of one-way platforms, conveyor belts and ice. Pass it to {@link
 * JoltSimulation.Builder#contactRule}.
 *
 * <pre>{@code
 * ContactRule belt = contact -> {
 *     if (contact.slotA() == beltSlot) {
 *         contact.surfaceVelocityA(2, 0, 0);
 *     }
 * };
 * }</pre>
 *
 * <p>Jolt calls it within a step, on the physics thread. If the world has several {@linkplain
 * JoltSimulation.Builder#threads threads}, Jolt calls it on any of them and in any order, but never twice at once. So
 * that the same input gives the same states, a rule must depend only on the contact, and on what no other contact of
 * the step changes. It must change no body and make none.
 */
@FunctionalInterface
public interface ContactRule {
    /**
     * Decides about two shapes that touch or are about to touch. Called in each step in which one of their bodies is
     * awake, before the solver runs. An exception ends the step.
     *
     * @param contact the same object for all contacts, valid only during this call
     */
    void apply(JoltContact contact);
}
