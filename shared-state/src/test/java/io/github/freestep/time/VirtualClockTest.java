package io.github.freestep.time;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
    @Test
    void refusesToGoBackward() {
        VirtualClock clock = new VirtualClock(5);
        refused("was -3", IllegalArgumentException.class, () -> clock.advance(-3));
        assertEquals(5, clock.nanoTime());
    }

    @Test
    void oversleepsByOneSuppliedValuePerPark() {
        Iterator<Long> script = List.of(5L, 0L, 70L).iterator();
        VirtualClock clock = new VirtualClock(0, script::next);
        clock.park(100);
        assertEquals(105, clock.nanoTime());
        clock.park(100);
        assertEquals(205, clock.nanoTime());
        clock.park(100);
        assertEquals(375, clock.nanoTime());
    }

    @Test
    void losesNoAdvanceOfConcurrentThreads() {
        VirtualClock clock = new VirtualClock(0);
        IntStream.range(0, 100_000).parallel().forEach(i -> clock.advance(3));
        assertEquals(300_000, clock.nanoTime());
    }
}
