package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Pile;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.ClientBlocks;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import physx.physics.PxRigidDynamic;

/**
 * Limits of the bytes that a pile of 1,000 boxes takes, headers and first states included, up to the end of the fast
 * motion, and at rest.
 */
class PileTrafficTest {
    private static final int BOXES = 1_000;
    private static final int MOVING_TICKS = 700;

    /** The collapse: the two seconds in which the boxes move most. */
    private static final int COLLAPSE = 350;

    private static final int COLLAPSED = 550;

    /** From then on, no piece contains a box, because the client has acknowledged states in which they rest. */
    private static final int SETTLED_TICKS = 200;

    private static final int RESTING_TICKS = 340;

    private final Pile<?> heap = Pile.of("physx", BOXES, false);
    private final SteppedBoxes pile = new SteppedBoxes(heap.world());
    private final StateEncoder encoder = new StateEncoder(StateLayout.of(BOXES), PoseGrid.STANDARD, 1);
    /** By this many ticks, an acknowledgement is late: 100 ms. */
    private static final int ROUND_TRIP = 10;

    private static final long[] ALL = {-1, -1, -1, -1};

    private final Queue<Integer> sent = new ArrayDeque<>();
    private final ClientBlocks client = new ClientBlocks(StateLayout.of(BOXES));
    private final Traffic traffic = new Traffic();

    @Test
    void onAverageItTakes3AndAHalfBytesPerBoxAndTickInMotionButMoreInTheCollapse() {
        double before = play(0, COLLAPSE, 4);
        double collapse = play(COLLAPSE, COLLAPSED, 5);
        double after = play(COLLAPSED, MOVING_TICKS, 4);
        double all = (before + collapse + after) / MOVING_TICKS;
        assertTrue(all <= 3.5, () -> "bytes in motion: " + all);
        double most = collapse / (COLLAPSED - COLLAPSE);
        assertTrue(most <= 4.7, () -> "bytes in the collapse: " + most);

        for (int box = 0; box < BOXES; box++) {
            ((PxRigidDynamic) heap.world().body(box)).putToSleep();
        }
        rest(SETTLED_TICKS);
        int pieces = traffic.pieces;
        double resting = rest(RESTING_TICKS) / RESTING_TICKS;
        assertEquals(RESTING_TICKS / 5, traffic.pieces - pieces, "a datagram each 100 ms at rest, and its copy");
        assertTrue(resting <= 0.03, () -> "bytes at rest: " + resting);
    }

    /** Returns the bytes per box, summed over the ticks. Requires that no state takes more datagrams than allowed. */
    private double play(int from, int to, int mostDatagrams) {
        double bytes = 0;
        for (int tick = from; tick < to; tick++) {
            int before = traffic.pieces;
            bytes += bytes();
            assertTrue(pile.moving() >= BOXES * 9 / 10, "boxes rest");
            int datagrams = traffic.pieces - before;
            int at = tick;
            assertTrue(datagrams <= mostDatagrams, () -> "datagrams of tick " + at + ": " + datagrams);
        }
        return bytes;
    }

    private double rest(int ticks) {
        double bytes = 0;
        for (int tick = 0; tick < ticks; tick++) {
            bytes += bytes();
        }
        return bytes;
    }

    private double bytes() {
        long before = traffic.bytes;
        State state = pile.step();
        encoder.begin(state, state.simulationNanos(), traffic);
        encoder.encode(client, traffic);
        sent.add((int) client.newest());
        if (sent.size() > ROUND_TRIP) {
            client.acknowledge(sent.remove(), ALL);
        }
        return (double) (traffic.bytes - before) / BOXES;
    }
}
