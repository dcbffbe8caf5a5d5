package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.link.MatchRules;

/** The rules of match settings, for tests in other packages. */
public final class Rules {
    private Rules() {}

    @SuppressWarnings("exports") // Tests are patched into the module.
    public static MatchRules of(MatchSettings settings) {
        return settings.rules;
    }

    /** The rules of a sequencer that keeps fewer bytes for players who join late. */
    @SuppressWarnings("exports")
    public static MatchRules of(MatchSettings settings, long history) {
        return settings.with(next -> next.history = history).rules;
    }
}
