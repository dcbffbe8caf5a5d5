package io.github.freestep.testing;

import static io.github.freestep.testing.WeakMemory.Mode.ACQUIRE;
import static io.github.freestep.testing.WeakMemory.Mode.OPAQUE;
import static io.github.freestep.testing.WeakMemory.Mode.RELEASE;
import static io.github.freestep.testing.WeakMemory.Mode.TWO_ACCESSES;
import static io.github.freestep.testing.WeakMemory.Mode.VOLATILE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.WeakMemory.Accesses;
import io.github.freestep.testing.WeakMemory.Mode;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Small programs of which it is known whether an outcome is possible. Controls of {@link WeakMemory}. */
class WeakMemoryTest {
    private static final int X = 0;
    private static final int Y = 1;

    private interface Once {
        long run(Accesses memory);
    }

    @Test
    void bothMayMissTheStoreOfTheOtherUnlessAllIsVolatileOrFenced() {
        assertPossible(true, "00", missing(RELEASE, ACQUIRE, X, Y), missing(RELEASE, ACQUIRE, Y, X));
        assertPossible(true, "00", missing(VOLATILE, ACQUIRE, X, Y), missing(VOLATILE, ACQUIRE, Y, X));
        assertPossible(false, "00", missing(VOLATILE, VOLATILE, X, Y), missing(VOLATILE, VOLATILE, Y, X));
        assertPossible(false, "00", fenced(OPAQUE, X, Y), fenced(OPAQUE, Y, X));
        assertPossible(false, "00", fenced(VOLATILE, X, Y), missing(VOLATILE, VOLATILE, Y, X));
    }

    private static Once missing(Mode store, Mode load, int mine, int other) {
        return memory -> {
            memory.store(mine, 1, store);
            return memory.load(other, load);
        };
    }

    private static Once fenced(Mode load, int mine, int other) {
        return memory -> {
            memory.store(mine, 1, RELEASE);
            memory.fence(VOLATILE);
            return memory.load(other, load);
        };
    }

    @Test
    void aMessageArrivesWithWhatCameBeforeItUnlessOneSideIsOpaque() {
        assertPossible(false, ".9", message(RELEASE), look(Y, ACQUIRE, 1, X));
        assertPossible(true, ".9", message(OPAQUE), look(Y, ACQUIRE, 1, X));
        assertPossible(true, ".9", message(RELEASE), look(Y, OPAQUE, 1, X));
        Once between = memory -> memory.compareAndSet(Y, 1, 2, OPAQUE) ? 1 : 0;
        assertPossible(false, "..9", message(RELEASE), between, look(Y, ACQUIRE, 2, X));
    }

    private static Once message(Mode mode) {
        return memory -> {
            memory.store(X, 1, OPAQUE);
            memory.store(Y, 1, mode);
            return 0;
        };
    }

    /** Returns 9 if the first location has the value, but the second is still 0. */
    private static Once look(int first, Mode mode, int value, int second) {
        Mode then = mode == VOLATILE ? VOLATILE : OPAQUE;
        return memory -> memory.load(first, mode) == value && memory.load(second, then) == 0 ? 9 : 0;
    }

    @Test
    void twoMayDisagreeOnTheOrderOfTwoStoresUnlessAllIsVolatile() {
        for (Mode mode : new Mode[] {ACQUIRE, VOLATILE}) {
            Mode store = mode == ACQUIRE ? RELEASE : VOLATILE;
            assertPossible(
                    mode == ACQUIRE, "..99", set(X, store), set(Y, store), look(X, mode, 1, Y), look(Y, mode, 1, X));
        }
        assertPossible(true, "99", crossing(X, Y), crossing(Y, X));
    }

    private static Once set(int location, Mode mode) {
        return memory -> {
            memory.store(location, 1, mode);
            return 0;
        };
    }

    /** Returns 9 if the own second store is not the newest one. */
    private static Once crossing(int first, int second) {
        return memory -> {
            memory.store(first, 1, RELEASE);
            memory.store(second, 2, RELEASE);
            return memory.load(second, OPAQUE) == 2 ? 0 : 9;
        };
    }

    @Test
    void aLocationNeverGoesBackAndAnUpdateIsWhole() {
        Once twice = memory -> {
            memory.store(X, 1, OPAQUE);
            memory.store(X, 2, OPAQUE);
            return 0;
        };
        assertPossible(
                false, ".9", twice, memory -> memory.load(X, OPAQUE) == 2 && memory.load(X, OPAQUE) != 2 ? 9 : 0);
        assertPossible(false, "00", swap(OPAQUE), swap(OPAQUE));
        assertPossible(true, "00", swap(TWO_ACCESSES), swap(TWO_ACCESSES));
        Once claim = memory -> memory.compareAndSet(X, 0, 1, OPAQUE) ? 1 : 0;
        assertPossible(false, "11", claim, claim);
    }

    private static Once swap(Mode mode) {
        return memory -> memory.getAndUpdate(X, old -> 1, mode);
    }

    @Test
    void anUnorderedAccessToACellIsARace() {
        assertPossible(true, "race.*", memory -> memory.read(0), set(X, RELEASE), WeakMemoryTest::writeAfterX);
        assertPossible(false, "race.*", WeakMemoryTest::readBeforeX, WeakMemoryTest::writeAfterX);
    }

    private static long readBeforeX(Accesses memory) {
        long read = memory.read(0);
        memory.store(X, 1, RELEASE);
        return read;
    }

    private static long writeAfterX(Accesses memory) {
        if (memory.load(X, ACQUIRE) == 1) {
            memory.write(0, 1);
        }
        return 0;
    }

    @Test
    void aThreadThatWaitsForeverIsFound() {
        assertPossible(true, "a thread waits forever", WeakMemoryTest::lock, WeakMemoryTest::lock);
    }

    private static long lock(Accesses memory) {
        memory.await(X, 0, 1);
        return 0;
    }

    /** Asserts whether the results of the programs, or what goes wrong, can match. */
    private static void assertPossible(boolean isPossible, String outcome, Once... programs) {
        WeakMemory.Program each = (memory, own) -> {
            boolean runs = own[0]++ == 0;
            own[1] = runs ? programs[memory.thread].run(memory) : own[1];
            return runs;
        };
        StringBuilder seen = new StringBuilder();
        try {
            new WeakMemory(new long[2], new long[1], new long[programs.length][2], each)
                    .explore(
                            end -> {
                                seen.append('\n');
                                IntStream.range(0, programs.length).forEach(i -> seen.append(end.own(i)[1]));
                            },
                            Integer.MAX_VALUE);
        } catch (AssertionError broken) {
            seen.append('\n').append(broken.getMessage());
        }
        assertEquals(isPossible, seen.toString().lines().anyMatch(line -> line.matches(outcome)), outcome);
    }
}
