package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows where a room is, as of at most a tenth of a second ago. All clients of a node that has died ask at once, so
 * those that share this object ask the store once. Safe for use by any number of threads, which wait for that answer.
 */
final class RoomWatch implements Supplier<InetSocketAddress> {
    private static final long FRESH_NANOS = 100_000_000;

    private final RoomStore store;
    private final int room;
    private final NanoClock clock;
    private boolean hasRead;
    private long readNanos;
    private @Nullable InetSocketAddress address;
    private @Nullable IOException problem;

    RoomWatch(RoomStore store, int room, NanoClock clock) {
        this.store = store;
        this.room = Arguments.room(room);
        this.clock = clock;
    }

    @Override
    public synchronized InetSocketAddress get() {
        if (!hasRead || clock.nanoTime() - readNanos >= FRESH_NANOS) {
            read();
            hasRead = true;
            readNanos = clock.nanoTime(); // afterwards, so that those who have waited for a store that hangs do not ask
        }
        if (problem != null) {
            throw new UncheckedIOException("the store did not say where room " + room + " is", problem);
        }
        if (address == null) {
            throw new IllegalStateException(
                    "room " + room + " must run on a node that has joined, but does not yet; open it, or ask again");
        }
        return address;
    }

    private void read() {
        try {
            String shown = store.read(room).address(store.beats());
            int colon = shown == null ? -1 : shown.lastIndexOf(':');
            address = colon < 0
                    ? null
                    : InetSocketAddress.createUnresolved(
                            shown.substring(0, colon), Integer.parseInt(shown.substring(colon + 1)));
            problem = null;
        } catch (IOException noAnswer) {
            problem = noAnswer;
        } catch (RuntimeException broken) {
            problem = new IOException(broken); // kept, too, or each client would ask the store
        }
    }
}
