package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.lockstep.link.HostRequest;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a peer asks of the sequencer. Any thread asks, also before the peer is admitted, and as often as it likes: only
 * the newest wish of each kind is kept, and of removals that for each player. At most 60 are sent per second. The
 * sequencer removes players who ask for more than 100 things per second. Lock-free.
 */
public final class Requests {
    private static final long APART_NANOS = 50_000_000;
    private static final int AT_ONCE = 3;

    /** A pause or its end, a time scale, then the removal of each player. */
    private final AtomicReferenceArray<@Nullable HostRequest> wishes =
            new AtomicReferenceArray<>(2 + TickInput.MAX_PLAYERS);

    // For the session's thread.
    private long sentNanos;
    private boolean hasSent;

    public void ask(HostRequest wish) {
        wishes.set(
                switch (wish.kind()) {
                    case PAUSE, RESUME -> 0;
                    case SCALE -> 1;
                    case REMOVE -> 2 + wish.player();
                },
                wish);
    }

    /** Passes on the wishes that may be sent now. The others are kept for the next time. For the session's thread. */
    void send(long now, Consumer<HostRequest> to) {
        if (hasSent && now - sentNanos < APART_NANOS) {
            return;
        }
        for (int place = 0, sent = 0; place < wishes.length() && sent < AT_ONCE; place++) {
            HostRequest wish = wishes.getAndSet(place, null);
            if (wish != null) {
                to.accept(wish);
                sent++;
                hasSent = true;
                sentNanos = now;
            }
        }
    }
}
