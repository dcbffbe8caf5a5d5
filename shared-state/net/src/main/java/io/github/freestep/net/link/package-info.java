/**
 * Addresses of hosts, rooms of a port, the wait for datagrams, the count of what is lost, and the reliable {@link Link}
 * of a match or of an application's messages, over packets that may be lost, repeated and reordered. Each class is for
 * one thread, except where its page says so. Public only for our other modules.
 *
 * <p>Messages of a lane arrive once and in order, unless they are sent only once, or the link reports that the other
 * side takes none. All queues are bounded. Packets have at most 1,128 bytes, a version, a token and
 * acknowledgements. Messages are split into units, and a unit is sent until it is acknowledged. The lanes:
 *
 * <ol>
 *   <li>Urgent messages. In a match, each is in 2 to 26 packets, as measured losses need. So a lost packet costs no
 *       round trip.
 *   <li>Hashes and reports of a match, sent once with packets that go anyway.
 *   <li>Saved worlds of a match, which must not hold up frames; messages of an application that are sent once.
 * </ol>
 */
package io.github.freestep.net.link;
