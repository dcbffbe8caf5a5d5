package io.github.freestep.minestom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientMotionTest {
    private static final int PLACES = 40;

    /** Places that are 1 m apart, of which the 20th comes a tick late. Returns the greatest error of a move. */
    private static double unevenness(int ticks) {
        List<ClientMotion.Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            long lateNanos = i == 20 ? ClientTicks.NANOS : 0;
            arrivals.add(new ClientMotion.Arrival(i * ClientTicks.NANOS + lateNanos, i));
        }
        List<Double> moves = ClientMotion.moves(arrivals, ticks, 0);
        return Collections.max(moves.subList(10, PLACES - 1).stream()
                .map(move -> Math.abs(move - 1))
                .toList());
    }

    @Test
    void aDisplayThatHasTwoTicksMovesEvenlyThoughAPlaceComesATickLate() {
        assertEquals(0, unevenness(2), 1e-3);
        assertEquals(1, unevenness(1), 1e-3); // it stands still, and then jumps
    }
}
