package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A history of received states has the lives of the server, also of a run after a restart. */
class PastLivesTest {
    private static final long TICK = 10_000_000;
    private static final long SECOND = 100 * TICK;

    private final StateLayout layout = StateLayout.of(4);
    private final VirtualClock clock = new VirtualClock(SECOND);
    private final StateFollower follower = StateFollower.of(layout, StateFollower.DEFAULT_WINDOW, clock);
    private final StateEncoder.Output link = new StateEncoder.Output() {
        @Override
        public void baseline(ByteBuffer datagram) {
            follower.receive(datagram, clock.nanoTime());
        }

        @Override
        public void piece(ByteBuffer datagram) {
            follower.receive(datagram, clock.nanoTime());
        }
    };

    private void run(int run, StateHistory history) {
        StatePublisher server = StatePublisher.of(layout);
        server.bodies().spawn(0);
        StateReader reader = server.states().reader();
        StateEncoder encoder = StateEncoder.of(layout, PoseGrid.STANDARD, run);
        Timeline timeline = new Timeline(Ratio.of(100), clock.nanoTime());
        for (long tick = 0; tick < 600; tick++) {
            clock.advance(TICK);
            timeline.simulated(timeline.simulationOf(tick));
            server.begin(tick, timeline.simulationOf(tick), timeline.anchor(), clock.nanoTime())
                    .position(0, 0.01 * tick, 0, 0);
            server.publish(clock.nanoTime());
            reader.acquire();
            encoder.encode(reader.state(0), clock.nanoTime(), link);
            follower.poll(clock.nanoTime());
            history.update();
        }
    }

    @Test
    void theLivesOfThePastAreTheServers() {
        try (StateHistory history = StateHistory.builder(follower.states())
                .last(Duration.ofSeconds(8))
                .open()) {
            run(1, history);
            run(2, history);
            for (long ago = 0; ago < 7 * SECOND; ago += SECOND / 4) {
                Frame frame = history.at(history.newestNanos() - ago);
                assertTrue(frame.isAlive(0));
                assertEquals(1, frame.life(0), ago / TICK + " ticks ago");
            }
        }
    }
}
