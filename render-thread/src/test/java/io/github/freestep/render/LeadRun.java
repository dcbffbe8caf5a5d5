package io.github.freestep.render;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * A host that passes even frame times to a sampler, and samples each frame before or after its time. Ticks are due on
 * even times, and each begins when the one before it has ended.
 *
 * @param load "light" (5 % of a tick), "heavy" (30 %, one in twenty 90 %), or "lognormal" (around 30 %)
 * @param writtenEvery the number of ticks from one state to the next
 * @param leadMillis by how much frame times are ahead of the clock
 * @param jitterMillis by how much a frame may be sampled earlier or later than that
 */
record LeadRun(
        double rate,
        int writtenEvery,
        String load,
        double fps,
        double leadMillis,
        double jitterMillis,
        FrameMode mode,
        long seed) {
    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;
    private static final double SECONDS = 40;
    private static final double SETTLED = 15;

    /**
     * What a run showed.
     *
     * @param meanMillis the mean delay of the frames that are judged
     * @param bridged the share of them that show more than the newest state, in percent
     */
    record Result(Judder judder, double meanMillis, double mostMillis, double bridged) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "judder %.3f %%, %d frozen, %d jumping, %d backward, delay %.2f ms, at most %.2f, bridged %.2f %%",
                    judder.rms(),
                    judder.frozen(),
                    judder.jumping(),
                    judder.backward(),
                    meanMillis,
                    mostMillis,
                    bridged);
        }
    }

    LeadRun lead(double millis, double jitter) {
        return new LeadRun(rate, writtenEvery, load, fps, millis, jitter, mode, seed);
    }

    Result run() {
        return run(options -> options);
    }

    Result run(UnaryOperator<FrameSampler.Builder> options) {
        return run(options, leadMillis, SETTLED);
    }

    /** With another lead of the first half second, judged from a given second on. */
    Result run(UnaryOperator<FrameSampler.Builder> options, double firstMillis, double settled) {
        Random random = Seeds.random(seed);
        double[] published = published(random);
        AtomicLong clock = new AtomicLong();
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1), window(), clock::get, false);
        int count = (int) ((SECONDS - 1) * fps);
        long[] frames = new long[count];
        long[] shown = new long[count];
        double sum = 0;
        double most = Double.NEGATIVE_INFINITY;
        int judged = 0;
        int bridged = 0;
        int tick = 0;
        TimeAnchor anchor = new TimeAnchor();
        try (FrameSampler sampler = options.apply(
                        FrameSampler.builder(publisher.states()).mode(mode))
                .open()) {
            for (int i = 0; i < count; i++) {
                frames[i] = (long) ((0.5 + i / fps) * SECOND);
                double lead =
                        (frames[i] < SECOND ? firstMillis : leadMillis) + jitterMillis * (2 * random.nextDouble() - 1);
                clock.set(Math.max(clock.get(), frames[i] - (long) (lead * MILLI)));
                for (; tick < published.length && published[tick] <= clock.get(); tick += writtenEvery) {
                    long due = Math.round(tick * SECOND / rate);
                    publisher.begin(tick, due, anchor, due);
                    publisher.publish((long) published[tick]);
                }
                Frame frame = sampler.sample(frames[i]);
                shown[i] = frame.simulationNanos();
                if (frames[i] > settled * SECOND) {
                    judged++;
                    bridged += frame.isBridged() ? 1 : 0;
                    sum += frame.delayNanos() / MILLI;
                    most = Math.max(most, frame.delayNanos() / MILLI);
                }
            }
        }
        return new Result(Judder.of(frames, shown, settled), sum / judged, most, 100.0 * bridged / judged);
    }

    /** The default of a service. */
    private int window() {
        return rate <= 100 ? 4 : (int) Math.min(8, 2 + Math.ceil(0.04 * rate / writtenEvery));
    }

    private double[] published(Random random) {
        double[] published = new double[(int) ((SECONDS + 1) * rate)];
        double tickNanos = SECOND / rate;
        for (int tick = 1; tick < published.length; tick++) {
            double wakes = Math.max(tick * tickNanos, published[tick - 1]) + Math.abs(random.nextGaussian() * 20_000);
            published[tick] = wakes + cost(random) * tickNanos;
        }
        return published;
    }

    private double cost(Random random) {
        return switch (load) {
            case "light" -> 0.05;
            case "heavy" -> random.nextInt(20) == 0 ? 0.9 : 0.3;
            case "lognormal" -> 0.3 * Math.exp(random.nextGaussian() * 0.3);
            default -> throw new IllegalArgumentException(load);
        };
    }
}
