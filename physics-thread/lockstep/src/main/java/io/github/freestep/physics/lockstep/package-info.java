/**
 * Lockstep: peers exchange only their input, and each runs its own simulation, which reaches the same states. A
 * <i>player</i> is a numbered place in a match; a <i>peer</i> is the process that plays it.
 *
 * <p>Each player has a {@link io.github.freestep.physics.lockstep.LockstepSession}. All sessions talk to one
 * <i>sequencer</i>, which runs no physics. It decides which input belongs to which tick:
 *
 * <pre>
 * input sampled when tick n is fed --INPUT(n + d)--&gt; sequencer --FRAME(n + d)--&gt; all peers step tick n + d
 * </pre>
 *
 * <p>A <i>frame</i> here is a message: the input of all players for one tick. The sequencer sends it when the tick is
 * due and the sequencer has the input of all active players. All peers step exactly the frames, in their order. The
 * input delay d is how many ticks input may travel before the match has to wait for it. Each player has its own, so a
 * bad connection makes only its own player's input late.
 *
 * <p>A {@link io.github.freestep.physics.lockstep.SequencerServer} runs the sequencer on the thread of its port, which
 * may be a {@link io.github.freestep.net.SharedPort}. Each session has a thread, {@code freestep-lockstep}, which polls
 * once in a millisecond. The package {@code direct} connects the two by datagrams. A physics thread waits for neither.
 * A game with a protocol of its own writes an {@link io.github.freestep.physics.feed.InputFeed}, and compares the
 * hashes of {@code HASH} {@linkplain io.github.freestep.physics.Events events}.
 *
 * <h2>What you can rely on</h2>
 *
 * <p>If peers have the same simulation and rate, and the same input at each tick, they have the same state at each
 * tick, to the last bit. Lateness, catching up, time scales, readers and subscriptions do not matter, nor whether a
 * thread or a frame loop steps, or code is compiled, nor which JDK from 17 on runs it, because its arithmetic is
 * strictly IEEE 754.
 *
 * <p>{@link io.github.freestep.physics.lockstep.MatchWorld#of} says what breaks this. Hashes cover only
 * states, so other data, such as a velocity, is compared when it reaches a state, or at once if it is a channel.
 *
 * <h2>Time</h2>
 *
 * <p>The service of a session runs on the clock of the match, at scale 1. That clock follows the frames: a tick is due
 * when its frame has almost surely arrived. It runs at the speed that the sequencer declares, and never more than 250
 * ms ahead of the first frame that has not arrived. So the service is never paused or scaled, motion is even for all
 * peers, and these never drift apart.
 *
 * <p>One rule decides who may play: a player for whom the others had to wait more than {@code MatchSettings.maxWait} is
 * removed at a tick that all agree on. The sequencer measures by how much time the match is slower than normal because
 * it lacks this player's input, while another has sent all that it can. So it does not matter what is slow, and a
 * player can claim nothing. A scene that is too heavy for all removes no one: the match runs as fast as it can. Players
 * who join take part once the waits for those who have left lie back far enough, so no one can stop the others again
 * and again.
 *
 * <p>After a wait, the match catches up at most 250 ms, and drops the rest for all. If the sequencer's own process
 * stands still for longer than that, the match stands still with it, and no player has waited. Where no one waits, a
 * player who sends nothing for 5 s is removed. With a feed of your own, the service never gives up, and the game must
 * drop a silent peer itself.
 *
 * <h2>Joining late</h2>
 *
 * <p>A player can join a running match only with a world that {@linkplain
 * io.github.freestep.physics.saves.SavableSimulation#restoresExactly restores exactly}. Another player is asked to save
 * its world, which has stepped the newest tick by then. The joiner restores it and steps the frames since then. It
 * becomes active at an agreed tick, once it has sent a hash that equals that of the others. The sequencer asks by a
 * message. Rejected: to ask by the frame of a tick, because in a pause no frame comes.
 *
 * <p>If a player sends no world, less than 16 kB of it per second, or a wrong one, another is asked; if no player can
 * save its world, the joiner is removed. So is a joiner that for 30 s, or the span of {@code MatchSettings.maxWait} if
 * that is longer, steps no tick, comes no closer to the others, or sends no right hash. So a match that all have left
 * can't be joined again. A peer that joins in a pause gets the world of the newest tick, and shows it until the pause
 * ends. The place of a player who has left in that pause is free only after it, because only a stepped tick frees it.
 *
 * <h2>Desync and trust</h2>
 *
 * <p>The sequencer compares the hashes of all sessions. The largest group that agrees is right. In a tie, the group
 * with a host is right, or else the one with the lowest number. The match of a wrong peer ends, and it may join again.
 * So a peer that lies about its hashes only harms itself, unless the liars are the largest group, or tie with it and
 * have the player who decides. To decide between two players who don't trust each other, add a third one on the server
 * that only computes.
 *
 * <p>To name the value that differs, the sequencer asks the wrong peer and a right one for the values of their worlds
 * after the newest frame: those of their states, and those that they save, as a text of bounded length. Each holds the
 * next frame back until its world has reached that tick and the values are read, so the others wait only if that takes
 * longer than the input delay. The values may be forged, so they are only compared and shown. All learn the reason
 * after 3 s at the latest. Only one comparison is made at a time, and none while a world is on its way to a joining
 * player, so a peer that is wrong meanwhile learns only the tick. While all states are equal, this costs a tick one
 * comparison of two numbers. Rejected: values of the first tick that differs, because each peer would have to keep its
 * last worlds for that.
 *
 * <p>The sequencer is trusted. It removes a player who sends an invalid message. All queues are bounded; a side that
 * does not take its messages loses its connection, and delays no one else. A session ignores packets that are not its
 * sequencer's. Encryption is in the package {@code direct}.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Peers that send to each other: n * (n - 1) connections, and all would have to agree on who is silent, who joins
 *       and when.
 *   <li>A new sequencer that continues the match of one whose process has ended, with what the players have: it was
 *       built, and cost 750 lines with its tests. No game is known that starts its sequencer again in a match.
 *   <li>To slow the match for a slow player: all would have to believe what that player says of its steps.
 *   <li>A prediction within one world, which goes back: it needs a save in each tick, and the user's code, events and
 *       recordings would step back, too.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.lockstep;

import org.jspecify.annotations.NullMarked;
