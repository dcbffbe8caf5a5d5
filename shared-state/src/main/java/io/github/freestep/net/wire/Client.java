package io.github.freestep.net.wire;

import io.github.freestep.net.seal.ReplayWindow;

/** What the server knows of a client. Preallocated and reused; for one thread. */
final class Client {
    final ReplayWindow window = new ReplayWindow();

    /** False if the place is free. */
    boolean present;

    /** A random number that the client drew at its start. */
    long id;

    /** The random number of the client that a reply must contain, as a proof that the run is alive. */
    long challenge;

    /** The salt of the client's datagrams; with a key only. */
    int salt;

    /** A number that the server gives only once in a run. */
    int ticket;

    /** Whether the client has answered with its ticket. A replayed datagram cannot do that. */
    boolean confirmed;

    /** The sequence of the newest input that was applied or refused; 0 before the first. */
    long sequence;

    /** How many inputs were refused. */
    int refused;

    /** When the newest datagram came. */
    long heardNanos;

    /** When the client last sent something that a reply must answer. */
    long newsNanos;

    void join(long newId, int newSalt, int newTicket, long nowNanos) {
        present = true;
        id = newId;
        salt = newSalt;
        ticket = newTicket;
        confirmed = false;
        sequence = 0;
        refused = 0;
        heardNanos = nowNanos;
        newsNanos = nowNanos;
    }
}
