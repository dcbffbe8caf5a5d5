package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** A sender that knows pictures of up to 150 ms. All times are in milliseconds. */
class PictureTimesTest {
    private static final long MILLI = 1_000_000;
    private static final long MOST = 150;
    private static final long SLACK = 100;
    private static final long CREDIT = 500;

    private final PictureTimes times = new PictureTimes();
    private double scale = 1;

    /** How old a picture may be. */
    private long oldest(long at) {
        return at - times.earliest(at * MILLI, scale, MOST * MILLI) / MILLI;
    }

    private long shoots(long at, long age) {
        long oldest = oldest(at);
        times.judged((at - age) * MILLI);
        return oldest;
    }

    @Test
    void theFirstShotMayBeAsOldAsTheSenderExpects() {
        assertEquals(MOST + SLACK + CREDIT, shoots(10_000, 750));
        assertEquals(MOST + SLACK + 80, oldest(12_000), "the credit was taken");
    }

    @Test
    void theUsualAgeFallsAtOnceAndGrowsSlowly() {
        shoots(10_000, 40);
        assertEquals(40 + SLACK + 40 + CREDIT, shoots(11_000, 80), "40 ms in a second");
        assertEquals(80 + SLACK + 40 + CREDIT, oldest(12_000));
        assertEquals(MOST + SLACK + CREDIT, oldest(22_000), "no more than the sender expects");
    }

    @Test
    void noPictureIsOlderThanThatOfTheShotBefore() {
        shoots(10_000, 40);
        assertEquals(45, oldest(10_005));
        assertEquals(46, shoots(10_006, 30));
        assertEquals(30, oldest(10_006), "two shots in a tick");
    }

    @Test
    void aLateShotTakesCreditOnceForAllThatWaitedForIt() {
        shoots(10_000, 100);
        assertEquals(MOST + SLACK + CREDIT, shoots(30_000, 450));
        assertEquals(450, shoots(30_000, 430), "what was sent 20 ms later");
        shoots(30_020, 410);
        assertEquals(MOST + SLACK + 300 + 40, oldest(31_000), "200 ms were taken, and 40 have come since");
    }

    /** In a pause, the picture reaches the newest state, which no client has chosen. */
    @Test
    void thePictureOfAPauseIsNoUsualOne() {
        shoots(10_000, 140);
        times.unsettle(10_010 * MILLI, scale);
        shoots(10_010, 10);
        assertEquals(MOST + SLACK + CREDIT, oldest(10_900), "not the shot before, because pictures go on from there");
        shoots(11_010, 40);
        assertEquals(40 + SLACK + 40 + CREDIT, oldest(12_010), "learned again after a second");
    }

    @Test
    void agesAreOfWallTime() {
        scale = 4;
        assertEquals(4 * (MOST + SLACK + CREDIT), shoots(10_000, 400));
        assertEquals(4 * (100 + SLACK + 40 + CREDIT), oldest(14_000));
    }
}
