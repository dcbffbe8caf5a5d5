package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunQueueTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final RunQueue queue = new RunQueue();

    private ScriptedRun joined() {
        ScriptedRun run = new ScriptedRun(0, false);
        queue.join(run);
        return run;
    }

    private void add(Run run, long atNanos, long nowNanos) {
        run.passes().plan().planBegin(atNanos);
        run.groupPlan().planned(nowNanos);
        queue.add(run);
    }

    /** Passes become due at random times of a clock that wraps, while runs come and go. */
    @Test
    void theRunThatHasBeenDueForTheLongestTimeIsNext() {
        for (long seed = 1; seed <= 50; seed++) {
            Random random = Seeds.random(seed);
            RunQueue queue = new RunQueue();
            long origin = Long.MAX_VALUE - 500;
            long now = 0;
            List<ScriptedRun> waiting = new ArrayList<>();
            Comparator<ScriptedRun> byTime =
                    Comparator.comparingLong(run -> run.plan().wakeNanos() - origin);
            for (int i = 0; i < 1_000; i++) {
                String where = "seed " + seed + ", round " + i;
                now += random.nextInt(3);
                if (waiting.size() < 20 && random.nextBoolean()) {
                    ScriptedRun run = new ScriptedRun(0, false);
                    queue.join(run);
                    run.plan().planBegin(origin + now + random.nextInt(40) - 10);
                    run.groupPlan().planned(origin + now);
                    queue.add(run);
                    waiting.add(run);
                } else if (!waiting.isEmpty() && random.nextInt(8) == 0) {
                    ScriptedRun gone = waiting.remove(random.nextInt(waiting.size()));
                    queue.leave(gone);
                } else {
                    Run next = queue.next(origin + now);
                    long until = origin + now;
                    ScriptedRun first = waiting.stream()
                            .filter(run -> run.plan().wakeNanos() - until <= 0)
                            .min(byTime)
                            .orElse(null);
                    assertEquals(first == null, next == null, where);
                    if (next != null) {
                        assertEquals(
                                first.plan().wakeNanos(), next.passes().plan().wakeNanos(), where);
                        waiting.remove(next);
                        queue.leave(next);
                    }
                }
                assertEquals(waiting.size(), queue.size, where);
            }
        }
    }

    @Test
    void aSignalledRunGoesBeforeOthersUnlessTheyHaveWaitedForASecond() {
        long now = 50 * SECOND;
        ScriptedRun due = joined();
        ScriptedRun starved = joined();
        ScriptedRun signalled = joined();
        add(due, now - SECOND + 1, now);
        add(starved, now - SECOND - 1, now);
        add(signalled, now + SECOND, now);
        queue.hurry(signalled, now);
        assertSame(starved, queue.next(now));
        assertSame(signalled, queue.next(now));
        assertSame(due, queue.next(now));
        assertNull(queue.next(now + 2 * SECOND), "its own pass was brought forward");
    }

    /** Its place is then that of another run. */
    @Test
    void aSignalledRunMayLeave() {
        long now = 50 * SECOND;
        ScriptedRun gone = joined();
        ScriptedRun stays = joined();
        queue.hurry(gone, now);
        queue.hurry(stays, now);
        queue.leave(gone);
        assertSame(stays, queue.next(now));
        assertNull(queue.next(now));
    }

    /** Else, one that has joined earlier would step its whole backlog first. */
    @Test
    void aRunThatComesFromAnotherWorkerKeepsItsPlace() {
        long now = 50 * SECOND;
        ScriptedRun late = joined();
        add(late, now - 2 * SECOND, now);
        ScriptedRun comes = joined();
        comes.plan().planBegin(now - 3 * SECOND);
        comes.groupPlan().planned(now);
        queue.hurry(comes, now);
        assertSame(comes, queue.next(now));
        assertSame(late, queue.next(now));
    }

    @Test
    void aFloodOfSignalsLeadsOnceInEightMillis() {
        ScriptedRun flooded = joined();
        ScriptedRun other = joined();
        long now = 50 * SECOND;
        for (int i = 0; i < 40; i++, now += MILLI) {
            add(flooded, now + SECOND, now);
            add(other, now - 1, now);
            queue.hurry(flooded, now);
            assertSame(i % 8 == 0 ? flooded : other, queue.next(now), "after " + i + " ms");
            assertSame(i % 8 == 0 ? other : flooded, queue.next(now));
        }
    }

    @Test
    void signalsMayWakeTheWorkerWhileARunAsksForIt() {
        ScriptedRun usual = joined();
        assertFalse(queue.hasPromptRuns());
        ScriptedRun prompt = new ScriptedRun(0, true);
        queue.join(prompt);
        assertTrue(queue.hasPromptRuns());
        queue.leave(usual);
        assertTrue(queue.hasPromptRuns());
        queue.leave(prompt);
        queue.leave(prompt);
        assertFalse(queue.hasPromptRuns());
        assertEquals(0, queue.size);
    }
}
