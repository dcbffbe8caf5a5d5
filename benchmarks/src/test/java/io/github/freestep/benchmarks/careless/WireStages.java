package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.aeron.AeronLockstep;
import io.github.freestep.physics.aeron.ClusterSequencer;
import io.github.freestep.physics.aeron.StateSender;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.render.aeron.RemoteStates;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import io.github.freestep.wire.ClientLink;
import io.github.freestep.wire.PacketSeal;
import io.github.freestep.wire.Precision;
import io.github.freestep.wire.RemoteInput;
import io.github.freestep.wire.ServerLink;
import io.github.freestep.wire.StateEncoder;
import io.github.freestep.wire.StateFollower;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Stages for the types that send states to other processes. */
final class WireStages {
    private static final byte[] KEY = new byte[16];
    private static final StateLayout LAYOUT = Stages.World.LAYOUT;

    private WireStages() {}

    static void addTo(Stages stages) {
        stages.add(ServerLink.class, use -> use.on(ServerLink.of(1, KEY), KEY));
        stages.add(
                ClientLink.class,
                use -> use.on(
                        ClientLink.of(KEY, new VirtualClock(0)),
                        KEY,
                        StateFollower.of(LAYOUT, 8, new VirtualClock(0))));
        stages.add(
                RemoteInput.class,
                use -> use.on(ClientLink.of(null, new VirtualClock(0)).input()));
        stages.add(
                StateSender.class, use -> use.on(null, StatePublisher.of(LAYOUT).states()));
        stages.add(RemoteStates.class, use -> use.on(null, LAYOUT));
        stages.add(
                StateSender.Builder.class,
                use -> Stages.stepped(
                        new Stages.World(),
                        stepper -> use.on(
                                StateSender.builder(stepper.states()), KEY, Precision.exact(), stepper.input())));
        stages.add(AeronLockstep.class, use -> use.on(AeronLockstep.at("127.0.0.1"), KEY));
        stages.add(ClusterSequencer.class, use -> use.on(null, MatchSettings.of("pong", LAYOUT, 2)));
        stages.add(
                ClusterSequencer.Builder.class,
                use -> use.on(ClusterSequencer.builder(MatchSettings.of("pong", LAYOUT, 2)), Path.of("match")));
        stages.add(PacketSeal.class, use -> use.on(PacketSeal.ofPeer(KEY), KEY, ByteBuffer.allocate(10)));
        stages.add(RemoteStates.Builder.class, use -> use.on(RemoteStates.builder(LAYOUT), KEY));
        codec(stages);
    }

    private static void codec(Stages stages) {
        StateEncoder.Output none = new StateEncoder.Output() {
            @Override
            public void baseline(ByteBuffer datagram) {}

            @Override
            public void piece(ByteBuffer datagram) {}
        };
        stages.add(StateEncoder.class, use -> {
            try (StateReader reader = Stages.publisher().states().reader()) {
                reader.acquire();
                use.on(
                        StateEncoder.of(LAYOUT, Precision.standard(), 1),
                        LAYOUT,
                        Precision.standard(),
                        reader.state(0),
                        none);
            }
        });
        stages.add(StateFollower.class, use -> {
            VirtualClock clock = new VirtualClock(0);
            use.on(StateFollower.of(LAYOUT, 8, clock), LAYOUT, clock, ByteBuffer.allocate(10));
        });
    }
}
