package io.github.freestep.render;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Simulates which times a reader of a service shows, for any rate and load. Its first frame comes up to 60 ms after it
 * joined. A tick starts when it is due and the previous one has ended.
 */
final class SimulatedReader {
    /** The cost of a tick as a share of its length. */
    interface Load {
        double cost(double seconds, Random random);
    }

    /** Ticks cost 30 % of their length; one in twenty costs 90 %. */
    static final Load HEAVY = (seconds, random) -> random.nextInt(20) == 0 ? 0.9 : 0.3;

    /** Ticks take four times as long at first, as they do until they are compiled. */
    static final Load WARM_UP = (seconds, random) -> HEAVY.cost(seconds, random) * (1 + 3 * Math.exp(-seconds / 0.3));

    private static final double SECOND_NANOS = 1e9;
    private static final double LEAST_PERIOD_NANOS = SECOND_NANOS / 144;
    private static final double MOST_PERIOD_NANOS = SECOND_NANOS / 48;

    long[] frames;
    long[] shown;
    double[] delay;
    private boolean[] bridged;

    /** The times for which frames were made: those that were passed, or those of refreshes. */
    long[] made;

    /** The greatest lateness of a state, and whether its window can hide all lateness. */
    double mostLateNanos;

    boolean isCovered;

    private SimulatedReader() {}

    /** The settings of a simulated reader; all except the load have defaults. */
    static final class Settings {
        private final Load load;
        private int rate = 100;
        private int writtenEvery = 1;
        private int window = 4;
        private double fps = 60;
        private double variableNanos = SECOND_NANOS / 90;
        private double joins;
        private double seconds = 10;
        private FrameMode mode = FrameMode.INTERPOLATE;
        private boolean hasLead;
        private double firstLead;
        private double lead;
        private double leadJitter;
        private UnaryOperator<FrameSampler.Builder> options = options -> options;

        Settings(Load load) {
            this.load = load;
        }

        Settings rate(int hertz) {
            rate = hertz;
            return this;
        }

        Settings writtenEvery(int ticks) {
            writtenEvery = ticks;
            return this;
        }

        Settings window(int states) {
            window = states;
            return this;
        }

        /** 0 for a display with a variable rate, from 48 to 144 frames per second. */
        Settings fps(double framesPerSecond) {
            fps = framesPerSecond;
            return this;
        }

        /** The reader joins a service that has run for {@code atSeconds}, and reads {@code forSeconds}. */
        Settings joins(double atSeconds, double forSeconds) {
            joins = atSeconds;
            seconds = forSeconds;
            return this;
        }

        Settings mode(FrameMode how) {
            mode = how;
            return this;
        }

        /**
         * The host passes even frame times that are ahead of the clock, by another time in the first half second.
         *
         * @param jitter by how much a lead differs from the usual one at most
         */
        Settings lead(double firstMillis, double millis, double jitter) {
            hasLead = true;
            firstLead = 1e6 * firstMillis;
            lead = 1e6 * millis;
            leadJitter = 1e6 * jitter;
            return this;
        }

        Settings options(UnaryOperator<FrameSampler.Builder> more) {
            options = more;
            return this;
        }

        SimulatedReader run(long seed) {
            Random random = Seeds.random(seed);
            double[] published = published(random);
            AtomicLong clock = new AtomicLong();
            StatePublisher publisher = StatePublisher.of(StateLayout.of(1), window, clock::get, false);
            TimeAnchor anchor = new TimeAnchor();
            int most = (int) (1.2 * seconds * (fps == 0 ? 144 : fps)) + 10;
            long[] frames = new long[most];
            long[] made = new long[most];
            long[] shown = new long[most];
            double[] delay = new double[most];
            boolean[] bridged = new boolean[most];
            int count = 0;
            int tick = 0;
            double now = joins * SECOND_NANOS + random.nextDouble() * 60_000_000;
            double changes = now + SECOND_NANOS / 2;
            double end = (joins + seconds) * SECOND_NANOS;
            try (FrameSampler sampler = options.apply(
                            FrameSampler.builder(publisher.states()).mode(mode))
                    .open()) {
                for (; now < end; now += periodNanos(random)) {
                    double ahead = hasLead
                            ? (now < changes ? firstLead : lead) + leadJitter * (2 * random.nextDouble() - 1)
                            : 0;
                    clock.set(Math.max(clock.get(), (long) (now - ahead)));
                    for (; tick < published.length && published[tick] <= clock.get(); tick += writtenEvery) {
                        long due = Math.round(tick * SECOND_NANOS / rate);
                        publisher.begin(tick, due, anchor, due);
                        publisher.publish((long) published[tick]);
                    }
                    Frame frame = sampler.sample((long) now);
                    frames[count] = (long) now;
                    made[count] = frame.frameNanos();
                    shown[count] = frame.simulationNanos();
                    bridged[count] = frame.isBridged();
                    delay[count++] = frame.delayNanos();
                }
            }
            SimulatedReader reader = new SimulatedReader();
            reader.frames = Arrays.copyOf(frames, count);
            reader.shown = Arrays.copyOf(shown, count);
            reader.delay = Arrays.copyOf(delay, count);
            reader.bridged = Arrays.copyOf(bridged, count);
            reader.made = Arrays.copyOf(made, count);
            double least = Double.MAX_VALUE;
            for (int i = 1; i < published.length; i++) {
                double late = published[i] - i * SECOND_NANOS / rate;
                reader.mostLateNanos = Math.max(reader.mostLateNanos, late);
                least = Math.min(least, late);
            }
            reader.isCovered = reader.mostLateNanos <= (window - 2) * SECOND_NANOS / rate + least;
            return reader;
        }

        private double periodNanos(Random random) {
            if (fps > 0) {
                return (hasLead ? 1 : Math.exp(random.nextGaussian() * 0.02)) * SECOND_NANOS / fps;
            }
            double next = variableNanos * Math.exp(random.nextGaussian() * 0.05);
            variableNanos = Math.min(MOST_PERIOD_NANOS, Math.max(LEAST_PERIOD_NANOS, next));
            return variableNanos;
        }

        private double[] published(Random random) {
            double[] published = new double[(int) ((joins + seconds + 1) * rate)];
            for (int tick = 1; tick < published.length; tick++) {
                double due = tick * SECOND_NANOS / rate;
                double wakes = Math.max(due, published[tick - 1]) + Math.abs(random.nextGaussian() * 20_000);
                published[tick] = wakes + load.cost(due / SECOND_NANOS, random) * SECOND_NANOS / rate;
            }
            return published;
        }
    }

    /**
     * Returns the judder in a span of seconds after the first frame. The time before a new world moves is left out.
     */
    Judder judder(double fromSeconds, double toSeconds) {
        int first = 0;
        while (shown[0] == 0 && shown[first] == 0) {
            first++;
        }
        int from = Math.max(first, frameAt(fromSeconds));
        int to = frameAt(toSeconds);
        return Judder.of(Arrays.copyOfRange(frames, from, to), Arrays.copyOfRange(shown, from, to), 0);
    }

    /** The mean delay from a second on, in ms. */
    double meanMillis(double fromSeconds) {
        return Arrays.stream(delay, frameAt(fromSeconds), delay.length)
                        .average()
                        .orElseThrow()
                / 1e6;
    }

    /** The number of frames from a second on that show more than the newest state. */
    long bridged(double fromSeconds) {
        return IntStream.range(frameAt(fromSeconds), bridged.length)
                .filter(frame -> bridged[frame])
                .count();
    }

    /** What it showed from a second on. */
    String from(double seconds) {
        return String.format(
                Locale.ROOT,
                "%s, delay %.2f ms, %d bridged",
                judder(seconds, 1e9),
                meanMillis(seconds),
                bridged(seconds));
    }

    /** The delay n seconds after the first frame. */
    double delayAt(double seconds) {
        return delay[Math.min(delay.length - 1, frameAt(seconds))];
    }

    /** When the delay comes within a millisecond of its final value. */
    double settledSeconds() {
        int last = delay.length - 1;
        int frame = last;
        while (frame > 0 && Math.abs(delay[frame] - delay[last]) <= 1e6) {
            frame--;
        }
        return (frames[frame] - frames[0]) / SECOND_NANOS;
    }

    private int frameAt(double seconds) {
        int at = Arrays.binarySearch(frames, frames[0] + (long) (seconds * SECOND_NANOS));
        return at < 0 ? -at - 1 : at;
    }
}
