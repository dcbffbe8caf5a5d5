package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RecentSamplesTest {
    private final RecentSamples samples = new RecentSamples(4, 3);

    private void add(long... values) {
        for (long value : values) {
            samples.add(value);
        }
    }

    @Test
    void ranksTheLastSamples() {
        add(99, -99, 5, -7, 3);
        assertEquals(4, samples.size());
        assertEquals(-99, samples.smallest(1));
        assertEquals(-7, samples.smallest(2));
        assertEquals(3, samples.smallest(3));
        assertEquals(5, samples.greatest(1));
        assertEquals(3, samples.greatest(2));
        assertEquals(-7, samples.greatest(3));
    }

    @Test
    void stretchesTheDistances() {
        add(10, 20);
        samples.stretch(20, 0.5);
        assertEquals(15, samples.smallest(1));
        assertEquals(20, samples.greatest(1));
    }
}
