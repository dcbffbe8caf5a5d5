package io.github.freestep.internal;

import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;

/** Forgets the lateness of datagrams or states that waited in the queue of a link, once it is gone. Stateless. */
public final class PastQueues {
    private PastQueues() {}

    /**
     * Forgets the times of which everything was later than now, because it has waited in a queue that is gone, or
     * earlier, because the way was shorter, and the times in which that began and ended. In the others, some came in
     * time, so what made the rest late is no queue and comes again, such as a silence of a radio link.
     *
     * @param count how many times are known, at most 64
     * @param least returns the least lateness of a time, from 0 for the newest one; {@code Long.MAX_VALUE} for none
     * @param byNanos by how much that of a queue differs from that of the two newest times
     * @param forget gets the times to forget
     */
    public static void forget(int count, IntToLongFunction least, long byNanos, IntConsumer forget) {
        long now = Math.min(least.applyAsLong(0), least.applyAsLong(1));
        long others = 0;
        for (int back = 0; back < count; back++) {
            long each = least.applyAsLong(back);
            others |= each < Long.MAX_VALUE && Math.abs(each - now) > byNanos ? 1L << back : 0;
        }
        others |= others << 1 | others >>> 1;
        for (int back = 0; back < count; back++) {
            if ((others >>> back & 1) != 0) {
                forget.accept(back);
            }
        }
    }
}
