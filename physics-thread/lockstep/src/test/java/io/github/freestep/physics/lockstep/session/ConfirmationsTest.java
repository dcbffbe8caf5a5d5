package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.EmptyWorld;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConfirmationsTest {
    private static final MatchRules RULES =
            Rules.of(MatchSettings.of("t", StateLayout.of(1), 2).rate(100).axes(1));

    private final VirtualClock clock = new VirtualClock(0);
    private static final long PERIOD = 10_000_000;

    private long saveNanos;
    private long allSavesNanos;
    private final InlineStepper stepper =
            PhysicsService.builder(new World()).clock(clock).inline();
    private final float[] levels = new float[2];
    private final Confirmations confirmations =
            Confirmations.begin(Inside.of(stepper.events()), RULES, 7, levels, clock);

    private final class World extends EmptyWorld {
        @Override
        public void save(DataOutput out) throws IOException {
            if (saveNanos < 0) {
                throw new IOException("it fails");
            }
            clock.advance(saveNanos);
            allSavesNanos += saveNanos;
        }
    }

    @AfterEach
    void close() {
        stepper.close();
    }

    @Test
    void aWorldThatWasTakenStaysAsItIs() {
        levels[0] = 1;
        confirmations.save(8);
        levels[0] = 2;
        ConfirmedWorld taken = confirmations.take();
        for (int tick = 9; tick < 12; tick++) {
            confirmations.save(tick);
        }
        assertEquals(8, taken.tick);
        assertEquals(1, taken.levels[0]);
        assertEquals(11, confirmations.take().tick, "the newest");
        assertNull(confirmations.take());
    }

    /** Wants a save after each tick. Returns how many periods all saves have taken, including that at the beginning. */
    private double saves(int ticks, IntToDoubleFunction periods) {
        allSavesNanos = 0;
        saveNanos = (long) (periods.applyAsDouble(0) * PERIOD);
        Confirmations slow = Confirmations.begin(Inside.of(stepper.events()), RULES, 7, levels, clock);
        int saves = 1;
        for (int tick = 8; tick < 8 + ticks; tick++) {
            slow.tick = tick;
            slow.isWanted = true;
            if (slow.isDue(tick)) {
                saveNanos = (long) (periods.applyAsDouble(saves++) * PERIOD);
                slow.save(tick);
            }
        }
        return (double) allSavesNanos / PERIOD;
    }

    @Test
    void slowSavesTakeAQuarterOfTheTimeFromTheBeginning() {
        for (double each : new double[] {0.1, 0.7, 2, 6, 40}) {
            for (int ticks : new int[] {30, 3_000}) {
                double all = saves(ticks, save -> each);
                // The first one may be a stall, and only the second one shows that it was none.
                assertTrue(all <= 2 * each + ticks / 4.0, () -> ticks + " ticks with saves of " + each + ": " + all);
            }
        }
    }

    @Test
    void aSingleStallDoesNotMakeSavesRare() {
        assertEquals(100 + 40 * 0.01, saves(40, save -> save == 10 ? 100 : 0.01), 1e-6);
    }
}
