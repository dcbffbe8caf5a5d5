/**
 * Datagrams over Aeron: a media driver and a client in this process, run by one thread. Public only for our other
 * modules: states and matches in lockstep travel on it.
 *
 * <p>A {@link io.github.freestep.net.link.LinkThread} opens an {@link io.github.freestep.net.link.AeronLink}, calls its
 * work again and again, and opens another link when Aeron has closed itself or the work asks for it. Streams are an
 * {@link io.github.freestep.net.link.Outlet} that sends and an {@link io.github.freestep.net.link.Inlet} that receives.
 * All of them belong to that thread. The settings, folders and addresses are made before it starts.
 *
 * <p>Nothing here is loaded by a program that neither sends nor receives. The classes that name types of Aeron are
 * loaded only after {@link io.github.freestep.net.link.AeronFlag} has found Aeron and its flag, so that what is missing
 * is reported by name.
 */
package io.github.freestep.net.link;
