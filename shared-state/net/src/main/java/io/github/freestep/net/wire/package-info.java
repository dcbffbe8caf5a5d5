/**
 * States as datagrams, for any transport: encodes the states of one process, and follows them in another. Every class
 * is for one thread at a time. No class blocks or allocates once made, except where its document says so. {@code
 * net.session} is between these datagrams and the transport.
 *
 * <h2>What you can rely on</h2>
 *
 * <ul>
 *   <li>Any datagram may be lost, late, repeated or out of order. A receiver then knows less, but never anything wrong,
 *       and later states tell it the rest without being asked for.
 *   <li>Receivers of all bodies that have acknowledged the same states are sent the same bytes, which are usually
 *       encoded once, so 32 receivers need four or five encodings and not 32.
 *   <li>The error of a position and of an orientation is bounded, and 0 with {@link
 *       io.github.freestep.net.body.PoseGrid#EXACT}; that of an attached body relative to its parent.
 *   <li>No datagram, however made, decides how much memory is allocated, or puts a NaN or infinite value into a state:
 *       it is used only if all of its content is valid, and the receiver's layout bounds the memory ({@code
 *       HostileDatagramsTest}).
 * </ul>
 *
 * <h2>Pieces</h2>
 *
 * <p>{@link StateEncoder} turns each state into <i>pieces</i> for an unreliable stream: datagrams of at most {@value
 * Datagrams#MAX_DATAGRAM} bytes, each with a range of the slots of the state. A state is a difference from an earlier
 * one that its receiver has acknowledged, so neither the loss of a piece nor that of an acknowledgement needs a repair:
 *
 * <ul>
 *   <li>The pieces for each client are numbered, and the client acknowledges the newest that it has decoded, and which
 *       of the {@value ClientMemory#ACKNOWLEDGED} before it. {@link ClientBlocks} finds out from that which of the last
 *       {@value StateRing#STATES} states the client has, for each block of {@link
 *       io.github.freestep.state.content.Blocks#SIZE} slots.
 *   <li>A block is coded from the newest state of which the client has it, and from one that was sent about 30 ms
 *       before that, which shows how its bodies moved. Above 30 states per second, the newer one has an even number, so
 *       that 32 clients with round trips of 20 to 150 ms need 4.5 forms of a piece instead of 8, for 1 % more bytes.
 *   <li>If a client has none of these states, as when it joins or after a long silence, the block is coded whole. If
 *       they are many, {@link ClientBlocks} sends them four times per second, as far as half of the link carries them.
 *   <li>Both sides keep the same {@link StateRing} of states as ints, in which states share the blocks that have not
 *       changed. A receiver decodes each piece on arrival, also that of a state that it will not show, and decodes
 *       a block only from states in which all of that block has come. At 100 states per second,
 *       {@value StateRing#STATES} of them are 0.6 s; a client whose acknowledgements take longer is sent whole blocks.
 *   <li>A datagram of the <i>reliable stream</i> tells receivers of the run: twice per second, and at once to a new
 *       one.
 * </ul>
 *
 * <p>{@link io.github.freestep.net.body.PoseGrid} puts positions on a grid whose step is a power of two, so every grid
 * point is a float; beyond the grid, and where floats are coarser, positions are exact. An orientation is three
 * parameters on a grid of which every point is a unit quaternion. {@link io.github.freestep.net.body.BodyCoder}
 * foretells both from the two earlier states, and codes what differs by a range coder, whose models begin trained in
 * each datagram.
 *
 * <h2>Attached bodies</h2>
 *
 * <p>The pose of an attached body is sent relative to its parent, which its {@link io.github.freestep.net.body.Bond}
 * names. If the bond differs from that of the earlier state, a piece has the bond and the whole pose, so both always
 * arrive together. A bond has seven bits of the parent's life, so the receiver detects a parent that it does not have.
 * It does not publish that state, and samplers bridge the gap; after three such states, the others are published
 * without the rider.
 *
 * <p>Rejected: poses in the world, because the rider of a fast ship would then take another way than the ship, and
 * would be sent in every state.
 *
 * <h2 id="clients">Pieces for one client</h2>
 *
 * <p>If clients are sent different bodies, {@link ClientBodies} keeps for each body of each client what {@link
 * ClientBlocks} keeps for a block, and {@link ClientRecords} encodes the same contents from the same states, but for
 * each client on its own, which takes 0.3 us of the sender's thread for each body. Rejected: to encode each body once
 * for all clients, with codes that do not learn and that can follow any others, from baselines that are renewed once
 * per second. That took a fifth of the time, but two to three times as many bytes.
 *
 * <h2>Following a sender</h2>
 *
 * <p>{@link StateFollower} says how it treats times and restarts, and {@link StateFollower#poll} how it treats lost
 * pieces. A lost piece costs no more delay than the jitter does.
 *
 * <h2 id="rest">Rest</h2>
 *
 * <p>A state that says nothing new is marked, if it fits into one datagram: all that the client is sent is as in a
 * state that it has acknowledged, and so are the input and the pace of time. Once a client has acknowledged a marked
 * state, it is sent one each 100 ms, and otherwise only those that differ, at once. {@link Playout} publishes copies
 * for those between two, so neither samplers nor estimates notice that states are left out:
 *
 * <ul>
 *   <li>A copy is published when states come at the latest, or when the next one has come. The numbers of pieces show
 *       how many states before that one were lost or overtaken, and those are waited for as usual.
 *   <li>A state that comes after its copy takes its place, as long as that is the newest. An earlier one is not shown,
 *       but its pause or its scale is.
 *   <li>Copies end a quarter of a second after the last state that came, so that one of those each 100 ms may be lost.
 *       If a pause or another scale was lost, ticks and times are ahead by as much until the sender catches up, because
 *       they never go back.
 *   <li>If the first state in which something moves is lost, its copy shows the body where it was for one state too
 *       long.
 *   <li>What is sent on the stream lets the next state be sent, too, so that a receiver learns at once what it has
 *       missed, and has the state that an event waits for. No event is passed on for a copy alone.
 *   <li>A relay sends none of its copies, because its receivers make their own.
 *   <li>Lateness of states is not measured meanwhile, and the time does not count for it. Few datagrams seem to be less
 *       late than many: after a rest of 20 s on a link with silences, the next one would freeze the picture.
 * </ul>
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
 *   <li>Baselines of each block, the same for all receivers, twice per second in the reliable stream: a receiver need
 *       not acknowledge anything. A moving body then took 1.2 to 1.6 times as many bytes, 1,000 bodies at rest four
 *       times, and a lost baseline let bodies stand still until it was repeated.
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
