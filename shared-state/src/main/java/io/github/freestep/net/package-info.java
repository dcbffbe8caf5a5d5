/**
 * Sends the states of a service to other processes and machines, and connects the players of a lockstep match. The
 * first is for clients that only show a world and send input: {@code RemoteStates} of the rendering module receives the
 * states, and a {@code FrameSampler} shows them as it shows local states. The second is for peers that all compute the
 * same world: see {@link io.github.freestep.physics.lockstep}.
 *
 * <h2>What it needs</h2>
 *
 * <p>Aeron is an optional dependency: add {@code io.aeron:aeron-client} and {@code io.aeron:aeron-driver}, version
 * 1.51.0, and the JVM's flag {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED}. On the module path, the flag
 * ends in {@code =org.agrona}, and the program requires the modules {@code io.aeron.client} and
 * {@code io.aeron.driver}. A runnable jar can have {@code Add-Opens: java.base/jdk.internal.misc} in its manifest
 * instead. If the flag is missing, {@code start()} throws an exception that prints it. A program that does not use this
 * package loads no class of Aeron.
 *
 * <p>Aeron's media driver is embedded, and the thread {@code freestep-sender} runs all of it. Its files are in a folder
 * {@code freestep-<user>/sender-<port>-<n>} of {@code /dev/shm}. They take 13 MB at the start, up to 45 MB while many
 * bodies move, and 0.2 MB more for each client that sends input. If {@code /dev/shm} does not exist or has less than
 * 128 MB of free space, the folder for temporary files is used, where writing to a disk may delay datagrams. If that
 * folder has less as well, {@code start()} throws an exception. Docker gives 64 MB to a container;
 * {@code --shm-size=256m} gives more. The files are deleted at the end. What stays is the folder and an empty lock file
 * for each port that was ever used. A process that is killed leaves the files, and the next one with the same port uses
 * the folder.
 *
 * <h2>What is sent to receivers of states</h2>
 *
 * <p>Every receiver gets the same datagrams, which {@link io.github.freestep.wire} describes. Lost datagrams are not
 * repeated, except baselines. Events are not sent: put what remote frames need into channels. A slow receiver delays
 * neither the sender nor other receivers: the fastest one sets the pace.
 *
 * <h2>A match over direct streams</h2>
 *
 * <p>{@link io.github.freestep.physics.lockstep.direct.AeronLockstep} connects each peer with the sequencer, which runs in a
 * server or in the process of one player. A peer opens one socket to send and one to receive, and joins the sequencer's
 * two ports with them; it needs no open port of its own. Each peer has a stream of replies of its own, so no peer gets,
 * or waits for, what another one is sent.
 *
 * <p>Aeron does not repeat lost datagrams here, because the session does, and waits for none: the next packet has the
 * missing messages too. The threads {@code freestep-match-server} and {@code freestep-match-peer} work on Aeron, look
 * for packets every 0.5 ms, and are woken to send. Rejected: to work on Aeron in the session's own thread. It would
 * save a millisecond, but opening a link after a stop of the process, or asking a name server, would delay the session.
 *
 * <p>A peer draws a number of 64 random bits and sends it with each packet, so it stays the same peer when it comes
 * back with another link. With a key, all packets are encrypted and authenticated, numbers included. Repeated packets
 * are not refused, because the session ignores them; a recorded one can at most begin to join again. Without a key,
 * everyone who can read or send datagrams on the network can play for others.
 *
 * <h2>A match on a cluster</h2>
 *
 * <p>{@link io.github.freestep.physics.lockstep.cluster.ClusterSequencer} is for a match that must go on when a machine fails, on
 * three nodes or five. Aeron Cluster brings all packets of the players into one order, writes them to the logs of a
 * majority of nodes, and every node runs the same {@code Sequencer} on them, by the times in the log. Only packets of
 * the leader are sent. If the leader fails, the others elect a new one, the match's clock goes on from where it was,
 * and the players' transports follow: about two seconds of standstill, of which one is the time until the leader counts
 * as silent. No tick is lost, because the new leader has decided the same ticks.
 *
 * <p>It needs {@code io.aeron:aeron-archive} and {@code io.aeron:aeron-cluster} as well, version 1.51.0, on nodes and
 * players. A node has a daemon thread each for driver, archive, consensus and service, which sleep for 0.5 ms if there
 * is nothing to do. Together they take a tenth of a core while three players play at 60 ticks per second. An input
 * takes five to ten milliseconds to its tick on idle machines, instead of two on direct streams. A node uses six UDP
 * ports from the given one, and each player a free one. The nodes send to the players' own addresses, so there must be
 * no address translation between them. A node that was stopped for more than 10 s, for example by a laptop's sleep,
 * ends; {@code failure()} says so, and another one with the same folder continues.
 *
 * <p>A node writes the log to its folder, which it needs to continue after a restart: it then repeats the match's log.
 * There are no snapshots, because the log of a match is short. Rejected: physics in the cluster. It would have to be
 * saved with each snapshot, repeated on each start, and be as fast on each node as the log is.
 *
 * <p>A cluster neither encrypts nor authenticates, between nodes or players. Everyone on its network can forge packets
 * and end the match. So a node that other machines can reach must be started with {@code trustedNetwork()}, and belongs
 * into a network of its own or a VPN.
 *
 * <h2>What it is not for</h2>
 *
 * <ul>
 *   <li>States or direct streams over the open internet without a key; a cluster on the open internet. With a key,
 *       content is encrypted and authenticated, and replays are refused. Aeron's own control datagrams are neither, so
 *       an attacker can still disturb the stream, or use the sender to flood a third machine. Let a firewall or a VPN
 *       keep strangers away from the ports.
 *   <li>More than about a hundred receivers per sender: each costs a copy of every datagram. Beyond that, relay the
 *       states: a receiver's {@code states()} are a buffer that another sender can send.
 *   <li>Repeating the same simulation on another machine: see {@link io.github.freestep.physics.lockstep} and
 *       {@link io.github.freestep.physics.recording}.
 * </ul>
 */
package io.github.freestep.net;
