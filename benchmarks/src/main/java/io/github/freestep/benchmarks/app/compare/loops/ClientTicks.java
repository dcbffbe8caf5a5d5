package io.github.freestep.benchmarks.app.compare.loops;

/**
 * Looks at the states of a physics thread twenty times a second, and blends the last two looks in each frame, as
 * Minecraft's client does with what a server sends. So the picture is late by the time between two looks, and cuts
 * every corner that is shorter than that time.
 */
final class ClientTicks implements Loop {
    private static final long LOOK_NANOS = 50_000_000;
    private static final int MOST_LOOKS = 10;

    /** Velthoric's delay. It keeps two states only, so this delay counts when none has come for that long. */
    private static final long DELAY_NANOS = 150_000_000;

    private static final long LONGEST_GUESS_NANOS = 1_250_000_000;

    private final Published published;
    private final Look look;
    private long dueNanos = LOOK_NANOS;
    private ShownFrame older = ShownFrame.state(0);
    private ShownFrame newer = older;

    private ClientTicks(Published published, Look look) {
        this.published = published;
        this.look = look;
    }

    /**
     * Shows the state that was newest when the look was due: Valkyrien Skies 2. Its game has a thread of its own, which
     * drains the queue of the physics thread in each tick of 50 ms.
     */
    static Loop atNewest(Published published) {
        return new ClientTicks(
                published,
                (dueNanos, nowNanos) ->
                        ShownFrame.state(published.newestAt(dueNanos).nanos()));
    }

    /**
     * Looks at the time 150 ms ago between the two newest states, and never before the older of them; after them it
     * extrapolates for up to 1.25 s: Velthoric. While states arrive, this is the older of the two.
     */
    static Loop atFixedDelay(Published published) {
        return new ClientTicks(published, (dueNanos, nowNanos) -> {
            Published.State to = published.newest();
            Published.State from = published.older();
            long wantedNanos = nowNanos - DELAY_NANOS;
            boolean known = to.stampNanos() > from.stampNanos();
            if (!known || wantedNanos - to.stampNanos() > LONGEST_GUESS_NANOS) {
                return ShownFrame.state(to.nanos());
            }
            double alpha = (double) (wantedNanos - from.stampNanos()) / (to.stampNanos() - from.stampNanos());
            return ShownFrame.between(from.nanos(), to.nanos(), Math.max(0, alpha));
        });
    }

    /** Decides what to show, in the frame that begins now, for a look that was due before. */
    private interface Look {
        ShownFrame at(long dueNanos, long nowNanos);
    }

    @Override
    public ShownFrame frame(long nowNanos) {
        for (int looks = 0; nowNanos >= dueNanos && looks < MOST_LOOKS; looks++) {
            older = newer;
            newer = look.at(dueNanos, nowNanos);
            dueNanos += LOOK_NANOS;
        }
        if (nowNanos >= dueNanos) {
            dueNanos = nowNanos + LOOK_NANOS;
        }
        return ShownFrame.blend(older, newer, 1 - (double) (dueNanos - nowNanos) / LOOK_NANOS);
    }

    @Override
    public long backlogNanos(long nowNanos) {
        return published.backlogNanos();
    }
}
