package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.StateParts;
import io.github.freestep.state.StateLayout;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DifferenceSearchTest {
    private static final long LIMIT_NANOS = 2_000_000_000;
    private static final int BODIES = 10_000;
    private static final long TICK = 30;

    private MatchRules rules = Rules.of(MatchSettings.of("search", StateLayout.of(BODIES), 2));
    private final Peer wrong = Places.peer(0);
    private final Peer right = Places.peer(0);
    private final Peer other = Places.peer(0);

    private DifferenceSearches searches() {
        return new DifferenceSearches(rules);
    }

    /** Reads a message to a session as text. */
    private String text(ByteBuffer message) {
        List<String> calls = new ArrayList<>();
        Messages.ToSession notes = (Messages.ToSession) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Messages.ToSession.class}, (self, method, given) -> {
                    calls.add(method.getName() + " " + Arrays.toString(given));
                    return null;
                });
        try {
            Messages.read(message, new InputFrame(rules), notes);
        } catch (InvalidMessageException e) {
            throw new AssertionError(e);
        }
        return calls.get(0);
    }

    private String question(DifferenceSearch search) {
        ByteBuffer message = ByteBuffer.allocate(100);
        search.ask(message);
        return text(message);
    }

    private String result(DifferenceSearch search) {
        ByteBuffer message = ByteBuffer.allocate(3_000);
        search.writeResult(message);
        return text(message.flip());
    }

    /** The parts of a range, all alike except for one. */
    private long[] parts(int count, int differs, long value) {
        long[] parts = new long[StateParts.number(count, rules)];
        parts[differs] = value;
        return parts;
    }

    @Test
    void narrowsTheRangeDownToOneValue() throws InvalidMessageException {
        DifferenceSearches searches = searches();
        DifferenceSearch search = searches.begin(wrong, right, TICK, 7, 8, 0);
        assertEquals("compare [1, 30, 0, 10000]", question(search));
        // Parts of 157 slots; the last of the 64 is shorter.
        assertNull(searches.answer(wrong, 1, parts(BODIES, 63, 1)));
        assertSame(search, searches.answer(right, 1, parts(BODIES, 63, 2)));
        assertEquals("compare [1, 30, 9891, 109]", question(search));
        assertNull(searches.answer(right, 1, parts(109, 3, 2)));
        assertSame(search, searches.answer(wrong, 1, parts(109, 3, 1)));
        assertEquals("compare [1, 30, 9897, 2]", question(search));
        searches.answer(right, 1, parts(2, 1, 2));
        assertSame(search, searches.answer(wrong, 1, parts(2, 1, 1)));
        assertEquals("compare [1, 30, 9898, 1]", question(search));
        assertNull(searches.takeOver(0));
        searches.answer(right, 1, parts(1, 2, Double.doubleToRawLongBits(2)));
        assertNull(searches.answer(wrong, 1, parts(1, 2, Double.doubleToRawLongBits(1))), "there is no other question");
        assertSame(search, searches.takeOver(0));
        assertNull(searches.takeOver(0));
        assertEquals("desync [30, 7, 8, x of body 9898 is 1.0 here, and 2.0 at player -1]", result(search));
    }

    private String answered(long[] ofWrong, long[] ofRight) throws InvalidMessageException {
        DifferenceSearches searches = searches();
        DifferenceSearch search = searches.begin(wrong, right, TICK, 7, 8, 0);
        assertNull(searches.answer(wrong, 1, ofWrong));
        assertFalse(search.isOver(0));
        assertNull(searches.answer(right, 1, ofRight));
        assertTrue(search.isOver(0));
        return result(search);
    }

    @Test
    void endsIfNothingCanBeFound() throws InvalidMessageException {
        long[] same = parts(BODIES, 0, 0);
        String none = "desync [30, 7, 8, ]";
        assertEquals(none, answered(same, same));
        assertEquals(none, answered(new long[0], same), "one state is gone");
        assertEquals(none, answered(same, new long[0]));
        assertEquals(none, answered(new long[0], new long[0]));
        rules = Rules.of(MatchSettings.of("search", StateLayout.of(BODIES), 2).hashWorld());
        String world = "the states are the same, so what the world saves, but does not write to a state, differs";
        assertEquals("desync [30, 7, 8, " + world + "]", answered(same, same));
        assertEquals(none, answered(new long[0], new long[0]));
    }

    @Test
    void theVerdictWaitsForTwoSecondsAtMost() {
        DifferenceSearches searches = searches();
        DifferenceSearch search = searches.begin(wrong, right, TICK, 7, 8, -5);
        assertNull(searches.takeOver(LIMIT_NANOS - 6));
        assertSame(search, searches.takeOver(LIMIT_NANOS - 5));
    }

    @Test
    void aPeerThatHasEndedIsNotAwaited() {
        for (Peer gone : new Peer[] {wrong, right}) {
            DifferenceSearch search = searches().begin(Places.peer(0), gone, TICK, 7, 8, 0);
            assertFalse(search.isOver(0));
            gone.end(ByteBuffer.allocate(1), 0);
            assertTrue(search.isOver(0));
        }
        assertTrue(searches().begin(wrong, Places.peer(0), TICK, 7, 8, 0).isOver(0));
    }

    @Test
    void onlyAnswersThatAreAwaitedCount() throws InvalidMessageException {
        DifferenceSearches searches = searches();
        DifferenceSearch first = searches.begin(wrong, right, TICK, 7, 8, 0);
        DifferenceSearch second = searches.begin(other, right, TICK, 7, 8, 0);
        assertFalse(searches.hasRoom(), "one for each player");
        searches.answer(wrong, 1, parts(BODIES, 0, 1));
        assertNull(searches.answer(wrong, 1, parts(BODIES, 0, 2)), "it has answered");
        assertNull(searches.answer(other, 1, parts(BODIES, 0, 2)), "it was not asked");
        assertNull(searches.answer(right, 2, parts(BODIES, 1, 1)));
        assertSame(second, searches.answer(other, 2, parts(BODIES, 0, 2)));
        assertSame(first, searches.answer(right, 1, parts(BODIES, 0, 2)));
        first.ask(ByteBuffer.allocate(100));
        assertTrue(first.awaits(wrong, 1) && first.awaits(right, 1));
        for (int number : new int[] {0, 3}) {
            assertEquals(
                    "no search has the number " + number,
                    assertThrows(InvalidMessageException.class, () -> searches.answer(wrong, number, new long[0]))
                            .getMessage());
        }
        int expected = StateParts.number(StateParts.size(BODIES), rules);
        assertEquals(
                "a state must have " + expected + " parts, or none if it is gone, had 1",
                assertThrows(InvalidMessageException.class, () -> searches.answer(wrong, 1, new long[1]))
                        .getMessage());
    }
}
