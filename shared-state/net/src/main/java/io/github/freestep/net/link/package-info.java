/**
 * Datagrams over Aeron: a media driver and a client in this process, run by one thread, a
 * {@link io.github.freestep.net.link.LinkThread}. Everything belongs to that thread; settings, folders and addresses
 * are made before it starts. Public only for our other modules: states and matches in lockstep travel on it.
 *
 * <p>Aeron's flow control lets at most one <em>window</em> of a stream be on its way to a receiver without an
 * acknowledgement, so a stream carries at most one window per round trip. A receiver of states grants half of its
 * socket's buffer, at least 128 KiB and at most 1 MiB: {@link io.github.freestep.net.link.DriverSettings#window} says
 * why. What does not fit waits in the sender's queue, and is dropped once the queue is full. Of several receivers, the
 * one that acknowledges most sets the pace, and the others miss what goes beyond their windows.
 *
 * <p>Pieces of states for one receiver only do not go through Aeron: {@link io.github.freestep.net.link.Peers} sends
 * them from the same socket.
 *
 * <p>Classes that name types of Aeron are loaded only after {@link io.github.freestep.net.link.AeronFlag} has found
 * Aeron and its flag, so that what is missing is reported by name.
 */
package io.github.freestep.net.link;
