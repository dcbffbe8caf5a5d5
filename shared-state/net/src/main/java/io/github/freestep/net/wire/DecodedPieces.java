package io.github.freestep.net.wire;

import io.github.freestep.net.seal.ReplayWindow;
import java.util.Arrays;

/** Which of the newest pieces were decoded, which the receiver acknowledges. For one thread; allocates nothing. */
final class DecodedPieces {
    /** The number of the newest piece that was decoded; 0 before the first. */
    long newest;

    private final ReplayWindow decoded = new ReplayWindow(2 * ClientMemory.ACKNOWLEDGED);
    private final long[] before = new long[ClientMemory.ACKNOWLEDGED / Long.SIZE];

    /** Forgets all pieces. */
    void clear() {
        newest = 0;
    }

    boolean has(long number) {
        return number <= newest && newest - number <= ClientMemory.ACKNOWLEDGED && !decoded.isFresh(number);
    }

    /** The number whose lower bits a piece has. */
    long number(int lower) {
        return newest == 0 ? lower & 0xFFFF_FFFFL : newest + (lower - (int) newest);
    }

    void add(long number) {
        if (newest == 0) {
            decoded.restart(number);
            newest = number;
        } else if (newest - number <= ClientMemory.ACKNOWLEDGED) {
            decoded.accept(number);
            newest = Math.max(newest, number);
        }
    }

    /** A bit for each piece before {@link #newest}, the lowest for the last one. */
    long[] before() {
        Arrays.fill(before, 0);
        for (int i = 0; i < ClientMemory.ACKNOWLEDGED && newest > 0; i++) {
            before[i / Long.SIZE] |= decoded.isFresh(newest - 1 - i) ? 0 : 1L << i;
        }
        return before;
    }
}
