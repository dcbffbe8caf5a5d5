package io.github.freestep.internal.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.freestep.problem.Problem;
import io.github.freestep.problem.Problem.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemLimitTest {
    private static final long SECOND = 1_000_000_000;

    private static final long TOGETHER = ProblemLimit.TOGETHER_NANOS;

    /** A clock that wraps a second from now. */
    private static final long NOW = Long.MAX_VALUE - SECOND;

    private final ProblemLimit limit = new ProblemLimit();
    private final Reporter room = Problems.toLog().of("room-1");
    private final Reporter other = Problems.toLog().of("room-2");
    private final Throwable first = new Throwable("first");
    private final Throwable newest = new Throwable("newest");

    @Test
    void aKindIsReportedAtOnceAndThenOnceInASecondWithTheCount() {
        assertEquals(Long.MAX_VALUE, limit.untilNextNanos(NOW));
        limit.add(room, Kind.FAULT, "", first);
        assertEquals(0, limit.untilNextNanos(NOW));
        assertReported(first, 1, NOW);
        for (int i = 0; i < 98; i++) {
            limit.add(room, Kind.FAULT, "", first);
        }
        limit.add(room, Kind.FAULT, "", newest);
        assertEquals(List.of(), limit.next(NOW + SECOND - 1));
        assertEquals(1, limit.untilNextNanos(NOW + SECOND - 1));
        assertReported(newest, 99, NOW + SECOND);
        assertEquals(Long.MAX_VALUE, limit.untilNextNanos(NOW + SECOND));
    }

    private void assertReported(Throwable cause, long count, long now) {
        Problem problem = limit.next(now).get(0);
        assertSame(cause, problem.cause());
        assertEquals(count, problem.count());
        assertEquals(List.of(), limit.next(now));
    }

    /** With one limit for all, the failures of 38 of 40 rooms that failed within a second were lost. */
    @Test
    void aRoomDoesNotHideThoseOfAnother() {
        limit.add(room, Kind.FAULT, "room-1: a step", first);
        assertReported(first, 1, NOW);
        limit.add(room, Kind.FAULT, "room-1: a step", first);
        limit.add(other, Kind.FAULT, "room-2: a step", newest);
        assertEquals(List.of(), limit.next(NOW + TOGETHER - 1));
        assertEquals(1, limit.untilNextNanos(NOW + TOGETHER - 1));
        assertReported(newest, 1, NOW + TOGETHER);
        assertReported(first, 1, NOW + SECOND);
    }

    @Test
    void theEndsOfRunsWaitForNothingButEachOther() {
        limit.add(room, Kind.RUN_FAILED, "", first);
        assertReported(first, 1, NOW);
        List<Reporter> rooms = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rooms.add(Problems.toLog().of("room-" + i));
            limit.add(rooms.get(i), Kind.RUN_FAILED, "", new Throwable("boom " + i));
        }
        assertEquals(List.of(), limit.next(NOW + TOGETHER - 1));
        List<Problem> all = limit.next(NOW + TOGETHER);
        assertEquals(40, all.size());
        for (int i = 0; i < 40; i++) {
            assertEquals("boom " + i, all.get(i).cause().getMessage());
        }
        assertEquals(Long.MAX_VALUE, limit.untilNextNanos(NOW + TOGETHER));
    }

    @Test
    void aCloseReportsTheEndsOfRunsAlsoIfAnotherWasASecondAgo() {
        for (int i = 0; i < ProblemLimit.MOST_HURRIES + 2; i++) {
            limit.add(Problems.toLog().of(""), Kind.RUN_FAILED, "", first);
            limit.hurry(NOW + i);
            assertReported(first, 1, NOW + i);
        }
    }

    @Test
    void kindsDoNotHideEachOther() {
        limit.add(room, Kind.FAULT, "", first);
        limit.add(room, Kind.HUNG_STEP, "", newest);
        assertSame(first, limit.next(NOW).get(0).cause());
        assertSame(newest, limit.next(NOW).get(0).cause());
    }

    @Test
    void aFailureIsReportedASecondLaterUnlessItWasReadByThen() {
        boolean[] read = {false, false};
        limit.addUnlessRead(room, Kind.COMMAND_FAILED, "", first, () -> read[0], NOW);
        limit.addUnlessRead(room, Kind.COMMAND_FAILED, "", newest, () -> read[1], NOW + 1);
        assertEquals(List.of(), limit.next(NOW + SECOND - 1));
        assertEquals(1, limit.untilNextNanos(NOW + SECOND - 1));
        read[0] = true;
        assertEquals(List.of(), limit.next(NOW + SECOND));
        assertEquals(1, limit.untilNextNanos(NOW + SECOND));
        assertReported(newest, 1, NOW + SECOND + 1);
    }

    /** A process may end after a close, and what is held back would then be lost. */
    @Test
    void closesMakeAllThatWaitsDueButOnlyAFewInASecond() {
        limit.add(room, Kind.FAULT, "", first);
        assertReported(first, 1, NOW);
        limit.add(room, Kind.FAULT, "", first);
        limit.addUnlessRead(room, Kind.COMMAND_FAILED, "", newest, () -> false, NOW);
        limit.hurry(NOW + 1);
        assertEquals(0, limit.untilNextNanos(NOW + 1));
        assertSame(first, limit.next(NOW + 1).get(0).cause());
        assertReported(newest, 1, NOW + 1);
        for (int closes = 1; closes < ProblemLimit.MOST_HURRIES; closes++) {
            limit.add(room, Kind.FAULT, "", first);
            limit.hurry(NOW + 1);
            assertReported(first, 1, NOW + 1);
        }
        limit.add(room, Kind.FAULT, "", first);
        limit.hurry(NOW + SECOND);
        assertEquals(List.of(), limit.next(NOW + SECOND));
        limit.hurry(NOW + 1 + SECOND);
        assertReported(first, 1, NOW + 1 + SECOND);
    }

    @Test
    void failuresThatWereReadDisplaceNoOther() {
        for (int i = 0; i < ProblemLimit.MOST_UNREAD; i++) {
            limit.addUnlessRead(room, Kind.COMMAND_FAILED, "", first, () -> true, NOW);
        }
        limit.addUnlessRead(room, Kind.COMMAND_FAILED, "", newest, () -> false, NOW);
        assertReported(newest, 1, NOW + SECOND);
    }

    @Test
    void theFailuresThatWaitAreBounded() {
        for (int i = 0; i < 2_000; i++) {
            limit.addUnlessRead(room, Kind.COMMAND_FAILED, "", first, () -> false, NOW);
        }
        assertReported(first, ProblemLimit.MOST_UNREAD, NOW + SECOND);
    }
}
