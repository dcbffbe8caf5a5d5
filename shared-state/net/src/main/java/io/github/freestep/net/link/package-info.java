/**
 * Addresses of hosts, rooms of a port, the wait for datagrams, and the count of what is lost. Each class is for one
 * thread, except where its page says so. Public only for our other modules.
 */
package io.github.freestep.net.link;
