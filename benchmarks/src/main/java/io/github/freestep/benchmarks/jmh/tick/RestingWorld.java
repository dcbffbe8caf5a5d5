package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.MovingSlots;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;

/** Bodies in a state buffer, of which a share moves in every tick, with a sampler. Its clock is virtual. */
final class RestingWorld {
    private static final long TICK_NANOS = 10_000_000;
    private static final long FRAME_NANOS = 1_000_000_000 / 60;

    private final MovingSlots share;
    private final boolean writesAll;
    private final VirtualClock clock = new VirtualClock(0);
    private final TimeAnchor anchor = new TimeAnchor();
    private final StatePublisher publisher;
    private final FrameSampler sampler;
    private long tick;

    /** @param writesAll whether a tick writes the resting bodies as well */
    RestingWorld(MovingSlots share, boolean writesAll) {
        this.share = share;
        this.writesAll = writesAll;
        publisher = StatePublisher.of(StateLayout.of(share.bodies()), StatePublisher.DEFAULT_WINDOW, clock, false);
        sampler = FrameSampler.builder(publisher.states())
                .clock(clock)
                .allowedLateness(Duration.ZERO)
                .open();
        for (int body = 0; body < share.bodies(); body++) {
            publisher.bodies().spawn(body);
        }
        publish(true);
    }

    /** Publishes a state, from its begin to its finite check and the handoff. */
    int tick() {
        return publish(writesAll);
    }

    private int publish(boolean all) {
        long nanos = tick * TICK_NANOS;
        StateWriter state = publisher.begin(tick, nanos, anchor, nanos);
        float[][] poses = share.poses(tick);
        if (all) {
            share.write(state, tick, 0, share.bodies());
        } else if (share.isRange()) {
            share.write(state, tick, share.from(), share.to());
        } else {
            for (int body : share.moving()) {
                state.position(body, poses[0][body], poses[1][body], poses[2][body]);
                state.orientation(body, poses[3][body], poses[4][body], poses[5][body], poses[6][body]);
            }
        }
        int broken = publisher.firstNotFinite();
        publisher.publish(nanos);
        tick++;
        return broken;
    }

    /** Lets the time of a frame pass, with the ticks that are due. */
    void untilNextFrame() {
        clock.advance(FRAME_NANOS);
        while (tick * TICK_NANOS <= clock.nanoTime()) {
            tick();
        }
    }

    Frame frame() {
        return sampler.sample();
    }
}
