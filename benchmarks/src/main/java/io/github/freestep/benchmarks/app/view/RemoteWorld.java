package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.scenes.Throw;
import io.github.freestep.net.RemoteInput;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.state.StateBuffer;
import java.util.Locale;
import java.util.function.Supplier;

/** A scene of another process, whose states arrive over the network. A throw travels back as input. */
final class RemoteWorld implements World {
    private final RemoteStates remote;
    private final Supplier<String> figures;

    /** Each call of {@code figures} returns one line about the link. */
    RemoteWorld(RemoteStates remote, Supplier<String> figures) {
        this.remote = remote;
        this.figures = figures;
    }

    @Override
    public StateBuffer states() {
        return remote.states();
    }

    /** All inputs have the same time, so that they arrive in the same tick, in this order. */
    @Override
    public boolean toss(Toss toss) {
        RemoteInput input = remote.input();
        long now = remote.states().clock().nanoTime();
        return input.axis(Throw.FROM, toss.x(), now)
                && input.axis(Throw.FROM + 1, toss.y(), now)
                && input.axis(Throw.FROM + 2, toss.z(), now)
                && input.axis(Throw.VELOCITY, toss.velocityX(), now)
                && input.axis(Throw.VELOCITY + 1, toss.velocityY(), now)
                && input.axis(Throw.VELOCITY + 2, toss.velocityZ(), now)
                && input.action(Throw.BOX, 1, now);
    }

    @Override
    public void describe(Panel panel) {
        panel.line(Panel.PLAIN, "server: " + remote.status().name().toLowerCase(Locale.ROOT))
                .line(Panel.PLAIN, figures.get());
    }

    /** Does nothing: the receiver belongs to the command. */
    @Override
    public void close() {}
}
