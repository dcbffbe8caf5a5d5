package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/**
 * How often a pass reads the clock of its service. In a group, the readings of each pass are a tenth of what the work
 * on a small room costs beside its step.
 */
class ClockReadingsTest {
    private static final long TICK_NANOS = 10_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private int readings;

    @Test
    void aTickReadsItAtItsBeginningAndWhenItsStateIsPublished() {
        assertReadings(2, PhysicsService.builder(new Falling()));
    }

    /** The work of a tick does not include the polls. */
    @Test
    void aTickWithASourceReadsItAlsoAfterThePolls() {
        assertReadings(3, PhysicsService.builder(new Falling()).input(sample -> {}));
    }

    /** Because of the moment of each reading, the metrics say how long the tick took, without the poll. */
    @Test
    void theWorkOfATickIsMeasuredWithoutThePollsAndUpToThePublication() {
        Falling world = new Falling();
        world.during = tick -> clock.advance(3_000);
        Pass pass = begun(PhysicsService.builder(world).input(sample -> clock.advance(500)));
        clock.advance(TICK_NANOS);
        pass.advance(false);
        assertEquals(3_000, pass.metrics.computeNanos());
        assertEquals(0, pass.metrics.latenessNanos());
    }

    private void assertReadings(int ofATick, PhysicsBuilder builder) {
        Pass pass = begun(builder);
        clock.advance(TICK_NANOS / 2);
        assertEquals(1, readingsOf(pass, false), "before the tick is due");
        assertEquals(ofATick - 1, readingsOf(pass, true), "in the pass before the tick");
        clock.advance(TICK_NANOS / 2);
        assertEquals(ofATick, readingsOf(pass, false), "in the pass of the tick");
        assertEquals(1, pass.metrics.tick());
    }

    private int readingsOf(Pass pass, boolean warmsUp) {
        readings = 0;
        pass.advance(warmsUp);
        return readings;
    }

    private Pass begun(PhysicsBuilder builder) {
        NanoClock counting = new NanoClock() {
            @Override
            public long nanoTime() {
                readings++;
                return clock.nanoTime();
            }

            @Override
            public void park(long nanos) {
                clock.park(nanos);
            }

            @Override
            public void spin() {
                clock.spin();
            }
        };
        Pass pass = new Pass(builder.clock(counting).setup(), () -> {}, thread -> false);
        pass.start();
        return pass;
    }
}
