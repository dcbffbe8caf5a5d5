package io.github.freestep.internal;

import java.util.Arrays;

/**
 * The last samples of a measurement, of which a great or a small one may count, but not the few most extreme. Allocates
 * only when it is created. For one thread.
 */
public final class RecentSamples {
    private final long[] samples;
    private final long[] extremes;
    private int size;
    private int newest = -1;

    /** Keeps the last {@code capacity} samples, of which ranks up to {@code greatestRank} can be asked for. */
    public RecentSamples(int capacity, int greatestRank) {
        samples = new long[capacity];
        extremes = new long[greatestRank];
    }

    /** Returns the number of samples, at most the capacity. */
    public int size() {
        return size;
    }

    /** Adds a sample. If there is no room, the oldest one goes. */
    public void add(long sample) {
        newest = newest + 1 < samples.length ? newest + 1 : 0;
        samples[newest] = sample;
        size = Math.min(size + 1, samples.length);
    }

    /** Forgets all samples but the newest ones, of which {@code most} stay, at least 0. */
    public void keep(int most) {
        size = Math.min(size, most);
    }

    /** Returns a sample by its age: 0 for the newest, below {@link #size}. */
    public long sample(int age) {
        return samples[index(age)];
    }

    /** Replaces the newest sample; there must be one. */
    public void replaceNewest(long sample) {
        samples[newest] = sample;
    }

    /** Returns the smallest sample for rank 1, the next one for 2; the greatest long if there are too few. */
    public long smallest(int rank) {
        return select(rank, 0);
    }

    /** Returns the greatest sample for rank 1, the next one for 2; the smallest long if there are too few. */
    public long greatest(int rank) {
        return ~select(rank, -1);
    }

    /** With {@code flip} -1, all bits are flipped, which reverses the order. */
    private long select(int rank, long flip) {
        Arrays.fill(extremes, 0, rank, Long.MAX_VALUE);
        for (int i = 0; i < size; i++) {
            long rest = sample(i) ^ flip;
            for (int k = 0; k < rank; k++) {
                long before = extremes[k];
                extremes[k] = Math.min(before, rest);
                rest = Math.max(before, rest);
            }
        }
        return extremes[rank - 1];
    }

    /** Adds a number to all samples. */
    public void shift(long by) {
        for (int i = 0; i < samples.length; i++) {
            samples[i] += by;
        }
    }

    /** Multiplies the distance of all samples from a value by a factor. */
    public void stretch(long from, double factor) {
        for (int i = 0; i < size; i++) {
            int index = index(i);
            samples[index] = from + (long) ((samples[index] - from) * factor);
        }
    }

    private int index(int age) {
        return newest < age ? newest - age + samples.length : newest - age;
    }
}
