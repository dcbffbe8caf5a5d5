/**
 * The clock of another machine, estimated from the stamps and the arrivals of its datagrams. For the thread that takes
 * the datagrams; any thread may read {@link io.github.freestep.net.clock.RemoteClock}, which says how exact it is.
 */
package io.github.freestep.net.clock;
