package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a peer asks of the sequencer. Any thread asks, also before the peer is admitted, and as often as it likes: only
 * the newest wish of each kind is kept, and sent at most 20 times per second. The sequencer removes players who ask for
 * more than 100 things per second. Lock-free.
 */
public final class Requests {
    /** Pause or resume, the time scale, and the removal of a player. */
    static final int KINDS = 3;

    private static final long APART_NANOS = 50_000_000;

    private final AtomicReference<@Nullable Boolean> pause = new AtomicReference<>();
    private final AtomicReference<@Nullable Ratio> scale = new AtomicReference<>();
    private final AtomicInteger removals = new AtomicInteger();

    // For the session's thread.
    private long sentNanos;
    private boolean hasSent;

    public void pause(boolean wanted) {
        pause.set(wanted);
    }

    public void scale(Ratio wanted) {
        scale.set(wanted);
    }

    public void remove(int player) {
        removals.getAndUpdate(players -> players | 1 << player);
    }

    /** Returns whether the wishes may be sent now. For the session's thread. */
    boolean isDue(long now) {
        boolean any = pause.get() != null || scale.get() != null || removals.get() != 0;
        if (!any || hasSent && now - sentNanos < APART_NANOS) {
            return false;
        }
        hasSent = true;
        sentNanos = now;
        return true;
    }

    /** Writes the message of one kind. Returns false if there is none. For the session's thread. */
    boolean write(int kind, ByteBuffer to) {
        return switch (kind) {
            case 0 -> writePause(to);
            case 1 -> writeScale(to);
            default -> writeRemoval(to);
        };
    }

    private boolean writePause(ByteBuffer to) {
        Boolean wanted = pause.getAndSet(null);
        if (wanted == null) {
            return false;
        }
        if (wanted) {
            Messages.writePause(to);
        } else {
            Messages.writeResume(to);
        }
        return true;
    }

    private boolean writeScale(ByteBuffer to) {
        Ratio wanted = scale.getAndSet(null);
        if (wanted != null) {
            Messages.writeScale(to, wanted);
        }
        return wanted != null;
    }

    /** The other removals are kept for the next time. */
    private boolean writeRemoval(ByteBuffer to) {
        int players = removals.getAndUpdate(wanted -> wanted & wanted - 1);
        if (players != 0) {
            Messages.writeRemove(to, Integer.numberOfTrailingZeros(players));
        }
        return players != 0;
    }
}
