/**
 * Parts of what a state holds that can be read without knowing a state. All of it is for the publishing thread, which
 * allocates only when it makes these objects or an attachment has changed. Readers see the arrays of
 * {@code DoublePositions} through the states that they take.
 *
 * <p>{@code Marks} is a set of bodies that were written, and {@code History} is the sets of bodies that have changed in
 * the last states. {@code UnitCheck} refuses orientations, and {@code ListedPoses} writes the poses of listed bodies.
 *
 * <p>{@code AttachmentTree} says which bodies are attached, and to which, as one immutable object, to which each state
 * refers, so a state is never half changed. Rejected: an array of parents in each state, because most worlds do not
 * need it; and poses in the world, because a rider would then be written in every tick.
 */
package io.github.freestep.state.content;
