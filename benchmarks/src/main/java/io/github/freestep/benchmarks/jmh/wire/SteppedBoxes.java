package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.benchmarks.scenes.Pile;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import java.util.function.IntConsumer;

/** Boxes in PhysX, stepped tick by tick. */
final class SteppedBoxes implements AutoCloseable {
    final int boxes;
    final int rate;
    private final IntConsumer beforeTick;
    private final InlineStepper stepper;
    private final StateReader reader;
    private int ticks;

    private SteppedBoxes(Simulation world, int rate, IntConsumer beforeTick) {
        boxes = world.layout().capacity();
        this.rate = rate;
        this.beforeTick = beforeTick;
        stepper = PhysicsService.builder(world).rate(rate).inline();
        reader = stepper.states().reader();
    }

    /** A cube of boxes that falls into a heap. With 1,000 boxes, they all sleep after 24 s. */
    static SteppedBoxes of(Pile<?> pile, int rate) {
        return new SteppedBoxes(pile.world(), rate, tick -> {});
    }

    /** A square of boxes on the floor, through which one is driven to and fro. */
    static SteppedBoxes square(int side, int rate) {
        DrivenBox scene = new DrivenBox(side);
        return new SteppedBoxes(scene.simulation(), rate, tick -> scene.drive(tick, rate));
    }

    /** Steps a tick, and returns its state. */
    State step() {
        beforeTick.accept(ticks++);
        stepper.advanceTick();
        reader.acquire();
        return reader.state(0);
    }

    /** The number of boxes that the newest tick has moved. */
    int moving() {
        float[][] now = StateInside.values(reader.state(0));
        float[][] before = StateInside.values(reader.state(1));
        int count = 0;
        for (int box = 0; box < boxes; box++) {
            boolean moves = false;
            for (int i = 0; i < now.length; i++) {
                moves |= now[i][box] != before[i][box];
            }
            count += moves ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        stepper.close();
    }
}
