package io.github.freestep.benchmarks.app.remote;

import java.util.Locale;

/** Links as users have them, by name. */
enum LinkProfile {
    /** Delays vary, and some datagrams are lost or arrive twice. */
    MIXED(new LinkQuality(
            "mixed", (now, random) -> random.nextInt(20) == 0 ? -1 : 15 + 10 * random.nextDouble(), false, 5, 0)),
    /** Loses everything for 100 ms every 2 s. So the first state after a burst comes up to 100 ms late. */
    BURST(false, (now, random) -> now % 2_000 < 100 ? -1 : 20 + random.nextDouble()),
    JITTER(false, (now, random) -> 20 + 40 * random.nextDouble()),
    JITTER_50(false, (now, random) -> 20 + 100 * random.nextDouble()),
    /** With the order kept: a datagram waits for those before it. */
    JITTER_50_IN_ORDER(true, (now, random) -> 20 + 100 * random.nextDouble()),
    /** One datagram of ten takes another way. */
    REORDER(false, (now, random) -> random.nextInt(10) == 0 ? 50 : 20),
    /** So late that it is not waited for. */
    REORDER_FAR(false, (now, random) -> random.nextInt(10) == 0 ? 170 : 20),
    /** There and back every 20 s. */
    DELAY_JUMP(false, (now, random) -> now % 20_000 < 10_000 ? 20 : 80),
    /** The medium is taken for up to 60 ms, and then delivers all at once. */
    WIFI(true, (now, random) -> 10 + 4 * random.nextDouble() + Math.max(0, 60 - now % 1_370)),
    LOSS(false, (now, random) -> random.nextDouble() < 0.15 ? -1 : 15 + 10 * random.nextDouble()),
    /** 1,000 bodies need 4 Mbit/s or more. */
    CAP(new LinkQuality("cap", (now, random) -> 20 + random.nextDouble(), true, 0, 2_000));

    final LinkQuality quality;

    LinkProfile(LinkQuality quality) {
        this.quality = quality;
    }

    LinkProfile(boolean keepsOrder, LinkQuality.Way way) {
        quality = new LinkQuality(toString(), way, keepsOrder, 0, 0);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
