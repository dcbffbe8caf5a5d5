package io.github.freestep.benchmarks.careless;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.server.PlayerHost;
import io.github.freestep.render.server.PlayerInput;
import io.github.freestep.render.server.Players;
import io.github.freestep.render.server.RemotePlayer;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.ShotRules;
import io.github.freestep.render.server.past.StateHistory;
import io.github.freestep.state.Bodies;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Stages for the types that a server has for its players, and for their shots at the past. */
final class ServerStages {
    private static final ShotRules RULES = ShotRules.of(Duration.ofSeconds(1), 1);

    private ServerStages() {}

    static void addTo(Stages stages) {
        addPast(stages);
        stages.add(Players.class, use -> {
            Players players = builder().build();
            try (PhysicsService physics = service(players)) {
                StateSender.Builder options = StateSender.builder(physics.states());
                options.port(FreePorts.inARow(1));
                use.on(players, physics, options, Stages.aTick(), new byte[9]);
            }
        });
        stages.add(Players.Builder.class, use -> {
            Players.Builder options = builder();
            use.on(options, RULES);
            service(options.build()).close();
        });
        stages.add(PlayerInput.class, use -> use.on(builder().build().input(Stages.aTick(), 0)));
        stages.add(
                RemotePlayer.class,
                use -> Stages.sampled((frames, frame) -> {
                    try (RemoteStates remote =
                            RemoteStates.builder(Stages.World.LAYOUT).start()) {
                        use.on(RemotePlayer.of(remote), remote, frame, new byte[9]);
                    }
                }));
    }

    private static void addPast(Stages stages) {
        stages.add(StateHistory.class, use -> {
            try (StateHistory history = StateHistory.builder(Stages.publisher().states())
                    .last(Duration.ofSeconds(2))
                    .open()) {
                history.update();
                use.on(history, Stages.publisher().states());
            }
        });
        stages.add(StateHistory.Builder.class, use -> {
            StateHistory.Builder options =
                    StateHistory.builder(Stages.publisher().states()).last(Duration.ofSeconds(2));
            use.on(options);
            options.open().close();
        });
        stages.add(ShotRules.class, use -> use.on(RULES));
        stages.add(Shot.class, use -> {
            try (StateHistory history =
                    StateHistory.builder(Stages.publisher().states()).open()) {
                history.update();
                ByteBuffer message = ByteBuffer.wrap(Shot.message(0, 0, 1, 0, 0, 0, 0, 0, 1));
                use.on(Shot.judgedBy(history, RULES), history, RULES, message);
            }
        });
    }

    private static Players.Builder builder() {
        return Players.builder(new Host()).seats(2);
    }

    private static PhysicsService service(Players players) {
        return PhysicsService.builder(players.around(new Stages.World()))
                .clock(new VirtualClock(0))
                .axes(players.axes())
                .build();
    }

    private static final class Host implements PlayerHost {
        @Override
        public int join(int seat, Bodies bodies) {
            return bodies.spawn();
        }
    }
}
