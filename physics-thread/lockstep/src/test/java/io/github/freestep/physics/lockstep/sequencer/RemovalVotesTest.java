package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.sequencer.RemovalVotes.Verdict;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class RemovalVotesTest {
    private static final int ALL = 0b11_1111;

    private final MatchRules rules = Rules.of(MatchSettings.of("t", StateLayout.of(1), 6));
    private final RemovalVotes votes = new RemovalVotes(6);

    private Verdict vote(int by, int active) {
        return votes.vote(new PlayerPlace(by, rules), new PlayerPlace(5, rules), active);
    }

    @Test
    void moreThanHalfOfTheOthersRemoveAPlayer() {
        assertEquals(
                new Verdict(false, "1 of 5 other players have asked to remove player 5, and 3 are needed"),
                vote(0, ALL));
        assertEquals(vote(0, ALL), vote(0, ALL), "the same player counts once");
        vote(1, ALL);
        assertEquals(new Verdict(true, "player 5 was voted out by 3 of 5 other players"), vote(2, ALL));
    }

    @Test
    void oneOtherPlayerCannotRemoveAPlayer() {
        assertEquals(
                new Verdict(false, "1 of 1 other players have asked to remove player 5, and 2 are needed"),
                vote(0, 0b10_0001));
    }

    @Test
    void votesOfPlayersWhoLeftDoNotCount() {
        vote(0, ALL);
        vote(1, ALL);
        assertFalse(vote(2, ALL & ~0b1).removes());
    }

    @Test
    void votesAgainstAnEarlierPeerDoNotCount() {
        vote(0, ALL);
        vote(1, ALL);
        votes.joins(5);
        assertFalse(vote(2, ALL).removes());
    }

    @Test
    void theVoteOfAnEarlierPeerIsNotThatOfTheNextOneInItsPlace() {
        vote(0, ALL);
        vote(1, ALL);
        votes.joins(1);
        assertFalse(vote(2, ALL).removes());
        votes.joins(4);
        assertTrue(vote(3, ALL).removes(), "the votes of the others stay");
    }
}
