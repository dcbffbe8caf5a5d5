/**
 * What a state holds, and how the other modules reach it. {@link HasStateInside} with {@link StateInside} hides from
 * users what only Freestep's packages may do with a state, {@link BufferInside} does so for a buffer, and
 * {@link Filler} for the bodies of a publisher. Nothing here knows a type that users see.
 *
 * <p>{@link Blocks}, {@link Epochs} and {@link Channels} explain the numbers in a state, {@link PoseList} has the
 * poses of listed bodies, {@link DoublePositions} has positions as doubles, and {@link Attachments} says which bodies
 * are attached, and to which. Readers may use these for the states that they have taken. The other classes are for the
 * publishing thread, which allocates only when it makes these objects or an attachment has changed.
 *
 * <p>{@code Marks} is a set of bodies that were written, and {@code History} is the sets of bodies that have changed in
 * the last states. {@code UnitCheck} refuses orientations, and {@code ListedPoses} writes the poses of listed bodies.
 *
 * <p>{@code AttachmentTree} makes the attachments as one immutable object, to which each state refers, so a state is
 * never half changed. Rejected: an array of parents in each state, because most worlds do not need it; and poses in the
 * world, because a rider would then be written in every tick.
 */
package io.github.freestep.state.content;
