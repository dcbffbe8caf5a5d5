package io.github.freestep.physics.lockstep.sequencer;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HashBookTest implements HashBook.Verdicts {
    private final List<String> verdicts = new ArrayList<>();
    private int host = -1;

    @Override
    public int hosts() {
        return host < 0 ? 0 : 1 << host;
    }

    @Override
    public void wrong(int player, long tick, int right) {
        verdicts.add(player + " wrong at " + tick + " unlike " + right);
    }

    @Override
    public void right(int player, long tick) {
        verdicts.add(player + " right at " + tick);
    }

    @Override
    public void missing(int player, long tick) {
        verdicts.add(player + " missing at " + tick);
    }

    /** The hashes of a tick, of the players from 0 on. */
    private static void hashes(HashBook book, long tick, long... hashes) throws InvalidMessageException {
        for (int player = 0; player < hashes.length; player++) {
            book.hash(player, tick, hashes[player]);
        }
    }

    private HashBook book(int players) {
        return new HashBook(Rules.of(MatchSettings.of("t", StateLayout.of(1), players)), this);
    }

    @Test
    void theLowestPlayerIsRightIfThereIsNoMajority() throws InvalidMessageException {
        HashBook book = book(4);
        book.begin(1, 0b1111);
        book.hash(3, 1, 66);
        book.hash(2, 1, 66);
        book.hash(1, 1, 77);
        book.hash(0, 1, 77);
        assertEquals(List.of("2 wrong at 1 unlike 0", "3 wrong at 1 unlike 0"), verdicts);
    }

    @Test
    void thePlayerOfTheSequencersProcessIsRightIfThereIsNoMajority() throws InvalidMessageException {
        host = 3;
        HashBook book = book(4);
        book.begin(1, 0b1111);
        hashes(book, 1, 77, 77, 66, 66);
        assertEquals(List.of("0 wrong at 1 unlike 2", "1 wrong at 1 unlike 2"), verdicts);
        verdicts.clear();
        HashBook other = book(3);
        host = 0;
        other.begin(1, 0b111);
        hashes(other, 1, 66, 77, 77);
        assertEquals(List.of("0 wrong at 1 unlike 1"), verdicts, "the majority has more weight");
    }

    @Test
    void decidesWhenTheLastMissingPlayerLeaves() throws InvalidMessageException {
        HashBook book = book(3);
        book.begin(1, 0b111);
        book.begin(2, 0b111);
        book.hash(0, 1, 1);
        book.hash(1, 1, 2);
        book.hash(0, 2, 1);
        book.leaves(2);
        assertEquals(List.of("1 wrong at 1 unlike 0"), verdicts);
        assertEquals(1, book.agreed);
        book.leaves(1);
        assertEquals(2, book.agreed);
    }

    @Test
    void judgesPlayersWhoDoNotCountYet() throws InvalidMessageException {
        HashBook book = book(3);
        book.begin(1, 0b011);
        book.begin(2, 0b011);
        book.hash(2, 1, 5);
        assertEquals(List.of(), verdicts);
        hashes(book, 1, 5, 5);
        assertEquals(List.of("2 right at 1"), verdicts);
        hashes(book, 2, 5, 5, 6);
        assertEquals(List.of("2 right at 1", "2 wrong at 2 unlike 0"), verdicts);
    }

    @Test
    void forgetsWhatIsRightWhenNobodyIsLeft() throws InvalidMessageException {
        HashBook book = book(2);
        book.begin(1, 0b01);
        book.hash(0, 1, 5);
        book.leaves(0);
        book.joins(1);
        book.hash(1, 1, 6);
        assertEquals(List.of(), verdicts);
    }

    @Test
    void aNewPeerInAPlaceIsJudgedAnewAndAlone() throws InvalidMessageException {
        HashBook book = book(3);
        book.begin(1, 0b111);
        hashes(book, 1, 77, 66, 55);
        assertEquals(List.of("1 wrong at 1 unlike 0", "2 wrong at 1 unlike 0"), verdicts);
        verdicts.clear();
        book.leaves(1);
        book.leaves(2);
        book.joins(1);
        book.begin(2, 0b001);
        book.hash(0, 2, 77);
        book.hash(1, 1, 66);
        assertEquals(List.of("1 wrong at 1 unlike 0"), verdicts);
        book.hash(2, 2, 55);
        assertEquals(1, verdicts.size(), "player 2 stays condemned, and is not named twice");
        assertEquals(2, book.agreed);
    }

    /** No player can know the state of a future tick, so one who sends its hash lies. */
    @Test
    void onlyTheHashOfANewerTickThatHasBegunIsTaken() throws InvalidMessageException {
        HashBook book = book(2);
        book.begin(1, 0b11);
        book.begin(2, 0b11);
        book.hash(0, 1, 5);
        for (long tick : new long[] {3, 1, 0}) {
            refusedWith(
                    "the tick of a hash must be above 1 and up to 2, was " + tick,
                    InvalidMessageException.class,
                    () -> book.hash(0, tick, 5));
        }
        book.hash(0, 2, 5);
    }

    @Test
    void aHashOfATickThatIsNoLongerKeptIsIgnored() throws InvalidMessageException {
        HashBook book = book(2);
        for (long tick = 1; tick <= HashBook.KEPT + 1; tick++) {
            book.begin(tick, 0b01);
            book.hash(0, tick, 77);
        }
        book.hash(1, 1, 66);
        assertEquals(List.of(), verdicts);
        book.hash(1, 2, 77);
        assertEquals(List.of("1 right at 2"), verdicts);
        assertEquals(HashBook.KEPT + 1, book.agreed);
    }
}
