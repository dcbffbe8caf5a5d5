package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.MovingSlots;
import io.github.freestep.benchmarks.jmh.Poses;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;

/** Bodies in a state buffer, of which a share moves in every tick, with a sampler. Its clock is virtual. */
final class RestingWorld {
    private static final long FRAME_NANOS = 1_000_000_000 / 60;

    private final MovingSlots share;
    private final boolean writesAll;
    private final VirtualClock clock = new VirtualClock(0);
    private final Poses states;
    private final FrameSampler sampler;
    private long tick;

    /** @param writesAll whether a tick writes the resting bodies as well */
    RestingWorld(MovingSlots share, boolean writesAll) {
        this.share = share;
        this.writesAll = writesAll;
        states = new Poses(StateLayout.of(share.bodies()), StatePublisher.DEFAULT_WINDOW, clock);
        sampler = FrameSampler.builder(states.publisher.states())
                .clock(clock)
                .allowedLateness(Duration.ZERO)
                .open();
        tick();
    }

    /** Publishes a state, from its begin to its finite check and the handoff. The first one has all bodies. */
    int tick() {
        StateWriter state = states.begin(tick);
        float[][] p = share.poses(tick);
        boolean all = writesAll || tick == 0;
        if (all || share.isRange()) {
            share.write(state, tick, all ? 0 : share.from(), all ? share.bodies() : share.to());
        } else {
            int[] slots = share.moving();
            state.poses(slots, slots.length, p[0], p[1], p[2], p[3], p[4], p[5], p[6]);
        }
        int broken = states.publisher.firstNotFinite();
        states.publish();
        tick++;
        return broken;
    }

    /** Lets the time of a frame pass, with the ticks that are due. */
    void untilNextFrame() {
        clock.advance(FRAME_NANOS);
        while (tick * Poses.TICK_NANOS <= clock.nanoTime()) {
            tick();
        }
    }

    Frame frame() {
        return sampler.sample();
    }
}
