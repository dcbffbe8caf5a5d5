package io.github.freestep.physics.ring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Writes and hands out on one thread. The tests of events and of the journal use the ring with two. */
class ConsumerRingTest {
    private static final int CAPACITY = 4;

    private final List<String> handed = new ArrayList<>();
    private final Ring ring = new Ring(false);
    private int urgent;
    private int wakes;

    /** Each entry is the number of its tick. */
    private final class Ring extends ConsumerRing<long[], Consumer<String>> {
        Ring(boolean endsWhenFull) {
            super(() -> new long[1], CAPACITY, endsWhenFull);
            setWaker(() -> wakes++);
        }

        @Override
        protected void copy(long[] from, long[] to) {
            to[0] = from[0];
        }

        @Override
        protected void hand(long[] entry, Consumer<String> handler) {
            handler.accept("tick " + entry[0]);
        }

        @Override
        protected long tick(long[] entry) {
            return entry[0];
        }

        @Override
        protected void handMissed(long count, long sinceTick, Consumer<String> handler) {
            handler.accept(count + " missed since " + sinceTick);
        }

        @Override
        protected int handOutUrgent(Consumer<String> handler) {
            return urgent;
        }

        void write(int firstTick, int lastTick) {
            for (int tick = firstTick; tick <= lastTick; tick++) {
                write(new long[] {tick}, tick);
            }
        }
    }

    private void assertHanded(String... wanted) {
        assertEquals(List.of(wanted), handed);
        handed.clear();
    }

    @Test
    void entriesComeInOrderAndLaterTicksWait() {
        ring.write(1, 3);
        assertEquals(2, ring.handOut(handed::add, 2));
        assertHanded("tick 1", "tick 2");
        urgent = 5;
        assertEquals(5, ring.handOut(handed::add, 2));
        assertEquals(6, ring.handOut(handed::add));
        assertHanded("tick 3");
        assertTrue(ring.isOpen());
    }

    @Test
    void aGapIsReportedBeforeTheNextEntryAndAtTheEnd() {
        for (int first = 10; first < 50; first += 10) {
            ring.write(first, first + 5);
            assertEquals(4, ring.handOut(handed::add));
            handed.clear();
            ring.write(first + 6, first + 7);
            ring.handOut(handed::add);
            assertHanded("2 missed since " + (first + 4), "tick " + (first + 6), "tick " + (first + 7));
        }
        ring.write(1, 7);
        ring.handOut(handed::add);
        assertHanded("tick 1", "tick 2", "tick 3", "tick 4");
        ring.end();
        assertEquals(0, ring.handOut(handed::add));
        assertHanded("3 missed since 5");
        assertEquals(11, ring.missed());
        assertFalse(ring.isOpen());
    }

    @Test
    void anEntryBeforeAGapComesBeforeItsReport() {
        ring.write(1, 6);
        ring.handOut(handed::add, 2);
        ring.write(7, 8);
        ring.handOut(handed::add);
        assertHanded("tick 1", "tick 2", "tick 3", "tick 4", "2 missed since 5", "tick 7", "tick 8");
    }

    @Test
    void aRingThatEndsWhenFullMissesOneEntry() {
        Ring ending = new Ring(true);
        ending.write(1, 4);
        assertFalse(ending.hasEnded());
        ending.write(5, 9);
        assertTrue(ending.hasEnded());
        assertEquals(4, ending.handOut(handed::add));
        assertHanded("tick 1", "tick 2", "tick 3", "tick 4", "1 missed since 5");
        assertTrue(ending.endsWhenFull());
        assertFalse(ring.endsWhenFull());
    }

    @Test
    void theConsumerIsWokenOncePerFlushWithNews() {
        ring.flush();
        assertEquals(0, wakes);
        ring.write(1, 2);
        ring.flush();
        ring.flush();
        assertEquals(1, wakes);
        ring.write(3, 4);
        ring.flush();
        ring.write(5, 5);
        ring.flush();
        assertEquals(3, wakes, "a missed entry is news as well");
        ring.end();
        assertEquals(4, wakes);
        ring.write(6, 6);
        ring.flush();
        assertEquals(4, wakes, "nothing is written after the end");
    }

    @Test
    void aHandlerThatLeavesGetsNothingMore() {
        ring.write(1, 6);
        ring.end();
        assertEquals(2, ring.handOut(what -> {
            handed.add(what);
            if (what.equals("tick 2")) {
                ring.finish();
            }
        }));
        assertEquals(0, ring.handOut(handed::add));
        assertHanded("tick 1", "tick 2");
    }

    @Test
    void aHandlerMayLeaveWhenItLearnsOfAGap() {
        ring.write(1, 5);
        ring.handOut(handed::add);
        ring.write(6, 6);
        assertEquals(0, ring.handOut(what -> ring.finish()));
        assertEquals(0, ring.handOut(handed::add));
    }

    @Test
    void anEntryWhoseHandlerThrowsIsNotHandedOutAgain() {
        ring.write(1, 5);
        assertThrows(
                IllegalStateException.class,
                () -> ring.handOut(what -> {
                    throw new IllegalStateException(what);
                }));
        ring.handOut(handed::add);
        assertHanded("tick 2", "tick 3", "tick 4");
        ring.write(6, 6);
        assertThrows(
                IllegalStateException.class,
                () -> ring.handOut(what -> {
                    throw new IllegalStateException(what);
                }));
        ring.handOut(handed::add);
        assertHanded("tick 6");
        ring.write(7, 11);
        ring.handOut(handed::add);
        handed.clear();
        ring.end();
        assertThrows(
                IllegalStateException.class,
                () -> ring.handOut(what -> {
                    throw new IllegalStateException(what);
                }));
        assertFalse(ring.isOpen(), "the gap at the end was its last chance");
    }

    @Test
    void ringsJoinAndLeaveAList() {
        Consumers<Ring> all = new Consumers<>(new Ring[0]);
        Ring other = new Ring(false);
        List<Integer> joined = new ArrayList<>();
        all.add(ring, () -> joined.add(all.rings().length));
        all.add(other, () -> joined.add(all.rings().length));
        assertEquals(List.of(0, 1), joined);
        assertThrows(
                IllegalStateException.class,
                () -> all.add(new Ring(false), () -> {
                    throw new IllegalStateException();
                }));
        assertArrayEquals(new Ring[] {ring, other}, all.rings());
        ring.finish();
        assertArrayEquals(new Ring[] {other}, all.rings());
    }

    @Test
    void aClosedListEndsItsRingsAndFinishesNewOnes() {
        Consumers<Ring> all = new Consumers<>(new Ring[0]);
        all.add(ring, () -> {});
        ring.write(1, 1);
        all.close();
        assertEquals(0, all.rings().length);
        assertTrue(ring.hasEnded());
        assertTrue(ring.isOpen());
        assertEquals(1, ring.handOut(handed::add));
        assertFalse(ring.isOpen());
        Ring late = new Ring(false);
        all.add(late, () -> handed.add("joins"));
        assertFalse(late.isOpen());
        assertHanded("tick 1");
    }
}
