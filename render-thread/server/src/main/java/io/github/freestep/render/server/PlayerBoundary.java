package io.github.freestep.render.server;

import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.problem.Problem;

/**
 * Isolates players from the exceptions and the load that the client of another one causes. What the game throws for one
 * client is counted for the seat, reported with seat and player, and ends there, so that the next message, the next
 * player and the step follow. For the physics thread. Allocates nothing unless something is wrong.
 *
 * <p>What a client sends costs time, which its player owes until as much has passed, and a player who owes too much is
 * dropped. No honest client comes near that, because what it sends is bounded by the frames of its program, and after
 * an outage by the 64 messages that can be on their way. These cost 0.13 s, even if all of them are shots that are too
 * old by then.
 */
final class PlayerBoundary {
    /** What a player may owe: 10,000 messages, or 40 exceptions. */
    private static final long MOST_NANOS = 10_000_000_000L;

    /** What a message costs. In the long run, a client may send 1,000 in a second, some in each frame. */
    private static final long MESSAGE_NANOS = 1_000_000;

    /** What a refusal adds to that. A client may shoot in each of 500 frames of a second, although most are refused. */
    private static final long REFUSED_NANOS = 1_000_000;

    /**
     * What an exception adds. The mistake is the game's, so an honest player may have 4 in a second, such as by a key
     * that always fails. Each takes about 0.05 ms, most of it for its stack trace.
     */
    private static final long EXCEPTION_NANOS = 250_000_000;

    private final Seats seats;

    /** Set with the world. */
    @SuppressWarnings("NullAway.Init")
    Reporter problems;

    private long nowNanos;

    PlayerBoundary(Seats seats) {
        this.seats = seats;
    }

    /** Begins a step. By the time of the service's clock, because in slow motion a client sends as much as always. */
    void begin(long now) {
        long passed = Math.max(0, now - nowNanos);
        nowNanos = now;
        for (Seat seat : seats.all) {
            seat.owedNanos = Math.max(0, seat.owedNanos - passed);
        }
    }

    void message(Seat from) {
        from.messages++;
        from.owedNanos += MESSAGE_NANOS;
    }

    void refuse(Seat from, Refused what) {
        from.count(what);
        from.owedNanos += REFUSED_NANOS;
    }

    /**
     * Takes what the game has thrown for a player.
     *
     * @throws VirtualMachineError such as a full heap, which ends the run as everywhere
     */
    void thrown(Seat by, String what, Throwable thrown) {
        if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
            throw fatal;
        }
        if (thrown instanceof InterruptedException) {
            // Some languages throw it without declaring it. As after any interrupt, the run ends.
            Thread.currentThread().interrupt();
        }
        by.count(Refused.EXCEPTION);
        by.owedNanos += EXCEPTION_NANOS;
        problems.report(Problem.Kind.PLAYER_FAULT, what + " of " + by, thrown);
    }

    /** Returns whether a player is to be dropped, which it says and reports once. */
    boolean drops(Seat who) {
        if (who.owedNanos <= MOST_NANOS) {
            return false;
        }
        who.isDropped = true;
        problems.reportApart(
                Problem.Kind.PLAYER_FAULT,
                who
                        + " was dropped, because its client has sent too many messages, or too many for which the game"
                        + " has failed: "
                        + who.messages + " messages; refused " + who.refused());
        return true;
    }
}
