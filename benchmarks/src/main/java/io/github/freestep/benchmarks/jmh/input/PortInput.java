package io.github.freestep.benchmarks.jmh.input;

import io.github.freestep.physics.PortRig;

/** The port with a consumer that does as little as those of the other queues. */
final class PortInput implements InputQueue {
    private final PortRig rig = new PortRig(CAPACITY);

    @Override
    public Producer join() {
        return rig.port()::action;
    }

    @Override
    public void drain(Sink sink) {
        rig.drain(sink::accept);
    }
}
