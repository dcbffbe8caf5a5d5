package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The searches for what differs at wrong peers: at most as many at a time as the match has places. */
final class DifferenceSearches {
    private final MatchRules rules;
    private final List<DifferenceSearch> searches = new ArrayList<>();

    /** How many have begun so far. Numbers begin with 1. */
    private int begun;

    DifferenceSearches(MatchRules rules) {
        this.rules = rules;
    }

    /** Returns whether one more search may begin. */
    boolean hasRoom() {
        return searches.size() < rules.players();
    }

    DifferenceSearch begin(Peer wrong, Peer right, long tick, long hash, long rightHash, long now) {
        DifferenceSearch search = new DifferenceSearch(rules, ++begun, wrong, right, tick, hash, rightHash, now);
        searches.add(search);
        return search;
    }

    /**
     * Takes the answer of a peer to a question of a search, which may be over.
     *
     * @return the search if it has another question, otherwise null
     */
    @Nullable DifferenceSearch answer(Peer by, int number, long[] parts) throws InvalidMessageException {
        if (number < 1 || number > begun) {
            throw new InvalidMessageException("no search has the number " + number);
        }
        for (DifferenceSearch each : searches) {
            if (each.awaits(by, number)) {
                return each.answer(by, parts) ? each : null;
            }
        }
        return null;
    }

    /** Removes and returns a search that is over; null if there is none. */
    @Nullable DifferenceSearch takeOver(long now) {
        for (int i = searches.size() - 1; i >= 0; i--) {
            if (searches.get(i).isOver(now)) {
                return searches.remove(i);
            }
        }
        return null;
    }

    /** Saves or loads the state, see {@link Snapshot}. */
    void copy(Snapshot state, Connections peers) {
        begun = state.copy(begun);
        int count = state.copy(searches.size());
        for (int i = 0; i < count; i++) {
            if (state.loads()) {
                searches.add(DifferenceSearch.load(state, rules, peers));
            } else {
                searches.get(i).save(state, peers);
            }
        }
    }
}
