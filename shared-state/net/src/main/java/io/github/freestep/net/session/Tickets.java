package io.github.freestep.net.session;

/**
 * Tickets: numbers that the server gives to a client, and that the client returns. The upper half is of the client's
 * place, and the lower half of its address. So a client whose address has changed, for example because its link was
 * opened again, proves the new address without losing the inputs that are under way. Both halves are random: a client
 * has a ticket only if it has received it.
 */
final class Tickets {
    private static final long ADDRESS = 0xFFFF_FFFFL;

    private Tickets() {}

    /** Returns a ticket of the same place for another address. */
    static long move(long ticket, long random) {
        return ticket & ~ADDRESS | random & ADDRESS;
    }

    /** Whether two tickets are of the same place. */
    static boolean samePlace(long a, long b) {
        return ((a ^ b) & ~ADDRESS) == 0;
    }
}
