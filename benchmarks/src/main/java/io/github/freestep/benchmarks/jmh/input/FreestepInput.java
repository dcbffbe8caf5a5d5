package io.github.freestep.benchmarks.jmh.input;

import io.github.freestep.physics.InputRig;
import io.github.freestep.physics.TickInput;

/** The port of a service, and all that its physics thread does with an input up to the step. */
final class FreestepInput implements InputQueue {
    private final InputRig rig = new InputRig(InputQueue.CAPACITY);

    @Override
    public Producer join() {
        return rig.port()::action;
    }

    @Override
    public void drain(Sink sink) {
        TickInput input = rig.wakeUp();
        for (int i = 0; i < input.size(); i++) {
            sink.accept(input.isAction(i), input.code(i), input.value(i), input.arrivalNanos(i));
        }
    }
}
