package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

/** A rider on a turret on a ship, each in another block of slots. */
class AttachedBodiesTest {
    private static final int RIDER = 0;
    private static final int TURRET = 100;
    private static final int SHIP = 200;
    private static final float QUARTER = (float) Math.sqrt(0.5);
    private static final long TICK_NANOS = 10_000_000;

    private final StateLayout layout = StateLayout.of(300);
    private final StatePublisher publisher = StatePublisher.of(layout);
    private final StateReader reader = publisher.states().reader();
    private final StateEncoder encoder = StateEncoder.of(layout, PoseGrid.EXACT, 1);
    private final Receiver receiver = new Receiver(layout);
    private long tick;

    @Test
    void theyArriveWhereTheyAreInTheWorld() {
        for (int slot : new int[] {RIDER, TURRET, SHIP}) {
            publisher.bodies().spawn(slot);
        }
        publisher.bodies().attach(TURRET, SHIP);
        publisher.bodies().attach(RIDER, TURRET);
        for (int i = 0; i < 100; i++) {
            send(10, i == 0);
        }
        assertAt(SHIP, 10, 0);
        assertAt(TURRET, 10, 1);
        assertAt(RIDER, 8, 1);
        assertEquals(QUARTER, Math.abs(receiver.values[5][RIDER]), 1e-6);
        assertEquals(QUARTER, Math.abs(receiver.values[6][RIDER]), 1e-6);

        send(20, false);
        assertAt(TURRET, 20, 1);
        assertAt(RIDER, 18, 1);

        publisher.bodies().detach(RIDER);
        send(30, false);
        assertAt(TURRET, 30, 1);
        assertAt(RIDER, 0, 2);
    }

    /** The ship is turned by a quarter. The others stay where they are on their parents. */
    private void send(double shipX, boolean all) {
        StateWriter out = publisher.begin(tick, tick * TICK_NANOS, new TimeAnchor(), tick * TICK_NANOS);
        out.position(SHIP, shipX, 0, 0);
        out.orientation(SHIP, 0, 0, QUARTER, QUARTER);
        if (all) {
            out.position(TURRET, 1, 0, 0);
            out.orientation(TURRET, 0, 0, 0, 1);
        }
        if (all || publisher.bodies().parent(RIDER) == State.NO_PARENT) {
            out.position(RIDER, 0, 2, 0);
            out.orientation(RIDER, 0, 0, 0, 1);
        }
        publisher.publish(tick * TICK_NANOS);
        reader.acquire();
        encoder.encode(reader.state(0), tick * TICK_NANOS, receiver);
        receiver.takeAll();
        tick++;
    }

    private void assertAt(int slot, double x, double y) {
        assertEquals(x, receiver.values[0][slot], 1e-5);
        assertEquals(y, receiver.values[1][slot], 1e-5);
        assertEquals(0, receiver.values[2][slot], 1e-5);
    }
}
