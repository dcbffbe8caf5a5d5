package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** States with fewer slots than the one before, after pieces that the sender of the others has not sent. */
class FewerSlotsTest {
    private static final long TICK = 10_000_000;
    private static final int RIDER = 100;

    private final StateLayout layout = StateLayout.of(200);
    private final VirtualClock clock = new VirtualClock(100 * TICK);
    private final StateFollower follower = StateFollower.of(layout, StateFollower.DEFAULT_WINDOW, clock);
    private final StateReader shown = follower.states().reader();
    private final Timeline timeline = new Timeline(Ratio.of(100), clock.nanoTime());
    private final World small = new World(true);
    private final World large = new World(false);
    private long tick;

    /** A sender of the run that the follower follows. */
    private final class World implements StateEncoder.Output {
        final StatePublisher publisher = StatePublisher.of(layout);
        final StateReader reader = publisher.states().reader();
        final Bodies bodies = publisher.bodies();
        final StateEncoder encoder = StateEncoder.of(layout, PoseGrid.STANDARD, 77);
        final boolean hasBaselines;

        World(boolean hasBaselines) {
            this.hasBaselines = hasBaselines;
            bodies.spawn(0);
            bodies.spawn(1);
        }

        @Override
        public void baseline(ByteBuffer datagram) {
            if (hasBaselines) {
                piece(datagram);
            }
        }

        @Override
        public void piece(ByteBuffer datagram) {
            follower.receive(datagram, clock.nanoTime());
            follower.poll(clock.nanoTime());
        }

        void run(int ticks) {
            for (int i = 0; i < ticks; i++, tick++) {
                clock.advance(TICK);
                timeline.simulated(timeline.simulationOf(tick));
                StateWriter out =
                        publisher.begin(tick, timeline.simulationOf(tick), timeline.anchor(), clock.nanoTime());
                for (int slot = 0; slot < bodies.slots(); slot++) {
                    if (bodies.isAlive(slot)) {
                        out.position(slot, 0.01 * tick, 0, 0);
                    }
                }
                publisher.publish(clock.nanoTime());
                reader.acquire();
                encoder.encode(reader.state(0), clock.nanoTime(), this);
                follower.poll(clock.nanoTime());
            }
        }
    }

    /** Shows a rider that only the other sender has, in another block than its parent. */
    private void believeARider() {
        small.run(200);
        large.bodies.spawn(RIDER);
        large.bodies.attach(RIDER, 0);
        large.run(1);
        assertEquals(0, state().parent(RIDER));
    }

    private State state() {
        shown.acquire();
        return shown.state(0);
    }

    private void assertFollows() {
        assertEquals(tick - 1, follower.receivedTick(), 2);
        assertTrue(state().isAlive(1));
        assertFalse(state().slots() > RIDER && state().isAlive(RIDER));
    }

    @Test
    void aRiderBeyondTheSlotsDoesNotStopThePicture() {
        believeARider();
        small.run(200);
        assertFollows();
        assertTrue(state().isAlive(0));
    }

    @Test
    void theParentOfARiderBeyondTheSlotsCanBeRemoved() {
        believeARider();
        small.bodies.remove(0);
        small.run(200);
        assertFollows();
        assertFalse(state().isAlive(0));
    }

    @Test
    void theParentCanBeRemovedAfterASilence() {
        believeARider();
        clock.advance(300 * TICK);
        tick += 300;
        small.bodies.remove(0);
        small.run(200);
        assertFollows();
    }
}
