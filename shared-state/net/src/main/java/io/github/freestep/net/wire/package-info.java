/**
 * States as datagrams, for any transport: encodes the states of one process, and follows them in another. Every class
 * is for one thread at a time. No class blocks or allocates once made, except where its document says so. {@code
 * net.session} is between these datagrams and the transport.
 *
 * <h2>What you can rely on</h2>
 *
 * <ul>
 *   <li>Any datagram may be lost, late, repeated or out of order. A receiver then knows less, but never anything wrong,
 *       and knows all bodies again within a second.
 *   <li>One stream of datagrams serves any number of receivers, none of which has to acknowledge states.
 *   <li>The error of a position and of an orientation is bounded, and 0 with {@link
 *       io.github.freestep.net.body.PoseGrid#EXACT}; that of an attached body relative to its parent.
 *   <li>No datagram, however made, decides how much memory is allocated, or puts a NaN or infinite value into a state:
 *       it is used only if all of its content is valid, and the receiver's layout bounds the memory ({@code
 *       HostileDatagramsTest}).
 * </ul>
 *
 * <h2>Pieces and baselines</h2>
 *
 * <p>{@link StateEncoder} turns each state into datagrams of at most {@value Datagrams#MAX_DATAGRAM} bytes:
 *
 * <ul>
 *   <li>A <i>piece</i> holds a range of the slots of one state, as differences from baselines, for an unreliable
 *       stream.
 *   <li>A <i>baseline</i> datagram holds the whole content of some blocks of {@link
 *       io.github.freestep.state.content.Blocks#SIZE} slots, for the <i>reliable stream</i>, which keeps their order
 *       and repeats what was lost for up to 2 s.
 * </ul>
 *
 * <p>Every block has a baseline of its own:
 *
 * <ul>
 *   <li>A block that has changed since its baseline gets a new one every 0.5 s; that of any other block is repeated
 *       every 0.85 s, with its number. While no slot is in use, an empty one every 0.5 s lets receivers follow the run.
 *   <li>A baseline becomes <i>effective</i> 100 ms after it was sent; until then, pieces refer to the previous one. So
 *       a late or repaired one does no harm.
 *   <li>A block that equals its effective baseline is not in the pieces. A block that differs is in the pieces of every
 *       state, so any piece repairs the loss of all pieces before it.
 *   <li>A piece names the newest effective baseline datagram, and the baseline of each block in it; a block is unknown
 *       to a receiver without that one. A block that is not in a piece equals the newest baseline that the receiver has
 *       of it, if the receiver has every baseline datagram from then up to the newest effective one. If one is missing,
 *       the block is unknown until its baseline is repeated.
 *   <li>A receiver keeps the two newest baselines of each block. New ones are 0.5 s apart and used from 0.1 s on, so
 *       the older one serves pieces that are up to 0.4 s late.
 * </ul>
 *
 * <p>{@link io.github.freestep.net.body.PoseGrid} puts positions on a grid whose step is a power of two, so every grid
 * point is a float; beyond the grid, and where floats are coarser, positions are exact. An orientation is three
 * parameters on a grid of which every point is a unit quaternion. An adaptive range coder codes a body's displacement
 * and rotation; its models start again in each datagram.
 *
 * <h2>Attached bodies</h2>
 *
 * <p>The pose of an attached body is sent relative to its parent, which its {@link io.github.freestep.net.body.Bond}
 * names. If the bond differs from its baseline, a piece has the bond and the whole pose, so both always arrive
 * together. A bond has seven bits of the parent's life, so the receiver detects a parent that it does not have. It does
 * not publish that state, and samplers bridge the gap; after three such states, the others are published without the
 * rider.
 *
 * <p>Rejected: poses in the world, because the rider of a fast ship would then take another way than the ship, and
 * would be sent in every state.
 *
 * <h2 id="clients">Pieces for one client</h2>
 *
 * <p>If clients are sent different bodies, {@link SharedBodies} encodes each body once per state, with codes that can
 * follow any others, and {@link ClientBodies} copies it into the pieces of each client. Each record can be decoded,
 * whatever was lost. A body that has not come for 100 s is removed, so a damaged piece does no lasting harm.
 *
 * <h2>Following a sender</h2>
 *
 * <p>{@link StateFollower} says how it treats times and restarts, and {@link StateFollower#poll} how it treats lost
 * pieces. A lost piece costs no more delay than the jitter does.
 *
 * <h2 id="events">Events</h2>
 *
 * <p>Events go over the reliable stream. Their numbers have no gaps, except for events that the sender has missed, so a
 * receiver counts every event that it lacks. {@link ReceivedEvents} passes an event on once a state of its tick or a
 * later one is published.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Differences from a state that the receiver has acknowledged: each receiver needs its own, so no hundred
 *       receivers would be possible.
 *   <li>Keyframes of the whole state: as many bytes, in bursts.
 *   <li>A guess in place of a lost state at once: it would have to be taken back if time was paused just then.
 *   <li>To publish each state as soon as it is whole, and to let the sampler alone wait. With delays of 20 to 120 ms,
 *       the picture was 15 ms younger, but the median judder was 0.32 instead of 0.06 %, and bodies were up to 16
 *       instead of 3 mm off. {@link StateSpacing} has to stay in any case: without it, bursts of 100 ms leave 12 %
 *       judder.
 *   <li>To give a state up as soon as two later ones have come. With 20 ms of jitter to either side, 70 % of the states
 *       of four pieces then lacked some.
 * </ul>
 */
package io.github.freestep.net.wire;
