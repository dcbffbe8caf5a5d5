package io.github.freestep.benchmarks.jmh.input;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** The queues to compare, as values of a JMH parameter. */
public enum InputPeer {
    FREESTEP(FreestepInput::new),
    FREESTEP_PORT(PortInput::new),
    CONCURRENT_LINKED_QUEUE(() -> new AllocatingInput(new ConcurrentLinkedQueue<>())),
    ARRAY_BLOCKING_QUEUE(() -> new AllocatingInput(new ArrayBlockingQueue<>(InputQueue.CAPACITY))),
    JCTOOLS_MPSC(RecyclingInput::new);

    private final Supplier<InputQueue> opening;

    InputPeer(Supplier<InputQueue> opening) {
        this.opening = opening;
    }

    InputQueue open() {
        return opening.get();
    }
}
