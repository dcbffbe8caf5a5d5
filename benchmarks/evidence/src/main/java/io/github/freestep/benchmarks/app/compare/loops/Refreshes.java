package io.github.freestep.benchmarks.app.compare.loops;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The times at which a display refreshes. For one thread. */
public interface Refreshes {
    /** Returns the time of this refresh, counted from 0 at time 0. */
    long nanos(long refresh);

    /** Returns a refresh at or before this time, at most a few before the last one. */
    long before(long nanos);

    static Refreshes even(double fps) {
        return new Refreshes() {
            @Override
            public long nanos(long refresh) {
                return Math.round(refresh * 1e9 / fps);
            }

            @Override
            public long before(long nanos) {
                return (long) Math.floor(nanos / 1e9 * fps);
            }
        };
    }

    /** Returns refreshes that are between 1/60 s and 1/40 s apart, at random. */
    static Refreshes varying(long seed) {
        return new Refreshes() {
            private static final long SHORTEST_NANOS = 16_666_667;
            private static final long LONGEST_NANOS = 25_000_000;

            private final Random random = new Random(seed + 3);
            private final List<Long> times = new ArrayList<>(List.of(0L));
            private int found;

            @Override
            public long nanos(long refresh) {
                while (times.size() <= refresh) {
                    times.add(times.get(times.size() - 1) + random.nextLong(SHORTEST_NANOS, LONGEST_NANOS));
                }
                return times.get((int) refresh);
            }

            @Override
            public long before(long nanos) {
                while (nanos(found + 1) <= nanos) {
                    found++;
                }
                return found;
            }
        };
    }
}
