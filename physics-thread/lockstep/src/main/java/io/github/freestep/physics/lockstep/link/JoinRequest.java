package io.github.freestep.physics.lockstep.link;

import java.util.List;

/**
 * How a peer asks for a place.
 *
 * @param player who it wants to be, -1 for any
 * @param exact whether its world restores exactly
 * @param identity a peer with the same one may replace this peer once this one is silent
 * @param computedBy what the bits of its world depend on
 * @param settings its {@link MatchRules#entries}
 */
public record JoinRequest(int player, boolean exact, long identity, String computedBy, List<String> settings) {}
