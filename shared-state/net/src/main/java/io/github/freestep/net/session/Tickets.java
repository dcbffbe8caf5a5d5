package io.github.freestep.net.session;

/**
 * Tickets: numbers that the server gives to a client, and that the client returns. The upper half is of the client's
 * place, and the lower half of its address. So a client whose address has changed, for example because its link was
 * opened again, proves the new address without losing the inputs that are under way. Nobody can guess either half: a
 * client has a ticket only if it has received it.
 */
final class Tickets {
    static final long ADDRESS = 0xFFFF_FFFFL;

    private Tickets() {}

    /** Returns a ticket of the same place for another address. */
    static long move(long ticket, long ofAddress) {
        return ticket & ~ADDRESS | ofAddress & ADDRESS;
    }

    /** Whether two tickets are of the same place. */
    static boolean samePlace(long a, long b) {
        return ((a ^ b) & ~ADDRESS) == 0;
    }
}
