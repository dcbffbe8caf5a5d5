package io.github.freestep.benchmarks.jmh.input;

import java.util.Queue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * A queue of JCTools with recycled objects. They go out through one shared queue, and come back through a queue for
 * each producer.
 */
final class RecyclingInput implements InputQueue {
    private final Queue<Event> forth = new MpscVarHandleArrayQueue<>(InputQueue.CAPACITY);

    @Override
    public Producer join() {
        return new RecyclingProducer(forth);
    }

    @Override
    public void drain(Sink sink) {
        // The loop is bounded, because fast producers could refill the queue during the loop.
        for (int i = 0; i < InputQueue.CAPACITY; i++) {
            Event event = forth.poll();
            if (event == null) {
                return;
            }
            sink.accept(event.edge, event.code, event.value, event.nanos);
            event.home.offer(event);
        }
    }

    private static final class RecyclingProducer implements Producer {
        private final Queue<Event> forth;
        private final Queue<Event> back = new SpscVarHandleArrayQueue<>(InputQueue.CAPACITY);

        /** The object that the full queue refused last time; null if there is none. */
        private Event spare;

        RecyclingProducer(Queue<Event> forth) {
            this.forth = forth;
            for (int i = 0; i < InputQueue.CAPACITY; i++) {
                back.offer(new Event(back));
            }
        }

        @Override
        public boolean edge(int code, float value, long nanos) {
            if (spare == null && (spare = back.poll()) == null) {
                return false;
            }
            spare.edge = true;
            spare.code = code;
            spare.value = value;
            spare.nanos = nanos;
            if (!forth.offer(spare)) {
                return false;
            }
            spare = null;
            return true;
        }
    }

    private static final class Event {
        private final Queue<Event> home;
        private boolean edge;
        private int code;
        private float value;
        private long nanos;

        Event(Queue<Event> home) {
            this.home = home;
        }
    }
}
