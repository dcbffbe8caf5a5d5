/**
 * States as datagrams, for any transport: encodes the states of one process, and follows them in another. Every class
 * is for one thread at a time, that of the sender or receiver. No class blocks or allocates once made, except where its
 * page says so. {@code net.session} is between these datagrams and the transport. Not exported.
 *
 * <h2>What you can rely on</h2>
 *
 * <ul>
 *   <li>Any datagram may be lost, late, repeated or out of order. A receiver then knows less, but never anything wrong,
 *       and knows all bodies again within a second.
 *   <li>One stream of datagrams serves any number of receivers. No receiver has to acknowledge states.
 *   <li>The error of a position and of an orientation is bounded, and 0 with
 *       {@link io.github.freestep.net.body.PoseGrid#EXACT}.
 *   <li>No datagram, however made, decides how much memory is allocated, or puts a NaN into a state.
 * </ul>
 *
 * <h2>Two streams</h2>
 *
 * <p>{@link StateEncoder} turns each state into two kinds of datagrams, of at most {@value StateEncoder#MAX_DATAGRAM}
 * bytes each:
 *
 * <ul>
 *   <li>A <i>piece</i> holds a range of the slots of one state. Send pieces on an unreliable stream. Each piece can be
 *       decoded alone, given the baselines that it names, so a lost piece never delays another one.
 *   <li>A <i>baseline</i> datagram holds the whole content of some blocks of
 *       {@link io.github.freestep.internal.Blocks#SIZE} slots. Send baselines on a reliable stream that keeps their
 *       order.
 * </ul>
 *
 * <p>{@link EventEncoder} makes a third kind, for the reliable stream as well. See <a href="#events">Events</a>.
 *
 * <h2>Baselines</h2>
 *
 * <p>Pieces have only the differences from baselines. Every block has a baseline of its own:
 *
 * <ul>
 *   <li>A block that has changed since its baseline gets a new one every 0.5 s. The newest baseline of any other block
 *       is repeated every 0.85 s. So a receiver that joins knows all bodies within a second. Different blocks send
 *       their baselines at different times, so that the traffic is even. While no slot is in use, an empty baseline is
 *       sent every 0.5 s, so that receivers follow the run and may send input.
 *   <li>A baseline becomes <i>effective</i> 100 ms after it was sent. Until then, pieces refer to the previous baseline
 *       of the block. So a baseline that is late, or repaired by the transport, does no harm.
 *   <li>A block that equals its effective baseline is not in the pieces. A block that differs from it is in the pieces
 *       of every state. So any piece repairs the loss of all pieces before it.
 * </ul>
 *
 * <p>Baseline datagrams are numbered. A piece has the number of the newest effective one, and for each block in it the
 * number of the block's baseline. A receiver keeps the two newest baselines of each block:
 *
 * <ul>
 *   <li>A block in a piece is decoded against the baseline of that number, and is unknown if the receiver does not have
 *       it. The other blocks of the piece are decoded all the same.
 *   <li>A block that is not in a piece equals its newest effective baseline. Which baseline is that? The receiver takes
 *       the newest one that it has of this block, and must be sure that no newer one was lost. It is sure if it has
 *       every baseline datagram after the one with this baseline, up to the newest effective datagram. If one is
 *       missing, the block is unknown until its baseline is repeated. So a transport may lose baselines, and a receiver
 *       never knows anything wrong.
 *   <li>A repeated baseline keeps its number, so a receiver that joins can use it at once. New baselines of a block are
 *       at least 0.5 s apart, and pieces use a baseline from 0.1 s after it was sent. So of the two that a receiver
 *       keeps, the older one serves pieces that are up to 0.4 s late.
 * </ul>
 *
 * <h2>Poses and their errors</h2>
 *
 * <p>{@link io.github.freestep.net.body.PoseGrid} puts positions on a grid whose step is a power of two, so every
 * grid point is a float, and far from the origin, where floats are coarser than the grid, positions are exact. An
 * orientation is three parameters, each on a grid. Every point of that grid is a unit quaternion, and a step from a
 * point to the next one turns by almost the same angle everywhere. Both errors are bounded, and the bounds are
 * tested. With {@code PoseGrid.EXACT} every bit arrives. A body beyond the grid (2<sup>28</sup> steps) is sent
 * exactly, too.
 *
 * <p>Positions in doubles have the same grid, up to 2<sup>58</sup> steps from the origin: 1.4e14 m with the default
 * precision. Beyond it, doubles are coarser than the grid. A coordinate is a number of 64 bits. A baseline contains all
 * of them. A difference contains only the lower 28, so a moving body takes as many bytes as with floats, wherever it
 * is. A body that moves by more than 2<sup>27</sup> steps from its baseline is sent whole. With {@code PoseGrid.EXACT},
 * each coordinate is the 64 bits of the double, which makes 1.4 times the bytes of exact floats.
 *
 * <p>In a piece, a moving body is the displacement from its baseline and the rotation from it. An adaptive range coder
 * codes the sizes and signs of these numbers with a few models, which start anew in each datagram. The lower bits are
 * sent as they are, in a stream that begins at the end of the datagram. A pile of 1,000 boxes takes 2.3 bytes per box
 * and tick while it moves, 4.4 in the two seconds of its collapse, and 0.13 at rest, Freestep's own headers and
 * baselines included, but not the headers of Aeron, UDP and IP. (If a moving state fits into one piece, that piece is
 * sent twice, which makes 2.7 on average.) With {@code PoseGrid.EXACT}, a box takes 17.5 bytes.
 *
 * <h2>Attached bodies</h2>
 *
 * <p>The pose of an attached body is sent as it is in the state, relative to its parent, and its
 * {@link io.github.freestep.net.body.Bond} names the parent. So a receiver interpolates a rider relative to its ship,
 * and a rider that sits still is not in the pieces, wherever the ship goes. Bonds are in the baselines. If the bond of
 * a body differs from its baseline, a piece contains the bond and the whole pose. So they always arrive together, and
 * the next piece repairs the loss of an earlier one:
 *
 * <ul>
 *   <li>If the piece with the ship is lost, the rider rides on the ship's guessed pose.
 *   <li>If the piece with the rider is lost, the rider stays on its former ship, and goes on relative to it, until its
 *       next piece comes.
 *   <li>Poses before and after a change are relative to different bodies, so no velocity is made of the two.
 *   <li>A state may attach a rider to a ship that the receiver does not have: the ship has just appeared and its piece
 *       was lost, or it is gone and the rider's piece was lost. The receiver detects this, because a bond contains
 *       seven bits of the parent's life. It does not publish that state, and samplers bridge the gap. The next state is
 *       usually complete. If the ship is still missing after three states, the others are published without the rider.
 * </ul>
 *
 * <p>The error of an attached body's pose is bounded relative to its parent. In the world, the errors of the parents
 * are added, so a rider far from the centre of its ship moves with each error of the ship's orientation, as the deck
 * does. For large ships, choose a smaller error of orientations.
 *
 * <p>Rejected: poses in the world. A rider on a fast ship is then interpolated on another way than the ship, and is
 * sent in every state. Also rejected: to publish an incomplete state, with the rider at its last pose in the world.
 * That needs the pose of a parent that is gone, and samplers interpolate over the gap without it.
 *
 * <h2 id="clients">Pieces for one client</h2>
 *
 * <p>If clients are sent different bodies, the pieces of each have a header of their own and a record for each body, in
 * the order of the slots. Only records contain baselines. An empty baseline datagram every 0.5 s announces the run and
 * its grid to clients.
 *
 * <ul>
 *   <li>{@link SharedBodies} encodes each body once per state, with {@link io.github.freestep.net.codec.BitEncoder}:
 *       what it writes does not depend on the bodies before it, so it can be copied after any others. {@link
 *       ClientBodies} copies it into the pieces of each client. The fixed codes take more bytes than the range coder:
 *       a walking body takes 8 to 9 bytes, its slot included.
 *   <li>A body that moves gets a new baseline every second, the same for all clients. A record has the difference from
 *       a baseline that the client has acknowledged, or it contains the newest baseline itself. So every record can be
 *       decoded, whatever was lost. One bit tells the two baselines that a client keeps apart, because the sender uses
 *       only the two newest ones.
 *   <li>The pieces of a client have consecutive numbers. Each time the client is admitted, they go on at least 257
 *       higher. The client reports the newest piece that it has decoded, and which of the
 *       {@value ClientBodies#ACKNOWLEDGED} before it. It decodes all pieces that come in order, also those
 *       of states that it does not show, such as repeated ones: rare bodies may come in these only. An older piece has
 *       no effect and counts as lost.
 *   <li>A piece also has the number of the first piece since the sender knows what the client has. If that is a new
 *       one, the client forgets all bodies, and shows the next state of which it has all pieces. So a client that gets
 *       another address, or is admitted again after a silence, keeps nothing that has gone meanwhile. Apart from that,
 *       the client keeps what it knows of bodies while the run goes on, because the sender rarely repeats it.
 *   <li>Jumps do not wait for the turn of a rare body, because the picture would be wrong until then. A body that is
 *       new, has another life, has teleported or has another parent is in every state until the client has acknowledged
 *       one of these states.
 *   <li>A body that is not chosen any more, or is gone, has a record that says so, in each state until the client has
 *       acknowledged one. The client then has no body in that slot.
 *   <li>A body that rests is left out once the client has acknowledged a record in which it equals its baseline. Its
 *       last record says that it rests, so nothing guesses that it goes on. Every ten seconds, it is sent anew with its
 *       baseline. A body that has not come for 100 s is removed. So a damaged piece that was believed does no lasting
 *       harm.
 *   <li>A record says whether its body comes in every second, fourth, ... state only. {@link RemoteBodies} then shows
 *       it between the last two values, as many states late. Local states have such bodies like all others, so
 *       samplers, recordings and other senders need to know nothing of it.
 *   <li>If that lateness changes, because the body comes more or less often or states do, it changes by at most a
 *       quarter of the time that passes. So the body goes on at 3/4 to 5/4 of its speed, and never back. A body that is
 *       to come less often does so when it is shown late enough.
 *   <li>A piece has the lower half of the client's number, and others refuse it. A receiver that is started again on
 *       its port also gets the pieces of the former one for some seconds. All pieces are sealed with the same key, so
 *       those of one client would be authentic for another one.
 *   <li>A client that acknowledges what it does not have harms only its own picture. However often it does so, an
 *       acknowledgement is applied once per state.
 * </ul>
 *
 * <p>Rejected: to choose blocks of slots, or whole pieces, for each client. What is near is in many blocks: with 200 of
 * 10,000 bodies, 3 of 4 blocks have one. Also rejected: the streams of Aeron for these pieces. Each client would have
 * gaps for the pieces of all others, and would wait for them. Also rejected: to interpolate rare bodies in the sampler.
 * Its window is at most eight states, and all bodies would be as late as the rarest.
 *
 * <h2>Following a sender</h2>
 *
 * <p>A {@link StateFollower} is an ordinary publisher, so a sampler needs to know nothing of the network:
 *
 * <ul>
 *   <li>Its states are stamped by an estimate of the sender's clock: the stamp of a datagram plus the time since it
 *       came. The datagram that travelled for the shortest time gives the best estimate, so the estimate is behind the
 *       sender's clock by the shortest travel time of the network. It is corrected by at most 500 ppm, or by 0.8 % if
 *       the network has got faster, and never jumps. So a sampler learns as lateness only what varies, the jitter of
 *       the network, and the anchors of the sender hold as they are. After 10 s, with 5 ms of jitter and 100 ppm of
 *       drift, the error is below 0.2 ms for 99.97 % of the time; the worst in 45,000 runs of a minute is 0.93 ms.
 *   <li>A state is published when all of its pieces are there, after the state before it. The follower gives up a
 *       missing piece or state if two later states have begun to come, or after a time: the greatest lateness of all
 *       pieces of the last 4 s, plus an eighth of the jitter, plus 0.2 ms. A stall of the receiver does not count as
 *       lateness. So a lost piece costs no more delay than the jitter does already. A late piece is dropped.
 *   <li>The moving bodies of a missing piece go on with the velocity between their last two received poses, for at most
 *       ten states. Then they stay where they are. Guessed poses do not count for that, because velocities from guesses
 *       diverge. The follower does not make up a state that is lost as a whole: the sampler bridges one gap.
 *   <li>If delays vary by more than a window spans, not every state is published. The others are further apart,
 *       and span more: see {@link StateSpacing}. Only delays of the link count. What comes late because the sender's
 *       machine stood still has a late stamp, and {@link OwnStalls} knows when the receiver's thread did not run.
 *   <li>A state that comes again with a new anchor is published as an amendment. If it comes again in a pause with
 *       other values, because a command has changed them or pieces of it were missing, it is published in place of the
 *       newest state, with the same tick.
 *   <li>If the sender's simulation was started anew, its states begin at time zero again. The follower adds the time
 *       that the former run would have reached, so that time never goes back for its readers. All bodies are removed
 *       and spawned again in one state.
 *   <li>Readers see the sender's lives, in every run: pieces have them, and nothing is published before all are known.
 *       If a piece is missing, its bodies may keep their former lives. If the slot has a new body on the server, {@code
 *       isSameLife} is false there for the former life. Within the process, the epochs of each run are above those of
 *       the run before, so that a reader never takes a body for one of another run.
 *   <li>Ticks are the sender's in the first run. In a later one, they go on from those before, and
 *       {@link StateFollower#senderTick} converts them. Two runs can have the same life in the same slot, so what a
 *       user does to a body of the former run must not be sent to the new one. Therefore input is refused after the
 *       first state of a later run, for half a second or for as long as a window lasts, whichever is more. No new
 *       picture shows the former run after that.
 *   <li>A baseline has the sender's run, which is another one for each sender, and its world, which is another one for
 *       each start of a service. If the service goes on with one that was handed over, the baseline also names that
 *       one's world and last tick. A run goes on if it has the world that was shown before, or names it as the former
 *       one and no later tick of it was shown. The follower learns the clock and all bodies anew, but ticks, lives and
 *       times are those of before, and input is not refused. Every other run is a restart, also that of a second
 *       service that goes on from the same moment: the two are different worlds with the same past. A service that
 *       starts at the tick of a save names itself and that tick. So a receiver knows how many of the ticks that it has
 *       shown are lost.
 *   <li>After a second without pieces, all bodies count as unknown until they come again, as for a receiver that joins:
 *       old poses are never mixed with new ones.
 * </ul>
 *
 * <h2 id="events">Events</h2>
 *
 * <ul>
 *   <li>A datagram of events has the sender's run, the number of its first event, and as many events as fit. Numbers
 *       have no gaps, except for events that the sender has missed. So a receiver counts every event that it lacks.
 *   <li>They are on the stream of the baselines, because it is reliable and keeps its order. The baseline that begins a
 *       run comes before its events.
 *   <li>{@link ReceivedEvents} is a ring of {@value ReceivedEvents#CAPACITY} events. An event in it is passed on once a
 *       state of its tick or a later one is published here. Before that, the local tick of a new run is unknown. And if
 *       the sender restarts, events that no state has reached are dropped: their slots and lives could be those of
 *       bodies of the new run.
 *   <li>If all events in the full ring wait for states, they are dropped, because a damaged datagram may have a tick
 *       that is never reached. A datagram whose numbers are far below those before is believed for the same reason.
 * </ul>
 *
 * <p>Rejected: events in the pieces. They would have to be repeated until every receiver has acknowledged them.
 *
 * <p>Over a simulated link of 20 +- 5 ms with 0 and 1 % loss, the worst judder of 1,800 runs of 7 s is 0.045 %, and
 * pictures are at most 36 to 39.4 ms old: the longest way of 25 ms, a gap of 10 ms, and less than 5 ms. With 5 % loss
 * the same holds for 995 of 1,000 runs. In the others two states in a row were lost, and judder was up to 2 %.
 *
 * <h2>Hostile datagrams</h2>
 *
 * <p>Receivers check every field. A datagram is used only if all of its content is valid. The absolute value of a
 * double coordinate must be below 2<sup>125</sup>, as in all states. The receiver's own layout bounds the memory: no
 * number in a datagram decides how much is allocated. A NaN, an infinite value or an orientation of length zero is
 * refused. A test decodes 400,000 random and mutated datagrams.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Differences from a state that the receiver has acknowledged. They are smaller, but each receiver needs its own,
 *       so neither a multicast nor a hundred receivers would be possible.
 *   <li>Keyframes of the whole state. They take as many bytes, in bursts.
 *   <li>A shorter time between baselines. With 0.25 s, the additional bytes of the baselines are as many as the pieces
 *       save.
 *   <li>To publish a guess in place of a lost state at once. If time was paused just then, the guess would have to be
 *       taken back, and readers may have shown it.
 * </ul>
 *
 * <p>Codes for the numbers of a piece that were measured and rejected:
 *
 * <ul>
 *   <li>Exp-Golomb codes with adaptive bits. They take 8 % more bytes.
 *   <li>Predictions from the velocity of baselines. They do not help in a pile.
 *   <li>General compressors. They take at least 1.4 times as many bytes.
 *   <li>A tree of adaptive bits for each size. It saves 1.3 % of the bytes, but takes a third more time to encode and
 *       almost half more to decode.
 *   <li>Fixed models of sizes, chosen by recent sizes. They take 6 % more bytes.
 *   <li>Prefix codes of sizes, chosen by their recent mean and spread. They take 0.5 to 9 % more bytes. Encoding takes
 *       no less time, and decoding up to a quarter less.
 *   <li>Signs without a model where both are about as likely, and the size before as context. They take 0.2 to 1.2 %
 *       more bytes, and no less time.
 *   <li>Two interleaved rANS coders instead of the range coder. Without a division, a step of the decoder takes a third
 *       less time, but one of the encoder 7 % more. That is about an eighth of a receiver's decoding, and nothing for a
 *       sender.
 *   <li>A likely distribution of sizes to begin with. It changes the bytes by -0.6 to 1.2 %, because models learn fast.
 * </ul>
 */
package io.github.freestep.net.wire;
