/**
 * The programs that {@code compare --peers} runs, one process for each play: the smallest honest host of each peer, and
 * the display that all of them share.
 *
 * <p>A host is written as a user of the peer would write it after reading the peer's documentation. It reads positions
 * through the peer's public API. {@link io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen} is all that it
 * knows of the measurement: a display that refreshes, a key, and the cost of a step.
 *
 * <p>The hosts here need only engines that freestep.jar brings. Hosts of Minie are in the module below this one,
 * because Minie has classes of the same names as Libbulletjme, which freestep.jar contains. So they are compiled and
 * run on a class path of their own. That class path contains this package, but no engine of freestep.jar.
 */
package io.github.freestep.benchmarks.app.compare.peers.host;
