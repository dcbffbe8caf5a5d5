package io.github.freestep.net.session;

import java.util.concurrent.TimeUnit;

/**
 * Which ticket a client returns, if the server has sent it several. For one thread.
 *
 * <p>A client takes each new ticket, because its address may have changed, and then nothing comes to the former one.
 * But someone who sees its datagrams may send copies of them from an address of their own, which arrive first, and pass
 * the server's sealed answers on to the client. The client would return the ticket of that address, and the server
 * would send its states there. So a client that then gets no states goes back to the ticket by which states have come
 * for a while, however many tickets it was offered since.
 */
final class TicketChoice {
    /** A server sends at least ten states per second, and this is three lost ones. The round trip is added. */
    private static final long LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final long SHORT_TRIP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * How long a client that was led away takes no other ticket while states come. If it really moves meanwhile, it
     * takes the new ticket only once no states have come for a while.
     */
    private static final long WARY_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The ticket that is tried next; 0 for none. */
    private long other;

    /** The newest ticket by which states have come for so long that they were not for the one before; 0 for none. */
    private long proved;

    /** Whether it was tried since a state has come. */
    private boolean isProvedTried;

    /** When the ticket that is returned now was taken or chosen. */
    private long sinceNanos;

    /** How often two tickets were exchanged since the newest one came. */
    private int exchanges;

    /** Whether a state has come since the last call with a time. */
    private boolean hasState;

    /** When a ticket was taken, or a state has come. */
    private long newestNanos;

    /** When a ticket was taken. */
    private long takenNanos;

    /** Whether a former ticket is tried, by which no state has come yet. */
    private boolean isTrial;

    private boolean isWary;
    private long waryNanos;

    /** How long no states come before the other ticket is tried. */
    private long statelessNanos = LOST_NANOS + SHORT_TRIP_NANOS;

    /** Begins with another run of a server. */
    void begin(long nowNanos) {
        other = 0;
        proved = 0;
        isWary = false;
        isTrial = false;
        sinceNanos = nowNanos;
        newestNanos = nowNanos;
    }

    /**
     * Sets the shortest round trip to the server. The first state comes a whole one after a ticket was returned, and
     * whoever leads the client away cannot make the shortest one longer.
     */
    void roundTrip(long leastNanos) {
        statelessNanos = LOST_NANOS + Math.max(SHORT_TRIP_NANOS, leastNanos);
    }

    /** Notes a state or what the server says instead, which come to the right address only. */
    void state() {
        hasState = true;
    }

    private boolean comeStates(long current, long nowNanos) {
        if (hasState) {
            hasState = false;
            newestNanos = nowNanos;
            exchanges = 0;
            isProvedTried = false;
            if (nowNanos - sinceNanos >= statelessNanos) {
                proved = current;
            }
            if (isTrial) {
                isTrial = false;
                beWary(nowNanos);
            }
        }
        return nowNanos - newestNanos < statelessNanos;
    }

    /**
     * Decides about another ticket than the one that is returned.
     *
     * @param isLate whether its answer was overtaken by another one
     * @return whether it is returned from now on; if not, it is kept for later
     */
    boolean takes(long current, long offered, boolean isLate, long nowNanos) {
        // States come to the address, so they do not prove the ticket. A server that has a place for the client offers
        // tickets of that place only, wherever copies come from: one of another place corrects the client.
        boolean isCorrected = !Tickets.samePlace(current, offered);
        boolean staysWary = isWary && nowNanos - waryNanos < WARY_NANOS && !isCorrected;
        boolean waits = comeStates(current, nowNanos) && (isTrial || staysWary);
        // Otherwise, each reply to a wrong ticket would begin the exchanges anew.
        exchanges = offered == other ? exchanges : 0;
        if (isLate || waits) {
            other = offered;
            return false;
        }
        if (offered == other && nowNanos - takenNanos < Client.RETURN_NANOS) {
            // The server has gone back to the former address, so the client was led away from there.
            beWary(nowNanos);
        }
        other = current;
        proved = isCorrected ? 0 : proved;
        isTrial = false;
        sinceNanos = nowNanos;
        takenNanos = nowNanos;
        newestNanos = nowNanos;
        return true;
    }

    private void beWary(long nowNanos) {
        isWary = true;
        waryNanos = nowNanos;
    }

    /**
     * Returns the ticket to return now: after a while without states, the proved one, then the other one, and once more
     * the first.
     */
    long choose(long current, long nowNanos) {
        if (comeStates(current, nowNanos) || other == 0) {
            return current;
        }
        boolean triesProved = proved != 0 && proved != current && !isProvedTried;
        long chosen = triesProved ? proved : other;
        isProvedTried = true;
        // A server that has no states at all sends none for any ticket.
        other = ++exchanges < 2 ? current : 0;
        newestNanos = nowNanos;
        sinceNanos = nowNanos;
        isTrial = true;
        return chosen;
    }
}
