/**
 * The sequencer of a lockstep match: decides which input belongs to which tick, who takes part, and how fast the match
 * runs. The thread of a server runs all of it.
 *
 * <h2>What you can rely on</h2>
 *
 * <p>A state machine without a thread, a clock and physics: the same rules and the same calls lead to the same packets.
 * It never blocks. While the same players play, it allocates nothing. No message can harm it.
 *
 * <h2>How it works</h2>
 *
 * <pre>
 * packet --&gt; Connections --&gt; PeerMessages --&gt; Match --&gt; PlayerPlace --&gt; Peer --&gt; packet
 *                                          |
 *       asks the rules: Waits, RequestedTime, SlowPlayers, SpeedControl, DelayControl, HashBook, Donors, WorldRequest,
 *       JoinProgress
 * </pre>
 *
 * <p>A rule has the state that only it needs. It gets the rest as arguments, and returns what it has decided.
 * {@code Match} alone applies decisions: it removes players, sends messages and emits frames. So each rule can be read
 * and tested without the others. {@code HashBook} reports to an interface instead, because one hash may lead to
 * verdicts about several players and ticks.
 *
 * <p>Each player has a {@code DelayControl} of its own, so that a slow connection delays the input of one player only.
 *
 * <p>A tick gets its frame when it is due and no active player's input is missing. A player who joins gets a world from
 * a donor, and takes part once it has caught up and has sent a hash that equals that of the others.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Ending the match for all as {@code DESYNCED} if there is no majority: a player who loses could annul the match
 *       with one false hash, and no peer would be left to join again from.
 *   <li>Inputs that say at which frame they were sampled: the sequencer sends each player its delay in the frames, so
 *       it knows the frame itself, and no player can lie about it.
 *   <li>Helpers that hold the match and call it: each was a part of the match in a file of its own, and none could be
 *       read alone.
 * </ul>
 */
package io.github.freestep.physics.lockstep.sequencer;
