package io.github.freestep.render.server;

import io.github.freestep.net.StateSender;
import io.github.freestep.physics.Physics;
import io.github.freestep.state.InputSink;
import java.util.function.Function;

/** Serves players by a sender that the caller drives. In this package, because users start a sender's thread. */
public final class ClockedPlayers {
    private ClockedPlayers() {}

    /** @param begins makes the sender, whose input goes to the sink */
    public static void serve(Players players, Physics physics, Function<InputSink, StateSender> begins) {
        PlayerSink sink = players.serve(physics);
        players.sender = begins.apply(sink);
        sink.ready();
    }
}
