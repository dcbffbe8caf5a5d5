/**
 * Datagrams over Aeron: a media driver and a client in this process, run by one thread. Public only for our other
 * modules: states and matches in lockstep travel on it.
 *
 * <p>A {@link io.github.freestep.net.link.LinkThread} opens an {@link io.github.freestep.net.link.AeronLink}, calls its
 * work again and again, and opens another link when Aeron has closed itself or the work asks for it. Streams are an
 * {@link io.github.freestep.net.link.Outlet} that sends and an {@link io.github.freestep.net.link.Inlet} that receives.
 * All of them belong to that thread. The settings, folders and addresses are made before it starts.
 *
 * <p>Aeron's flow control limits how much of a stream may be on its way to a receiver without an acknowledgement, the
 * <em>window</em>. So a stream carries at most one window per round trip. With Aeron's window of 128 KiB, the baselines
 * of large scenes do not fit. So a receiver of states grants half of its socket's buffer, at least 128 KiB and at most
 * 1 MiB, see {@link io.github.freestep.net.link.DriverSettings#window}. What does not fit waits in the sender's queue,
 * and is dropped once the queue is full. If there are several receivers, the one that acknowledges most sets the pace,
 * and the others miss what goes beyond their windows.
 *
 * <p>Pieces of states for one receiver only do not go through Aeron: {@link io.github.freestep.net.link.Peers} sends
 * them from the same socket.
 *
 * <p>Nothing here is loaded by a program that neither sends nor receives. The classes that name types of Aeron are
 * loaded only after {@link io.github.freestep.net.link.AeronFlag} has found Aeron and its flag, so that what is missing
 * is reported by name.
 */
package io.github.freestep.net.link;
