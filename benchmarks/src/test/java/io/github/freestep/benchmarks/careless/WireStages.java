package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.aeron.StateSender;
import io.github.freestep.render.aeron.RemoteStates;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.VirtualClock;
import io.github.freestep.wire.ClientLink;
import io.github.freestep.wire.Precision;
import io.github.freestep.wire.RemoteInput;
import io.github.freestep.wire.ServerLink;

/** Stages for the types that send states to other processes. */
final class WireStages {
    private static final byte[] KEY = new byte[16];
    private static final StateLayout LAYOUT = StateLayout.of(3);

    private WireStages() {}

    static void addTo(Stages stages) {
        stages.add(ServerLink.class, use -> use.on(ServerLink.of(1, KEY), KEY));
        stages.add(ClientLink.class, use -> use.on(ClientLink.of(KEY, new VirtualClock(0)), KEY));
        stages.add(
                RemoteInput.class,
                use -> use.on(ClientLink.of(null, new VirtualClock(0)).input()));
        stages.add(
                StateSender.Builder.class,
                use -> use.on(StateSender.builder(StatePublisher.of(LAYOUT).states()), KEY, Precision.exact()));
        stages.add(RemoteStates.Builder.class, use -> use.on(RemoteStates.builder(LAYOUT), KEY));
    }
}
