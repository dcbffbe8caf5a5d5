/**
 * Lockstep: peers exchange only their input, and each runs its own simulation, which reaches the same states. A
 * <i>player</i> is a numbered place in a match; a <i>peer</i> is the process that plays it.
 *
 * <p>Each player has a {@link io.github.freestep.physics.lockstep.LockstepSession}. All sessions talk to one
 * <i>sequencer</i>, which runs no physics. It decides which input belongs to which
 * tick:
 *
 * <pre>
 * input sampled when tick n is fed --INPUT(n + d)--&gt; sequencer --FRAME(n + d)--&gt; all peers step tick n + d
 * </pre>
 *
 * <p>A <i>frame</i> in these packages is a message: the input of all players for one tick. (It is not a picture.) The
 * sequencer sends the frame of a tick when the tick is due and the sequencer has the input of all active players. All
 * peers step exactly the frames, in their order. The input delay d is the time, in ticks, that input may travel before
 * the match has to wait for it. Each player has its own, which the sequencer adapts to the measured connection of that
 * player. So a player with a bad connection makes only its own input late.
 *
 * <p>A {@link io.github.freestep.physics.lockstep.SequencerServer} runs the sequencer on a thread: in the process of a
 * player, or on a server. A {@link io.github.freestep.physics.lockstep.LockstepTransport} connects the two sides; the
 * package {@code direct} has one, on Aeron. No type here names one of a network library, so another transport can take
 * its place. A game with a protocol of its own can do without sessions: it writes an {@link
 * io.github.freestep.physics.InputFeed}, and its peers send each other the hashes that their {@linkplain
 * io.github.freestep.physics.Events events} of kind {@code HASH} have.
 *
 * <p>These are the types that users call. Three packages that are not exported do the work: {@code sequencer} decides
 * what belongs to which tick, {@code session} feeds a service with these ticks, and {@code link} has what both share,
 * above all the messages between them. They import neither this package nor, except for {@code link}, each other. A
 * fourth, {@code packets}, has what transports on Aeron share.
 *
 * <h2>What you can rely on</h2>
 *
 * <p>If peers have the same simulation and rate, and the same input at each tick, they have the same state at each
 * tick, to the last bit. None of the following changes the states:
 *
 * <ul>
 *   <li>how late ticks are, and how they are caught up;
 *   <li>the time scale, and pauses;
 *   <li>the overload policy, except {@code merge} (see below);
 *   <li>how many readers there are, how fast they are, and which events are subscribed to;
 *   <li>whether a thread or a frame loop runs the simulation;
 *   <li>whether code is interpreted or compiled;
 *   <li>the JDK, from 17 on, where arithmetic is strictly IEEE 754.
 * </ul>
 *
 * <h2>What breaks lockstep</h2>
 *
 * <p>A session makes the first two impossible: it refuses a builder with an overload policy, and the service of a match
 * fails such commands. With a feed of your own, avoid them.
 *
 * <ul>
 *   <li>{@link io.github.freestep.physics.OverloadPolicy#merge}: the length of a step depends on how busy the machine
 *       was.
 *   <li>Commands that are submitted to the service of one peer. Spawning, removing and teleporting bodies is input:
 *       submit such commands to the session. A feed of your own runs them by
 *       {@link io.github.freestep.physics.FedInput#run}. A value command, by {@code call}, is for reading and saving;
 *       if it changes the world, that player is desynced.
 *   <li>A simulation that continues after a fault on some peers only. A step that fails on all peers alike is harmless.
 *   <li>A simulation that uses anything that differs from run to run: a clock;
 *       {@link io.github.freestep.physics.Tick#dueNanos}; {@link io.github.freestep.physics.TickInput#arrivalNanos};
 *       random numbers not seeded by the game; the iteration order of a {@code HashMap} or {@code Set.of} whose keys
 *       have identity or salted hash codes; its own threads, if the order in which they finish affects the result.
 *   <li>{@code Math.sin}, {@code cos}, {@code tan}, {@code exp}, {@code log}, {@code pow} and similar functions: their
 *       results may differ in the last bit between platforms. {@code StrictMath} gives the same bits everywhere, and so
 *       do {@code Math.sqrt}, {@code fma} and the four basic operations. dyn4j rotates bodies by {@code Math.sin} and
 *       {@code cos}: it gives the same bits on one platform, as our tests show for two JDKs, but no one guarantees that
 *       between x86 and ARM. PhysX is a native library; see its own guarantees.
 * </ul>
 *
 * <p>Hashes are computed from the states as they are written, in single precision. A difference in a simulation's
 * internal data, such as a velocity, is detected when it reaches a state. With {@code MatchSettings.hashWorld}, hashes
 * also cover all that the world saves.
 *
 * <h2>Time</h2>
 *
 * <p>The service of a session runs on the clock of the match, at scale 1. That clock follows the frames: a tick is due
 * when its frame has almost surely arrived. It runs at the speed that the sequencer declares, with small corrections
 * against drift and jitter. After an outage it runs faster, by at most {@code catchUpSpeed}. It never runs more than
 * 250 ms ahead of the first frame that has not arrived. So the service itself is never paused or scaled for pauses,
 * slow motion or missing input, readers of all peers see even motion, and the peers never drift apart. Change time
 * through the session: a pause or a scale of one service would only make that peer fall behind.
 *
 * <p>If one machine is too slow, the sequencer slows the match evenly for all, but never below {@code
 * MatchSettings.slowestSpeed}. It does the same if the input of a player needs more time than the greatest {@code
 * MatchSettings.inputDelay}. {@code LockstepSession.slowPlayer} names the player. A player whose machine cannot keep up
 * with that speed for longer than {@code MatchSettings.silence} is removed, and so is one for whom the match waits
 * nearly all the time. Waits of more than a second count in full. So a single player can neither slow the others
 * further nor stop them again and again, by mistake or on purpose. The alternative, to let that player fall behind, is
 * no lockstep: its input would come too late for each tick.
 *
 * <p>The sequencer believes a player who only says that its steps are slow for 10 s, at most once in five minutes.
 * After that, the sequencer must see it: the inputs of the player must become later at a higher speed, or the match
 * must wait for them. Such evidence counts for a minute. So a player who is really slow becomes late by some ticks once
 * a minute. This bounds false claims and does not prevent them: a player who holds its inputs back on purpose, or whose
 * link becomes slower for a second once a minute, can still hold the match at the speed that it claims.
 * {@code slowPlayer} names it, and the host can remove it with {@code LockstepSession.remove}.
 *
 * <p>Only the host may pause the match, scale its time and remove players, because one player could otherwise stop or
 * slow the match for all. The host is each player in the process of the sequencer, that process itself, and the player
 * whom {@code MatchSettings.host} names. {@code MatchSettings.pauses} bounds the pauses.
 * {@code LockstepSession.refusedRequest} says why a request had no effect.
 *
 * <p>After a wait for input, the match catches up at most 250 ms, at {@code catchUpSpeed}, and drops the rest of the
 * waiting time for all.
 *
 * <h2>Waiting for input</h2>
 *
 * <p>If a tick lacks its frame, the service polls the feed at intervals of at most a millisecond. Meanwhile its readers
 * show the newest state. The session says for which player the match waits and for how long, and so do
 * {@link io.github.freestep.physics.PhysicsMetrics} ({@code awaitedTick}, {@code awaitedPlayer},
 * {@code inputWaitNanos}) and events. A player who is silent beyond {@code MatchSettings.silence} is removed at a tick
 * that all agree on, or the match pauses. With a feed of your own, the service never gives up, and the game must drop a
 * silent peer by a timeout of its own; its policy should be
 * {@link io.github.freestep.physics.OverloadPolicy#neverSlip}, because a peer that drops time stays behind, and so do
 * all that wait for its input.
 *
 * <h2>Threads</h2>
 *
 * <table>
 *   <caption>Which thread runs what</caption>
 *   <tr><th>Thread</th><th>Runs</th></tr>
 *   <tr><td>{@code freestep-sequencer}, one per server</td><td>package {@code sequencer}</td></tr>
 *   <tr><td>{@code freestep-lockstep}, one per session</td><td>package {@code session}: polls the transport each
 *       millisecond, samples the local input and sends it</td></tr>
 *   <tr><td>the physics thread of the session's service</td><td>the feed; it waits for nothing</td></tr>
 *   <tr><td>the physics thread of a prediction</td><td>its guesses and corrections; it waits for nothing</td></tr>
 *   <tr><td>any thread of the host</td><td>the methods of the types here</td></tr>
 * </table>
 *
 * <h2>Prediction</h2>
 *
 * <p>A {@link io.github.freestep.physics.lockstep.Prediction} lets a second world run ahead of that of the match. It
 * steps each tick with the own input, which it has before the others have it, and with a guess: the axes of all other
 * players stay as they are, and nothing else happens. The session's thread compares each frame with the guess for its
 * tick when it arrives. If they differ, the physics thread saves the world of the match after its next tick. Before its
 * own next tick, the second world restores the newest such save, and steps all ticks since then again, with the frames
 * that have arrived. So a prediction can be wrong for as long as frames travel, and no longer.
 *
 * <ul>
 *   <li>The world of the match does not know of it: its states, events, hashes and recordings are those of a match
 *       without a prediction.
 *   <li>The second world may be ahead by the input delay, and by at most {@code Prediction.Builder.ticks}. If a
 *       restore and so many steps do not fit into a tick, it runs ahead less far. So it never falls behind by its own
 *       corrections. {@code Prediction.missingTicks}, and an event, report what does not fit.
 *   <li>The local input for a tick is sampled when the second world is about to step that tick.
 *   <li>Both worlds must restore exactly. Otherwise they would differ after the first correction, and nothing would
 *       repair that but another one.
 * </ul>
 *
 * <h2>Joining late</h2>
 *
 * <p>A player can join a running match only with a world that {@linkplain
 * io.github.freestep.physics.SavableSimulation#restoresExactly restores exactly}. Another player saves its world at an
 * agreed tick. The joiner restores it and steps the frames since then. It becomes active at an agreed tick, once it has
 * sent a hash that equals the hash of the other peers for that tick. Simulations see it in {@link
 * io.github.freestep.physics.TickInput#hasJoined} and {@link io.github.freestep.physics.TickInput#hasLeft} of this
 * tick, and recordings contain it. With {@code MatchSettings.minPlayers}, a match begins before all places are taken,
 * and further players join it in this way.
 *
 * <p>A join always ends. A join that fails, and a stay that ends against the player's will, is a {@link
 * io.github.freestep.physics.lockstep.MatchException}, and no mistake of the program. If a player does not send its
 * world, sends less than 16 kB of it per second, or has sent one that could not be restored or that led to a wrong
 * state, another player is asked instead. If there is none, a player whose world was wrong is asked once more, and then
 * not for a minute. If no player can save its world, the joiner is removed. So a match that all players have left can't
 * be joined again. A joiner is removed if it steps no tick for 30 s after the last part of a world was sent to it, if
 * the number of ticks by which it is behind the others has not become smaller within 30 s, or if it has caught up and
 * sends no hash that shows a right state for 30 s. If {@code MatchSettings.silence} is longer than 30 s, it applies
 * instead.
 *
 * <p>A place becomes free, and a world is saved, only when a tick is stepped. In a pause there are no ticks, so a peer
 * that joins then has to wait until the pause ends. Until then its session is {@code PAUSED}.
 *
 * <h2>Desync</h2>
 *
 * <p>Every session sends the hashes of its states, and the sequencer compares them. The peers that most others agree
 * with are right. If there is no majority, as with two players, the side is right that has a player in the sequencer's
 * process (see {@link io.github.freestep.physics.lockstep.SequencerServer#connectLocal}), because the others trust that
 * process anyway. Otherwise, the protocol must choose one, and takes the side that has the player with the lowest
 * number. A peer that is wrong learns the tick and both hashes. It ends as {@code DESYNCED}, and may join again with a
 * new session. To find the first body and value that differ, let each peer record the match, and compare two recordings
 * with the command {@code inspect}.
 *
 * <h2>Trust</h2>
 *
 * <p>The sequencer checks every message. A player who sends an invalid one is removed from the match; the message never
 * harms the sequencer. All queues are bounded; a side that does not take its messages loses its connection, and delays
 * no one else. A session ignores packets that are not its sequencer's.
 *
 * <p>This package encrypts nothing, so everyone who can read the packets can forge them: use a trusted network, a VPN,
 * or a transport that encrypts. A player who is silent can be replaced only by a new connection with the same identity,
 * see {@code LockstepSession.Builder.identity}. The sequencer is trusted. Peers are trusted to run the right
 * simulation; a peer that lies about its hashes only harms itself, with two exceptions: the liars are the majority, or
 * they are half of all and have the player who decides a tie. That is the player in the sequencer's process or, if
 * there is none, the one with the lowest number. If two players don't trust each other, run the match on a server with
 * a third player there that only computes, by {@code SequencerServer.connectLocal}.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Peers that send to each other: n * (n - 1) connections, and all peers would have to agree on who is silent, who
 *       joins and when. The sequencer decides that alone. It costs a round trip to it; the input delay covers that.
 *   <li>One input delay for all players, that of the worst connection: fair, but a player with a round trip of 500 ms
 *       would make the input of all others late by 500 ms, and gain nothing from it.
 *   <li>A prediction within one world, which steps ahead and goes back: it needs a save in each tick, as any tick may
 *       be the last one before a wrong guess. The user's code in that world would step back, too, and so would its
 *       events and recordings. Two worlds cost one more step in each tick, but a save only after a wrong guess.
 * </ul>
 */
package io.github.freestep.physics.lockstep;
