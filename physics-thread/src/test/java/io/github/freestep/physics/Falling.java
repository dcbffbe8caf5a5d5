package io.github.freestep.physics;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.function.Consumer;

/** One body that falls from rest. Axis 0 pushes it, and every action kicks it. Tests can add code to its methods. */
public class Falling implements Simulation {
    double y;
    double velocity;
    double kicks;
    public long steps;
    Consumer<Tick> during = tick -> {};
    Runnable settingUp = () -> {};
    Runnable writing = () -> {};
    Runnable closing = () -> {};
    volatile Thread setUpBy;

    /** The thread of the newest set-up, step or command. */
    volatile Thread ranBy;

    volatile Thread closedBy;
    volatile int closes;

    protected Falling() {}

    @Override
    public StateLayout layout() {
        return StateLayout.of(4);
    }

    @Override
    public void setUp(PhysicsContext context) {
        setUpBy = Thread.currentThread();
        ranBy = setUpBy;
        settingUp.run();
        context.bodies().spawn(0);
    }

    @Override
    public void step(Tick tick) {
        steps++;
        ranBy = Thread.currentThread();
        TickInput input = tick.input();
        for (int i = 0; i < input.size(); i++) {
            if (input.isAction(i)) {
                kicks += input.value(i);
                velocity += input.value(i);
            }
        }
        velocity += (input.axis(0) - 9.81) * tick.dtSeconds();
        y += velocity * tick.dtSeconds();
        during.accept(tick);
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        ranBy = Thread.currentThread();
        command.run(context);
    }

    @Override
    public void write(StateWriter state) {
        writing.run();
        if (state.isAlive(0)) {
            state.position(0, (float) kicks, (float) y, (float) velocity);
            state.orientation(0, 0, 0, 0, 1);
        }
        // Bodies that a test spawns rest at the origin.
        for (int slot = 1; slot < 4; slot++) {
            if (state.isAlive(slot)) {
                state.position(slot, 0, 0, 0);
            }
        }
    }

    @Override
    public void close() {
        closes++;
        closedBy = Thread.currentThread();
        closing.run();
    }
}
