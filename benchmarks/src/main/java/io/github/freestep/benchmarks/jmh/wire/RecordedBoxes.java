package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.benchmarks.scenes.PhysxWorld;
import io.github.freestep.benchmarks.scenes.Pile;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import java.util.function.IntConsumer;

/** The poses of boxes in PhysX, tick by tick, and a publisher that plays them. */
final class RecordedBoxes {
    private static final int VALUES = 7;

    final int boxes;
    final int rate;

    /** For each tick: the values of all boxes, each kind of value in a row. */
    private final float[][] ticks;

    final StatePublisher publisher;
    private final StateReader reader;
    private final TimeAnchor anchor = new TimeAnchor();
    private long published;
    private int before = -1;

    private RecordedBoxes(int boxes, int rate, float[][] ticks) {
        this.boxes = boxes;
        this.rate = rate;
        this.ticks = ticks;
        publisher = StatePublisher.of(StateLayout.of(boxes));
        reader = publisher.states().reader();
        for (int i = 0; i < boxes; i++) {
            publisher.bodies().spawn();
        }
    }

    /** Records a cube of boxes that falls into a heap. With 1,000 boxes, they all sleep after 12 s. */
    static RecordedBoxes pile(int boxes, int rate, int count) {
        return record(
                new Pile<>(Places.pile(boxes), placed -> new PhysxWorld(placed, true)).world(),
                rate,
                count,
                tick -> {});
    }

    /** Records a square of boxes on the floor, through which one is driven to and fro. */
    static RecordedBoxes square(int side, int rate, int count) {
        DrivenBox scene = new DrivenBox(side);
        return record(scene.simulation(), rate, count, tick -> scene.drive(tick, rate));
    }

    private static RecordedBoxes record(Simulation world, int rate, int count, IntConsumer beforeTick) {
        int boxes = world.layout().capacity();
        float[][] ticks = new float[count][VALUES * boxes];
        try (InlineStepper stepper = PhysicsService.builder(world).rate(rate).inline()) {
            StateReader reader = stepper.states().reader();
            for (int tick = 0; tick < count; tick++) {
                beforeTick.accept(tick);
                stepper.advanceTick();
                reader.acquire();
                copy(reader.state(0), ticks[tick], boxes);
            }
        }
        return new RecordedBoxes(boxes, rate, ticks);
    }

    private static void copy(State state, float[] into, int boxes) {
        float[][] values = {state.x(), state.y(), state.z(), state.qx(), state.qy(), state.qz(), state.qw()};
        for (int i = 0; i < VALUES; i++) {
            System.arraycopy(values[i], 0, into, i * boxes, boxes);
        }
    }

    int ticks() {
        return ticks.length;
    }

    /** The number of boxes that move between a tick and the one before. */
    int moving(int tick) {
        int count = 0;
        for (int box = 0; box < boxes; box++) {
            count += moves(ticks[tick], ticks[Math.max(0, tick - 1)], box) ? 1 : 0;
        }
        return count;
    }

    private boolean moves(float[] one, float[] other, int box) {
        for (int i = 0; i < VALUES; i++) {
            if (one[i * boxes + box] != other[i * boxes + box]) {
                return true;
            }
        }
        return false;
    }

    /** Publishes a recorded tick as the next state: writes only the boxes that have moved. */
    State publish(int tick) {
        float[] now = ticks[tick];
        StateWriter out = publisher.begin(published, nanos(), anchor, nanos());
        for (int box = 0; box < boxes; box++) {
            if (before < 0 || moves(now, ticks[before], box)) {
                out.position(box, now[box], now[boxes + box], now[2 * boxes + box]);
                out.orientation(
                        box, now[3 * boxes + box], now[4 * boxes + box], now[5 * boxes + box], now[6 * boxes + box]);
            }
        }
        publisher.publish(nanos());
        before = tick;
        published++;
        reader.acquire();
        return reader.state(0);
    }

    /** When the next state is due. */
    long nanos() {
        return published * 1_000_000_000 / rate;
    }
}
