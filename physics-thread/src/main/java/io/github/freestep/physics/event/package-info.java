/**
 * Carries events from the physics thread to their consumers: {@link ConsumerRing} has the entries of one consumer, into
 * which the physics thread writes without waiting, {@link Consumers} lists the rings, and {@link UnshownTicks} says
 * which events are due although no picture shows their tick. Recordings pass the entries of a journal in the same way.
 */
package io.github.freestep.physics.event;
