/**
 * A server of rooms on several nodes, as a host of Apache Pekko Cluster Sharding. Pekko places rooms, moves them, and
 * notices dead nodes. {@link io.github.freestep.rooms.RoomKeeper} does what Pekko cannot: it starts a room only after
 * its owner before has stopped, and lets it leave only after its save is confirmed. The page {@code
 * benchmarks/nodes.md} says what holds when.
 */
package io.github.freestep.rooms;
