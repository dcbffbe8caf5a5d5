package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.lockstep.LockstepSession;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchWorld;
import io.github.freestep.physics.lockstep.Prediction;
import io.github.freestep.physics.lockstep.SequencerServer;
import io.github.freestep.physics.lockstep.SequencerStatus;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Provides instances of the types of lockstep matches. */
final class LockstepStages {
    private static final MatchSettings MATCH = MatchSettings.of("pong", Stages.World.LAYOUT, 2);

    private LockstepStages() {}

    static void addTo(Stages stages) {
        stages.add(MatchSettings.class, use -> use.on(MATCH, Stages.World.LAYOUT));
        stages.add(SequencerStatus.class, use -> {
            try (SequencerServer server = SequencerServer.start(MATCH)) {
                use.on(server.status());
            }
        });
        stages.add(SequencerServer.class, use -> {
            try (SequencerServer server = SequencerServer.start(MATCH);
                    SequencerTransport port = DirectLockstep.at("127.0.0.1")
                            .port(FreePorts.inARow(1))
                            .listen()) {
                use.on(server, MATCH, port);
            }
        });
        stages.add(LockstepSession.class, use -> {
            try (LockstepSession session = builder().open()) {
                use.on(session, MATCH, new NoSequencer(), MatchWorld.of(new Stages.World()));
            }
        });
        stages.add(Prediction.Builder.class, use -> {
            try (LockstepSession session = builder().open()) {
                use.on(session.predict(MatchWorld.of(new Stages.World())));
            }
        });
        stages.add(LockstepSession.Builder.class, use -> {
            LockstepSession.Builder builder = builder();
            use.on(builder);
            builder.open().close();
        });
    }

    /** The clock passes the time in which a sequencer must answer at once. */
    private static LockstepSession.Builder builder() {
        return LockstepSession.builder(MATCH, new NoSequencer()).clock(new VirtualClock(0));
    }

    private static final class NoSequencer implements LockstepTransport {
        @Override
        public void send(ByteBuffer packet) {}

        @Override
        public void poll(Consumer<ByteBuffer> handler) {}

        @Override
        public void close() {}
    }
}
