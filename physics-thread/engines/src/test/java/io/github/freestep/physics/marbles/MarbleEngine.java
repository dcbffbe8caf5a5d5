package io.github.freestep.physics.marbles;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands for a third-party engine: marbles that do not collide with each other, and a floor at height 0. Like some
 * native libraries, it logs to both streams when it is loaded.
 */
final class MarbleEngine {
    interface Listener {
        void landed(Marble marble, double speed);

        void lifted(Marble marble);
    }

    /** The number of open engines in this process, as if each held native memory. */
    static final AtomicInteger OPEN = new AtomicInteger();

    static final String BANNER = "marbles 1.0: no native library found";

    static {
        System.err.println(BANNER);
        System.out.print(BANNER);
    }

    private final List<Marble> marbles = new ArrayList<>();
    private Listener listener;

    MarbleEngine() {
        OPEN.incrementAndGet();
    }

    void close() {
        OPEN.decrementAndGet();
    }

    void listen(Listener to) {
        listener = to;
    }

    void add(Marble marble) {
        if (marble.engine != null) {
            throw new IllegalStateException("this marble is in an engine already; remove it there first");
        }
        marble.engine = this;
        marbles.add(marble);
    }

    void remove(Marble marble) {
        marble.engine = null;
        marbles.remove(marble);
    }

    void step(double seconds) {
        for (int i = 0; i < marbles.size(); i++) {
            Marble marble = marbles.get(i);
            if (!marble.resting) {
                step(marble, seconds);
            }
        }
    }

    private void step(Marble marble, double seconds) {
        marble.vy -= 9.81 * seconds;
        marble.x += marble.vx * seconds;
        marble.y += marble.vy * seconds;
        if (marble.y > 0.5) {
            if (marble.touching) {
                listener.lifted(marble);
            }
            marble.touching = false;
        } else {
            if (!marble.touching) {
                listener.landed(marble, -marble.vy);
            }
            marble.touching = true;
            marble.y = 0.5;
            marble.vx = 0;
            marble.vy = 0;
            marble.resting = true;
        }
    }
}
