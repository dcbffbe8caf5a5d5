/**
 * The sequencer of a lockstep match: decides which input belongs to which tick, and who takes part. The thread of a
 * server runs all of it.
 *
 * <p>A state machine without a thread, a clock and physics: the same rules and the same calls lead to the same packets.
 * It never blocks. While the same players play, it allocates nothing. No message can harm it.
 *
 * <pre>
 * packet --&gt; Sequencer --&gt; Peer --&gt; Match --&gt; PlayerPlace --&gt; Peer --&gt; packet
 *                                  |
 *       asks the rules: Waits, MatchTime, DelayControl, HashBook, WorldRequest, LateJoin
 * </pre>
 *
 * <p>A rule has the state that only it needs, gets the rest as arguments, and returns what it has decided.
 * {@code Match} alone applies decisions. So each rule can be read and tested alone.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Ending the match for all if there is no majority: a player who loses could annul the match
 *       with one false hash.
 *   <li>Inputs that say at which frame they were sampled: the sequencer knows it from the delay that it has sent, and
 *       no player can lie about it.
 * </ul>
 */
package io.github.freestep.physics.lockstep.sequencer;
