/**
 * Rooms on several nodes. {@code RoomNodes} is a node, as a host of Apache Pekko
 * Cluster Sharding. Pekko places rooms, moves them, notices dead nodes by its failure detector, and removes them by its
 * Split Brain Resolver, with a lease of the store ({@code StoreLease}). {@code RoomKeeper} does what Pekko cannot:
 * it starts a room only after its owner before has stopped, and lets it leave only after its save is confirmed.
 *
 * <p>What nodes must agree about is in a store: owners, saves, beats and leases. {@link
 * io.github.freestep.physics.nodes.RoomStore} is the contract, {@link io.github.freestep.physics.nodes.FileRoomStore}
 * and {@link io.github.freestep.physics.nodes.PostgresRoomStore} keep it.
 *
 * <h2>Why a fall back changes nothing at first</h2>
 *
 * <p>A wrong save and a wrong program look the same, so a room that fails again and again begins with older saves in
 * turn, and only the first save of one that has run for a while skips the newer ones. That count is in the memory of a
 * node, because the store cannot tell a room that ends its process from the others that die with it.
 *
 * <h2>Why so few calls</h2>
 *
 * <p>Each call is one conditional write or one read, because that is what a folder, a database, and the object stores
 * of clouds have in common. None needs a transaction over several rooms, a lock that lasts longer than the call, or
 * clocks that agree. A node needs no address of a room: the room is where the node of its newest owner is, so that a
 * room that moves writes nothing but its claim and its save.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>An end of each claim, at which other nodes may take the room: a node that has stood still would find out only
 *       from a clock. A number that grows is refused whenever the node continues.
 *   <li>Locks of files as leases: some file systems do not show the locks of other machines. As a sign of life they
 *       let rooms of a killed process run again 2 s sooner, with files only.
 *   <li>Seeds, names in the DNS, or the pods of Kubernetes, from which nodes find each other: a second source beside
 *       the store can lead a node to the cluster of another store, or make nodes that start all at once wait for each
 *       other. The beats name all nodes, wherever they run, so such a source could only repeat them. Pekko's Cluster
 *       Bootstrap also needs a port of its own for HTTP.
 *   <li>A leader that holds the lease all the time: in a split that it noticed seconds later than the others, as on a
 *       busy machine, these asked for the lease in vain and ended, although they were more.
 *   <li>Pekko's majority without a lease: of two nodes, the one with the lower address could not die.
 *   <li>No beats: after a death, the next owner of a room would wait for 2.2 s longer, and nodes could not tell a
 *       death, in which players wait, from a split, in which they do not.
 *   <li>Kinds and ticks of saves as columns: a store that knows only bytes needs no change when a save gets more.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.nodes;

import org.jspecify.annotations.NullMarked;
