/**
 * dyn4j: rigid bodies in two dimensions, in plain Java.
 *
 * <p>It comes to those who ask for it: {@code org.dyn4j:dyn4j:6.0.0}; a module requires {@code org.dyn4j} besides. The same input makes the same states, bit by bit, as long as
 * no body is a bullet, or only one: dyn4j goes through the bullets of a step in the order of their identity hash codes.
 *
 * <p>dyn4j allocates in every step, some 2.5 kB a body; this adapter adds nothing to that.
 */
package io.github.freestep.physics.dyn4j;
