/**
 * A sequencer that survives the loss of a machine: a match on Aeron Cluster.
 *
 * <p>{@link io.github.freestep.physics.lockstep.cluster.ClusterSequencer} is one node, and a player connects by
 * {@link io.github.freestep.physics.lockstep.cluster.ClusterTransport}. Both may be called by any thread; a transport
 * is for the thread of its session. It is for a match that must go on when a machine fails, on three nodes or five.
 *
 * <p>Aeron Cluster brings all packets of the players into one order, writes them to the logs of a majority of nodes,
 * and every node runs the same {@code Sequencer} on them. The log has the time of each packet, and that is the clock of
 * the sequencer. Only packets of the leader are sent. If the leader fails, the others elect a new one, the match's
 * clock goes on from where it was, and the players' transports follow: about two seconds of standstill, of which one is
 * the time until the leader counts as silent. With three nodes and three players on two busy cores, it was 1.3 to 1.9 s
 * in five runs. No tick is lost, because the new leader has decided the same ticks.
 *
 * <h2>What it needs</h2>
 *
 * <p>Besides what the sender of states needs, see {@link io.github.freestep.net}, it needs
 * {@code io.aeron:aeron-archive} and {@code io.aeron:aeron-cluster}, version 1.51.0, on nodes and players. A node has a
 * daemon thread each for driver, archive, consensus and service, which sleep for 0.5 ms if there is nothing to do, and
 * two more that mostly sleep: one deletes old log, and one notices that the node is too far behind. Together they take a
 * tenth of a core while three players play at 60 ticks per second.
 * An input takes five to ten milliseconds to its tick on idle machines, instead of two on direct streams. A node uses
 * six UDP ports from the given one, and each player a free one. The nodes send to the players' own addresses, so there
 * must be no address translation between them. A node that was stopped for more than 10 s, for example by a laptop's
 * sleep, ends; {@code failure()} says so. Close it then; another one with the same folder continues.
 *
 * <h2>Log and snapshots</h2>
 *
 * <p>A node writes the log to its folder. The log has all packets of the players: 35 kB per second with two players at
 * 100 ticks per second, so about 64 MB per player and hour. So the leader requests a snapshot after each 8 MiB of the
 * log, which are about four minutes of such a match. All nodes take it at the same place of the log. Then each deletes
 * the snapshot before it, and the log before that snapshot, so that at most 24 MiB of the log stay.
 *
 * <p>A snapshot has the whole state of the sequencer, with the frames for players who join late from tick 1. A node
 * takes these frames from the snapshot, not from the log. {@code MatchSettings.history} bounds their size before
 * compression, which leaves about a third, except of random input. A snapshot also has each saved world that is being
 * sent to players who join late, once and not compressed. {@code history} also bounds each of these worlds. So while
 * players join, a snapshot can be as large as {@code history} for the frames and {@code history} per world. While a
 * node saves or loads a snapshot, its heap has up to three times the bytes. A snapshot of more than 2 GiB fails on all
 * nodes; then {@code lastError()} says so, and the log grows until the next one.
 *
 * <p>With three players who move four axes each at 100 ticks per second, a snapshot has 15 MB after an hour. The match
 * stands still while it is written: 35 to 104 ms for 15 MB, on two busy cores.
 *
 * <p>After a restart a node loads its newest snapshot, runs its sequencer on the log after it, and continues the match.
 * A node whose folder is empty, or so old that the others have deleted the part of the log that it lacks, first copies
 * the newest snapshot of another node. A running node can fall that far behind as well, for example if the network does
 * not reach it for ten minutes. Some seconds after it can reach the others again, it ends, and {@code failure()} says
 * so. Close it, and start another one with the same folder; it copies the snapshot. The other nodes go on meanwhile.
 *
 * <p>Replace one machine at a time, while a majority of the others runs. A node with an empty folder asks the others
 * for 5 s. If none answers, it takes the match for one that has not begun, and two such nodes of three would begin a
 * new one.
 *
 * <p>The disk of a node's folder must have 32 MiB and twice {@code MatchSettings.history} when the node starts, with
 * what the folder has already: 160 MiB by default. If the disk becomes full, the node ends, and {@code failure()} says
 * so.
 *
 * <h2>What it is not for</h2>
 *
 * <p>The open internet. A cluster neither encrypts nor authenticates, between nodes or players. Everyone on its network
 * can forge packets and end the match. So a node that other machines can reach must be started with
 * {@code withoutKey()}, and belongs into a network of its own or a VPN.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Frames for late players in a file beside the snapshots, to which each node appends. Snapshots would be small,
 *       but a node that copies the snapshot of another one would need that file, too, up to the same tick.
 *   <li>Physics in the cluster. It would have to be saved with each snapshot, repeated on each start, and be as fast on
 *       each node as the log is.
 * </ul>
 */
package io.github.freestep.physics.lockstep.cluster;
