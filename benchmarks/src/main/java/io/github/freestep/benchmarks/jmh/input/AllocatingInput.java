package io.github.freestep.benchmarks.jmh.input;

import java.util.Queue;

/** A queue of the JDK in its usual use: with a new object for each input. */
final class AllocatingInput implements InputQueue {
    private final Queue<Event> queue;

    AllocatingInput(Queue<Event> queue) {
        this.queue = queue;
    }

    @Override
    public Producer join() {
        return (code, value, nanos) -> queue.offer(new Event(true, code, value, nanos));
    }

    @Override
    public void drain(Sink sink) {
        // The loop is bounded, because fast producers could refill the queue during the loop.
        for (int i = 0; i < InputQueue.CAPACITY; i++) {
            Event event = queue.poll();
            if (event == null) {
                return;
            }
            sink.accept(event.edge, event.code, event.value, event.nanos);
        }
    }

    record Event(boolean edge, int code, float value, long nanos) {}
}
