package io.github.freestep.physics.prediction.shown;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** Checks each rule of {@link ShownStates} with a few bodies. */
class ShownStatesTest {
    private static final StateLayout LAYOUT =
            StateLayout.of(200).linear("phase").stepped("gear");
    private static final long HALF_LIFE = 10 * Truth.GAP;

    private final VirtualClock clock = new VirtualClock(7);
    private final Truth truth = new Truth(LAYOUT);
    private final ShownStates shown = Truth.shown(LAYOUT, 3, clock, HALF_LIFE, 5);
    private final StateReader reader = shown.states().reader();

    @Test
    void takesTickTimesAndInput() {
        truth.anchor.set(3, 4, 5, 6);
        truth.begin();
        truth.publisher.input(8, 9);
        truth.publisher.overloaded(true);
        State state = follow();
        TimeAnchor anchor = new TimeAnchor();
        state.anchor(anchor);
        assertTrue(anchor.same(truth.anchor));
        assertEquals(0, state.tick());
        assertEquals(8, state.inputSequence());
        assertEquals(9, state.inputNanos());
        assertTrue(StateInside.isOverloaded(state));
        assertEquals(1, StateInside.startedNanos(state));
        assertEquals(7, StateInside.publishedNanos(state));
        truth.begin();
        truth.publisher.overloaded(false);
        assertFalse(StateInside.isOverloaded(follow()));
        assertEquals(Truth.GAP, state().simulationNanos());
    }

    @Test
    void theRoundingOfALargeErrorIsNoCorrection() {
        ShownStates far = Truth.shown(LAYOUT, 3, clock, HALF_LIFE, 1e9);
        truth.bodies.spawn(0);
        truth.begin().position(0, 1_000.1, 0, 0);
        far.follow(truth.publish());
        truth.replace().position(0, 0, 0, 0);
        far.correct(truth.publish());
        for (int i = 0; i < 5; i++) {
            truth.begin().position(0, 0, 0, 0);
            far.follow(truth.publish());
            truth.replace().position(0, 0, 0, 0);
            far.correct(truth.publish());
        }
        assertEquals(1, far.corrections);
    }

    @Test
    void onlyAChangeOfMoreThanTwiceThePrecisionIsACorrection() {
        shown.precision(0x1p-10, 0.01);
        truth.bodies.spawn(0);
        truth.begin().position(0, 0, 0, 0);
        follow();
        int[] counted = new int[2];
        for (int i = 0; i < 2; i++) {
            float half = i == 0 ? 0.0099f : 0.0301f;
            truth.replace().orientation(0, 0, half, 0, (float) Math.sqrt(1 - half * half));
            shown.correct(truth.publish());
            counted[i] = (int) shown.corrections;
        }
        assertArrayEquals(new int[] {0, 1}, counted);
        truth.replace().position(0, 0, 0x1p-9, 0);
        shown.correct(truth.publish());
        assertEquals(1, shown.corrections);
        truth.bodies.remove(0);
        truth.replace();
        shown.correct(truth.publish());
        assertEquals(2, shown.corrections, "another body is no rounding");
    }

    /** At the origin, no error is small beside the position. */
    @Test
    void anErrorEndsAfterTenHalfLives() {
        truth.bodies.spawn(0);
        truth.begin().position(0, 1, 0, 0);
        follow();
        truth.replace().position(0, 0, 0, 0);
        shown.correct(truth.publish());
        for (int i = 0; i < 100; i++) {
            next();
        }
        assertEquals(0, state().x(0));
    }

    @Test
    void refusesWhatItCannotShow() {
        truth.begin();
        State old = truth.publish();
        shown.follow(old);
        truth.begin();
        follow();
        assertEquals(0, old.tick());
        assertThrows(IllegalArgumentException.class, () -> shown.follow(old));
        assertEquals(1, state().tick());
        refusedWith(
                "window must be between 2 and 8 states, because motion needs two, was 1",
                IllegalArgumentException.class,
                () -> Truth.shown(LAYOUT, 1, clock, 1, 1));
    }

    @Test
    void blocksWithoutAChangeKeepTheirVersions() {
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            truth.bodies.spawn(slot);
        }
        truth.begin();
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            truth.writer.position(slot, slot, 0, 0);
        }
        follow();
        next();
        truth.replace().position(70, 69, 0, 0);
        shown.correct(truth.publish());
        long[] versions = new long[Blocks.of(LAYOUT.capacity())];
        for (int i = 0; i < 10; i++) {
            for (int block = 0; block < versions.length; block++) {
                versions[block] = StateInside.version(state(), block);
            }
            next();
            for (int block = 0; block < versions.length; block++) {
                assertEquals(block != 1, versions[block] == StateInside.version(state(), block), "block " + block);
            }
            assertEquals(1L << 70, StateInside.changedSlots(state(), 1), "one body of the block has an error");
        }
    }

    /** Follows a state without a change. */
    private void next() {
        truth.begin();
        follow();
    }

    private State follow() {
        shown.follow(truth.publish());
        return state();
    }

    private State state() {
        reader.acquire();
        return reader.state(0);
    }
}
