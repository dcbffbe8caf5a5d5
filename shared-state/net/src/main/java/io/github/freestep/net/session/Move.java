package io.github.freestep.net.session;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a world goes on, and what this server has sent of it.
 *
 * @param host the address of the next server; null if it is that of this one, as the client reaches it
 * @param port the port of the next server
 * @param tick the tick of the last state; -1 if there was none
 * @param events the number of the event after the last one
 */
public record Move(@Nullable InetAddress host, int port, long tick, long events) {}
