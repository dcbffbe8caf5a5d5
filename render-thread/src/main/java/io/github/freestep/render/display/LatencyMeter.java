package io.github.freestep.render.display;

import io.github.freestep.render.FrameSampler;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures how long inputs take from a key to the swap of the frame that shows it, and where on the way they wait. For
 * one sampler and its thread; allocates nothing once made.
 *
 * <pre>{@code
 * LatencyMeter latency = new LatencyMeter();
 * FrameSampler frames = FrameSampler.builder(states).listener(latency).open();
 * ...
 * double millis = latency.millis(LatencyMeter.Part.WHOLE, 0.95); // what 95 % of the inputs do not exceed
 * }</pre>
 *
 * <p>The time of the swap is the one that the host passes to {@link FrameSampler#sample(long)}, if it is ahead of the
 * clock. A {@link FrameLoop} and a {@link FramePacer} have such times. What the display adds after that, nothing on the
 * JVM reports.
 */
public final class LatencyMeter extends InputListener {
    private final Magnitudes[] parts = new Magnitudes[Part.values().length];

    /** A part of the way of an input. Later versions may add more, so a {@code switch} needs a default branch. */
    public enum Part {
        /**
         * From the input's own time until its step begins. An input that is posted as soon as it happens waits at most
         * one tick here, if steps are punctual. One that a frame loop polls, and posts with the time of its event, also
         * waits here for the poll; without that time, the wait for the poll is not measured.
         */
        TICK,
        /** From the beginning of the step until its state is published, by the receiver if it comes over a network. */
        STEP,
        /** From the publication of the state until a frame is sampled that shows the input. */
        FRAME,
        /** From sampling until that frame is swapped to the screen. */
        SWAP,
        /** From the input's own time until the swap of the first frame that shows it. */
        WHOLE
    }

    /** Creates a meter, with all counts at zero. */
    public LatencyMeter() {
        Arrays.setAll(parts, i -> new Magnitudes());
    }

    /** Counts an input, of its sampler or of any other source of times. */
    @Override
    public void shown(long inputNanos, long startedNanos, long publishedNanos, long sampledNanos, long swapNanos) {
        count(Part.TICK, startedNanos - inputNanos);
        count(Part.STEP, publishedNanos - startedNanos);
        count(Part.FRAME, sampledNanos - publishedNanos);
        if (swapNanos - sampledNanos > 0) {
            count(Part.SWAP, swapNanos - sampledNanos);
            count(Part.WHOLE, swapNanos - inputNanos);
        }
    }

    private void count(Part part, long nanos) {
        parts[part.ordinal()].add(Math.max(0, nanos));
    }

    /** Sets all counts to zero. */
    public void reset() {
        for (Magnitudes each : parts) {
            each.clear();
        }
    }

    /**
     * The number of inputs that a part of the way is known of.
     *
     * @param part which part; {@code WHOLE} and {@code SWAP} need the times of swaps
     * @return inputs; of several in one tick, only the newest counts, and input in a pause does not
     */
    public long inputs(Part part) {
        return of(part).count;
    }

    /**
     * A quantile of a part of the way: for a share of 0.95, the time that 95 % of the inputs do not exceed. Quantiles
     * of parts do not add up to that of the whole.
     *
     * @param part which part
     * @param share from 0 to 1
     * @return milliseconds, at most 3 % too high; NaN if the part is known of no input
     * @throws IllegalArgumentException if the share is out of that range
     */
    public double millis(Part part, double share) {
        return of(part).millis(share);
    }

    private Magnitudes of(Part part) {
        return parts[
                Objects.requireNonNull(part, "part must not be null; pass one of LatencyMeter.Part.values()")
                        .ordinal()];
    }

    /** Returns p50, p95 and p99 of each part that is known, in one line. For logs; allocates. */
    @Override
    public String toString() {
        return Stream.of(Part.values())
                .filter(part -> inputs(part) > 0)
                .map(part -> String.format(
                        Locale.ROOT,
                        ", %s %.1f/%.1f/%.1f",
                        part.name().toLowerCase(Locale.ROOT),
                        millis(part, 0.5),
                        millis(part, 0.95),
                        millis(part, 0.99)))
                .collect(Collectors.joining("", "p50/p95/p99 in ms of " + inputs(Part.FRAME) + " inputs", ""));
    }
}
