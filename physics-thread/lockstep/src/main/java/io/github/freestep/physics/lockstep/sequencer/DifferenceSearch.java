package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Snapshot;
import io.github.freestep.physics.lockstep.link.StateParts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first value in which the state of a wrong peer differs from that of a right one. Asks both for the hashes
 * of the parts of a state, then for those of the parts of the first part that differs, and so on, until one body is
 * left. Each answer has at most {@link Messages#MOST_PARTS} numbers, and a state of a million bodies takes five
 * questions. A peer that lies only makes this search name another value.
 */
final class DifferenceSearch {
    /** The wrong peer learns that it is wrong after this time at the latest. */
    private static final long LIMIT_NANOS = 2_000_000_000;

    private final MatchRules rules;
    private final int number;
    private final Peer wrong;
    private final Peer right;
    private int rightPlayer;
    private final long tick;
    private final long hash;
    private final long rightHash;
    private final long untilNanos;
    private long @Nullable [] ofWrong;
    private long @Nullable [] ofRight;
    private int first;
    private int count;
    private boolean over;
    private String difference = "";

    DifferenceSearch(
            MatchRules rules, int number, Peer wrong, Peer right, long tick, long hash, long rightHash, long now) {
        this.rules = rules;
        this.number = number;
        this.wrong = wrong;
        this.right = right;
        this.tick = tick;
        this.hash = hash;
        this.rightHash = rightHash;
        rightPlayer = right.player();
        untilNanos = now + LIMIT_NANOS;
        count = StateParts.slots(rules);
    }

    Peer wrong() {
        return wrong;
    }

    /** Asks both peers for the parts of the range that is left. */
    void ask(ByteBuffer message) {
        ofWrong = null;
        ofRight = null;
        Messages.writeCompare(message, number, tick, first, count);
        message.flip();
        wrong.send(message);
        right.send(message);
    }

    /** Returns whether a peer owes the answer to a question. */
    boolean awaits(Peer by, int search) {
        return search == number && !over && (by == wrong && ofWrong == null || by == right && ofRight == null);
    }

    /** Takes an answer that is awaited. Returns whether to {@link #ask} again. */
    boolean answer(Peer by, long[] parts) throws InvalidMessageException {
        int expected = StateParts.number(count, rules);
        if (parts.length != 0 && parts.length != expected) {
            throw new InvalidMessageException(
                    "a state must have " + expected + " parts, or none if it is gone, had " + parts.length);
        }
        if (by == wrong) {
            ofWrong = parts;
        } else {
            ofRight = parts;
        }
        return ofWrong != null && ofRight != null && narrow(ofWrong, ofRight);
    }

    private boolean narrow(long[] here, long[] there) {
        int part = Arrays.mismatch(here, there);
        if (here.length != there.length) {
            end("");
        } else if (part < 0) {
            end(
                    here.length > 0 && rules.hashesWorld()
                            ? "the states are the same, so what the world saves, but does not write to a state, differs"
                            : "");
        } else if (count == 1) {
            end(StateParts.difference(first, rules, part, here[part], there[part], rightPlayer));
        } else {
            int end = first + count;
            int size = StateParts.size(count);
            first += part * size;
            count = Math.min(size, end - first);
            return true;
        }
        return false;
    }

    private void end(String found) {
        difference = found;
        over = true;
    }

    /** Returns whether the search is over, because it has found the value, or cannot. */
    boolean isOver(long now) {
        return over || now - untilNanos >= 0 || wrong.ended() || right.ended();
    }

    /** Writes the message that ends the stay of the wrong peer. */
    void writeResult(ByteBuffer to) {
        Messages.writeDesync(to, tick, hash, rightHash, difference);
    }

    /** Loads a search. */
    static DifferenceSearch load(Snapshot state, MatchRules rules, Connections peers) {
        Peer wrong = peers.copy((Peer) null, state);
        Peer right = peers.copy((Peer) null, state);
        DifferenceSearch search = new DifferenceSearch(
                rules,
                state.copy(0),
                wrong,
                right,
                state.copy(0L),
                state.copy(0L),
                state.copy(0L),
                state.copy(0L) - LIMIT_NANOS);
        search.copy(state);
        return search;
    }

    /** Saves the search, as {@link #load} wants it. */
    void save(Snapshot state, Connections peers) {
        peers.copy(wrong, state);
        peers.copy(right, state);
        state.copy(number);
        state.copy(tick);
        state.copy(hash);
        state.copy(rightHash);
        state.copy(untilNanos);
        copy(state);
    }

    private void copy(Snapshot state) {
        rightPlayer = state.copy(rightPlayer);
        ofWrong = copy(ofWrong, state);
        ofRight = copy(ofRight, state);
        first = state.copy(first);
        count = state.copy(count);
        over = state.copy(over);
        difference = state.copy(difference);
    }

    private static long @Nullable [] copy(long @Nullable [] parts, Snapshot state) {
        int length = state.copy(parts == null ? -1 : parts.length);
        if (length < 0) {
            return null;
        }
        long[] copied = parts != null ? parts : new long[length];
        state.copy(copied);
        return copied;
    }
}
