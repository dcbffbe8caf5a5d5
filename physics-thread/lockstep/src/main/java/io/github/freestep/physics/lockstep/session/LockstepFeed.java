package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.lockstep.link.InputFrame;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a service with the frames of a match. The physics thread calls the methods of the feed, the session thread all
 * others. Lock-free. Allocates only for commands.
 */
final class LockstepFeed implements InputFeed {
    /** An input of a tick is for the tick after it at the earliest. */
    private static final long NOTHING_FED = -1;

    private final SessionState session;

    /** Has the axes of all players in the newest tick, for the physics thread. */
    final TickFeeder feeder;

    /** The newest tick whose input the physics thread has taken. */
    volatile long fedTick;

    /** The last tick for which the local input is to be sampled; -1 before the first frame is fed. */
    volatile long sampledUpTo = NOTHING_FED;

    // For the physics thread.
    private final InputFrame frame;

    /** Gets the ticks of the next frames, for a prediction; null if there is none. */
    @Nullable Confirmations confirmations;

    /** Creates a feed. Its first state is that of {@code startTick}, and its first frame that of the next tick. */
    LockstepFeed(SessionState session, long startTick) {
        this.session = session;
        feeder = new TickFeeder(session.rules, session.commands);
        frame = new InputFrame(session.rules);
        fedTick = startTick;
    }

    @Override
    public boolean ready(long tick) {
        return tick <= session.lastTick && !session.frames.isEmpty();
    }

    @Override
    public int awaitedPlayer(long tick) {
        return session.waitingFor(tick);
    }

    @Override
    public long inputWaitNanos(long tick) {
        return session.waitingNanos(tick);
    }

    @Override
    public void feed(long tick, FedInput fed) {
        ByteBuffer content = session.frames.poll();
        if (content == null || content.getLong(0) != tick) {
            throw new IllegalStateException("the next frame must be that of tick " + tick + ", was "
                    + (content == null ? "missing" : "that of tick " + content.getLong(0))
                    + "; let no one but the session step this service");
        }
        frame.readChecked(content);
        if (confirmations != null && confirmations.isClosed) {
            confirmations = null;
        }
        if (confirmations != null) {
            confirmations.tick = tick;
        }
        feeder.feed(frame, fed);
        fedTick = tick;
        sampledUpTo = tick + frame.delay();
        session.frames.release(content);
    }
}
