package io.github.freestep.benchmarks.app.remote;

import java.util.Locale;

/** Links as users have them, by name. */
enum LinkProfile {
    /** Loses everything for 100 ms every 2 s. So the first state after a burst comes up to 100 ms late. */
    BURST(false, 130, (now, random) -> now % 2_000 < 100 ? -1 : 20 + random.nextDouble()),
    JITTER(false, 70, (now, random) -> 20 + 40 * random.nextDouble()),
    JITTER_50(false, 130, (now, random) -> 20 + 100 * random.nextDouble()),
    /** With the order kept: a datagram waits for those before it. */
    JITTER_50_IN_ORDER(true, 130, (now, random) -> 20 + 100 * random.nextDouble()),
    /** One datagram of ten takes another way. */
    REORDER(false, 60, (now, random) -> random.nextInt(10) == 0 ? 50 : 20),
    /** So late that it is not waited for. */
    REORDER_FAR(false, 30, (now, random) -> random.nextInt(10) == 0 ? 170 : 20),
    /** There and back every 20 s. */
    DELAY_JUMP(false, 90, (now, random) -> now % 20_000 < 10_000 ? 20 : 80),
    /** The medium is taken for up to 60 ms, and then delivers all at once. */
    WIFI(true, 80, (now, random) -> 10 + 4 * random.nextDouble() + Math.max(0, 60 - now % 1_370)),
    LOSS(false, 35, (now, random) -> random.nextDouble() < 0.15 ? -1 : 15 + 10 * random.nextDouble()),
    /** 1,000 bodies need 4 Mbit/s or more. */
    CAP(2_000, 50);

    final LinkQuality quality;

    /** The delay in ms that hides the link at best, at 100 states per second: its greatest usual delay, and one gap. */
    final double floor;

    LinkProfile(boolean keepsOrder, double floor, LinkQuality.Way way) {
        quality = new LinkQuality(toString(), way, keepsOrder, 0, 0);
        this.floor = floor;
    }

    LinkProfile(int kilobits, double floor) {
        quality = new LinkQuality(toString(), (now, random) -> 20 + random.nextDouble(), true, 0, kilobits);
        this.floor = floor;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
