/**
 * A player's side of a lockstep match: connects to the sequencer, feeds the local service with the frames that come,
 * and sends the local input and the hashes.
 *
 * <p>The session's thread has {@code SessionCore} and all it owns; the physics thread has {@code LockstepFeed}, and
 * that of a prediction {@code PredictedFeed}. Any thread may use {@code SessionState}.
 *
 * <p>No thread waits for another one, except the callers of {@code start} and {@code inline}. Frames come to the
 * physics thread through a bounded lock-free queue. When a peer joins, the physics thread saves the world between two
 * ticks, which may make a tick late.
 *
 * <p>With the input delay d of this player, the input for tick n is sampled when tick n - d is fed; with a prediction,
 * earlier, when the second world is about to step tick n.
 */
package io.github.freestep.physics.lockstep.session;
