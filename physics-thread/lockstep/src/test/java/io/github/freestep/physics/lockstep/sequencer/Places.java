package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.Link;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import java.util.List;

/** Places of players for tests of one rule. */
final class Places {
    private Places() {}

    static PlayerPlace[] of(MatchRules rules) {
        PlayerPlace[] places = new PlayerPlace[rules.players];
        for (int player = 0; player < places.length; player++) {
            places[player] = new PlayerPlace(player, rules);
        }
        return places;
    }

    static Peer peer() {
        return new Peer(new Link(7, Messages.MAX_TO_SEQUENCER, 0), 0, (to, packet) -> {}, false, 0);
    }

    /** Returns a peer whose world restores exactly. */
    static Peer joining(MatchRules rules) {
        return joining(rules, Peer.NO_PLAYER, "");
    }

    static Peer joining(MatchRules rules, int player, String computedBy) {
        Peer peer = peer();
        peer.asks(new JoinRequest(player, true, 1, computedBy, List.of()), 0);
        return peer;
    }

    /** Lets peers take part whose first input is for a tick. */
    static PlayerPlace[] active(MatchRules rules, long firstInput) {
        PlayerPlace[] places = of(rules);
        for (PlayerPlace place : places) {
            place.take(joining(rules), null);
            place.activate(firstInput, 0);
        }
        return places;
    }
}
