/**
 * The clock of another machine, estimated from the stamps and the arrivals of its datagrams. For the thread that takes
 * the datagrams; any thread may read {@link io.github.freestep.net.clock.RemoteClock}, whose page says how exact it is.
 * Not exported.
 */
package io.github.freestep.net.clock;
