package io.github.freestep.internal.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.freestep.problem.Problem;
import io.github.freestep.problem.Problem.Kind;
import org.junit.jupiter.api.Test;

class ProblemLimitTest {
    private static final long SECOND = 1_000_000_000;

    /** A clock that wraps a second from now. */
    private static final long NOW = Long.MAX_VALUE - SECOND;

    private final ProblemLimit limit = new ProblemLimit();
    private final Throwable first = new Throwable("first");
    private final Throwable newest = new Throwable("newest");

    @Test
    void aKindIsReportedAtOnceAndThenOnceInASecondWithTheCount() {
        assertEquals(Long.MAX_VALUE, limit.untilNextNanos(NOW));
        limit.add(Kind.FAULT, "", first);
        assertEquals(0, limit.untilNextNanos(NOW));
        assertReported(first, 1, NOW);
        for (int i = 0; i < 98; i++) {
            limit.add(Kind.FAULT, "", first);
        }
        limit.add(Kind.FAULT, "", newest);
        assertNull(limit.next(NOW + SECOND - 1));
        assertEquals(1, limit.untilNextNanos(NOW + SECOND - 1));
        assertReported(newest, 99, NOW + SECOND);
        assertEquals(Long.MAX_VALUE, limit.untilNextNanos(NOW + SECOND));
    }

    private void assertReported(Throwable cause, long count, long now) {
        Problem problem = limit.next(now);
        assertSame(cause, problem.cause());
        assertEquals(count, problem.count());
        assertNull(limit.next(now));
    }

    @Test
    void kindsDoNotHideEachOther() {
        limit.add(Kind.FAULT, "", first);
        limit.add(Kind.HUNG_STEP, "", newest);
        assertSame(first, limit.next(NOW).cause());
        assertSame(newest, limit.next(NOW).cause());
    }

    @Test
    void aFailureIsReportedASecondLaterUnlessItWasReadByThen() {
        boolean[] read = {false, false};
        limit.addUnlessRead(Kind.COMMAND_FAILED, "", first, () -> read[0], NOW);
        limit.addUnlessRead(Kind.COMMAND_FAILED, "", newest, () -> read[1], NOW + 1);
        assertNull(limit.next(NOW + SECOND - 1));
        assertEquals(1, limit.untilNextNanos(NOW + SECOND - 1));
        read[0] = true;
        assertNull(limit.next(NOW + SECOND));
        assertEquals(1, limit.untilNextNanos(NOW + SECOND));
        assertReported(newest, 1, NOW + SECOND + 1);
    }

    /** A process may end after a close, and what is held back would then be lost. */
    @Test
    void aCloseMakesAllThatWaitsDueButOnlyOnceInASecond() {
        limit.add(Kind.FAULT, "", first);
        assertReported(first, 1, NOW);
        limit.add(Kind.FAULT, "", first);
        limit.addUnlessRead(Kind.COMMAND_FAILED, "", newest, () -> false, NOW);
        limit.hurry(NOW + 1);
        assertEquals(0, limit.untilNextNanos(NOW + 1));
        assertSame(first, limit.next(NOW + 1).cause());
        assertReported(newest, 1, NOW + 1);
        limit.add(Kind.FAULT, "", first);
        limit.hurry(NOW + SECOND);
        assertNull(limit.next(NOW + SECOND));
        limit.hurry(NOW + 1 + SECOND);
        assertReported(first, 1, NOW + 1 + SECOND);
    }

    @Test
    void failuresThatWereReadDisplaceNoOther() {
        for (int i = 0; i < ProblemLimit.MOST_UNREAD; i++) {
            limit.addUnlessRead(Kind.COMMAND_FAILED, "", first, () -> true, NOW);
        }
        limit.addUnlessRead(Kind.COMMAND_FAILED, "", newest, () -> false, NOW);
        assertReported(newest, 1, NOW + SECOND);
    }

    @Test
    void theFailuresThatWaitAreBounded() {
        for (int i = 0; i < 1_000; i++) {
            limit.addUnlessRead(Kind.COMMAND_FAILED, "", first, () -> false, NOW);
        }
        assertReported(first, ProblemLimit.MOST_UNREAD, NOW + SECOND);
    }
}
