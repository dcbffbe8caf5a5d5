package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;

/** Places of players for tests of one rule. */
final class Places {
    private Places() {}

    static PlayerPlace[] of(MatchRules rules) {
        PlayerPlace[] places = new PlayerPlace[rules.players()];
        for (int player = 0; player < places.length; player++) {
            places[player] = new PlayerPlace(player, rules);
        }
        return places;
    }

    /** Returns a peer that has been heard at a time, and whose world restores exactly. */
    static Peer peer(long now) {
        Peer peer = new Peer(new Link(7, Messages.MAX_TO_SEQUENCER, now), (to, packet) -> {}, false, now);
        peer.join(Peer.NO_PLAYER, true, 1, now);
        return peer;
    }

    /** Lets peers take part whose first input is for a tick. */
    static PlayerPlace[] active(MatchRules rules, long firstInput, long now) {
        PlayerPlace[] places = of(rules);
        for (PlayerPlace place : places) {
            place.take(peer(now), null);
            place.activate(firstInput, 0);
        }
        return places;
    }
}
