package io.github.freestep.benchmarks.shown;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.VirtualLink;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.VirtualClock;

/** A server and a client on virtual time, with a link between them that delays, loses and reorders datagrams. */
final class WalkLink implements AutoCloseable {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(1_000 * MILLI);
    private final VirtualLink link;
    final VirtualNetwork.Way way;
    final RemoteStates remote;
    final WalkServer world;
    final InlineStepper server;

    WalkLink(long seed, WalkServer world) {
        this.world = world;
        link = new VirtualLink(seed, clock);
        link.grid = PoseGrid.EXACT;
        way = link.way;
        way.delayNanos = 80 * MILLI;
        way.jitterNanos = 5 * MILLI;
        way.loss = 0.05;
        server = PhysicsService.builder(world)
                .rate(100)
                .axes(WalkServer.PLAYERS * WalkServer.AXES)
                .inline();
        link.serve(server.states(), server.input());
        remote = link.join(1, Walk.LAYOUT);
    }

    /** Lets time pass. */
    void run(long nanos) {
        long end = clock.nanoTime() + nanos;
        while (clock.nanoTime() < end) {
            long step = Math.min(MILLI, end - clock.nanoTime());
            clock.advance(step);
            server.advance(step);
            link.pass();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
