package io.github.freestep.physics.prediction.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.testing.Poses;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares {@link ShownStates} with the true states, and with {@link SlowShown}, in random runs. */
class RandomShownTest {
    private static final int RUNS = Thorough.of(120, 3_000);
    private static final int TICKS = 60;
    private static final int CAPACITY = 150;
    private static final long HALF_LIFE = 5 * Truth.GAP;

    /** Above most corrections of the last ticks, and below some. */
    private static final double SNAP = 1.5;

    /** The last bit of a float of up to 128. Both sides round, and seldom to different floats. */
    private static final double FLOATS = 0x1p-17;

    private static final double DOUBLES = 1e-11;

    /** The last bit of a quaternion's float, twice. */
    private static final double ROTATIONS = 0x1p-23;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theTrueStatesToTheLastBitWithoutCorrections(boolean doubles) {
        Seeds.first(RUNS / 10).forEach(seed -> {
            Run run = new Run(seed, doubles);
            boolean all = run.random.nextBoolean();
            for (int i = 0; i < TICKS; i++) {
                State truth = run.goOn();
                if (all || run.random.nextInt(5) > 0) {
                    run.shown.follow(truth);
                    assertTrue(isEqual(truth, run.state(), all), "seed " + seed + ", tick " + truth.tick());
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSameAsTheSlowReference(boolean doubles) {
        long[] seen = new long[2];
        Seeds.first(RUNS / 2).forEach(seed -> {
            Run run = new Run(seed, doubles);
            for (int i = 0; i < TICKS && !run.slow.isUncertain; i++) {
                if (run.goOnWithCorrections() && !run.slow.isUncertain) {
                    run.compare("seed " + seed + ", round " + i);
                }
            }
            seen[0] += run.shown.corrections;
            seen[1] += run.teleports;
        });
        assertTrue(seen[0] > RUNS && seen[1] > RUNS / 10, seen[0] + " corrections, " + seen[1] + " teleports");
    }

    /** Compares all values. A quaternion may have the other sign, if a state was left out in which it had that. */
    private static boolean isEqual(State one, State other, boolean signs) {
        boolean equal = one.tick() == other.tick() && one.simulationNanos() == other.simulationNanos();
        equal &= isPaused(one) == isPaused(other);
        for (int slot = 0; slot < CAPACITY; slot++) {
            equal &= one.isAlive(slot) == other.isAlive(slot);
            if (one.isAlive(slot)) {
                double[] pose = Poses.of(one, slot);
                double[] same = Poses.of(other, slot);
                double sign = !signs && pose[6] == -same[6] ? -1 : 1;
                for (int i = 0; i < pose.length; i++) {
                    equal &= pose[i] == (i < 3 ? 1 : sign) * same[i];
                }
                equal &= one.parent(slot) == other.parent(slot)
                        && one.linear(0)[slot] == other.linear(0)[slot]
                        && one.stepped(0)[slot] == other.stepped(0)[slot];
            }
        }
        return equal;
    }

    private static boolean isPaused(State state) {
        TimeAnchor anchor = new TimeAnchor();
        state.anchor(anchor);
        return anchor.isPaused();
    }

    private static final class Run {
        final Random random;
        final ShownStates shown;
        int teleports;

        private final boolean doubles;
        private final RandomTruth world;
        private final SlowShown slow;
        private final StateReader reader;
        private final int[] epochs = new int[CAPACITY];
        private State newest;

        Run(long seed, boolean doubles) {
            this.doubles = doubles;
            random = Seeds.random(seed);
            StateLayout floats = StateLayout.of(CAPACITY).linear("phase").stepped("gear");
            StateLayout layout = doubles ? floats.doublePositions() : floats;
            world = new RandomTruth(layout, random);
            shown = Truth.shown(layout, 4, new VirtualClock(0), HALF_LIFE, SNAP);
            slow = new SlowShown(layout, HALF_LIFE, SNAP);
            reader = shown.states().reader();
            newest = world.tick(0.5);
            follow();
        }

        /** Makes a true state of any kind but a correction. */
        State goOn() {
            newest = switch (random.nextInt(10)) {
                case 0 -> world.edit(0.05);
                case 1 -> {
                    world.scale(random.nextInt(3), 1 + random.nextInt(2));
                    world.truth.publisher.amend(world.truth.anchor);
                    yield world.truth.publish();
                }
                default -> world.tick(random.nextInt(3) == 0 ? 0.1 : 0.002);
            };
            return newest;
        }

        /** Continues, with a correction or without. Returns false if nothing was shown. */
        boolean goOnWithCorrections() {
            int kind = random.nextInt(8);
            if (kind > 1) {
                goOn();
            } else {
                if (kind == 1) {
                    // A state that is not shown.
                    world.tick(0.01);
                }
                correct(world.stepAgain(1 + random.nextInt(10), random.nextInt(2) == 0 ? 0.5 : 0.02));
                newest = random.nextInt(5) == 0 ? world.edit(0.05) : world.tick(0.002);
            }
            if (kind < 7) {
                follow();
            }
            return kind < 7;
        }

        private void correct(State same) {
            shown.correct(same);
            slow.correct(same);
            if (!slow.isUncertain) {
                assertEquals(slow.largestCorrection, shown.correctionDistance, doubles ? DOUBLES : FLOATS);
                assertEquals(slow.corrections, shown.corrections);
            }
        }

        private void follow() {
            reader.acquire();
            for (int slot = 0; reader.size() > 0 && slot < CAPACITY; slot++) {
                epochs[slot] = reader.state(0).epoch(slot);
            }
            shown.follow(newest);
            slow.follow(newest);
        }

        State state() {
            reader.acquire();
            return reader.state(0);
        }

        void compare(String when) {
            State state = state();
            for (int slot = 0; slot < CAPACITY; slot++) {
                String where = when + ", slot " + slot;
                SlowShown.Shown expected = slow.shown[slot];
                assertEquals(expected != null, state.isAlive(slot), where);
                if (expected != null) {
                    assertEquals(slow.breaks[slot], breakSince(epochs[slot], state.epoch(slot)), where);
                    assertEquals(newest.parent(slot), state.parent(slot), where);
                    assertEquals(newest.stepped(0)[slot], state.stepped(0)[slot], where);
                    compare(expected.pose, state, slot, where);
                    teleports += slow.breaks[slot] == SlowShown.Break.TELEPORT ? 1 : 0;
                }
            }
        }

        private static SlowShown.Break breakSince(int epoch, int next) {
            return epoch == next
                    ? SlowShown.Break.NONE
                    : Epochs.sameLife(epoch, next) ? SlowShown.Break.TELEPORT : SlowShown.Break.NEW_BODY;
        }

        private void compare(double[] pose, State state, int slot, String where) {
            double[] found = Arrays.copyOf(Poses.of(state, slot), 8);
            found[7] = state.linear(0)[slot];
            // The sign of a quaternion has no meaning.
            double product = pose[3] * found[3] + pose[4] * found[4] + pose[5] * found[5] + pose[6] * found[6];
            for (int i = 0; i < pose.length; i++) {
                boolean turns = i >= 3 && i < 7;
                double most = turns ? ROTATIONS : i < 3 && doubles ? DOUBLES : FLOATS;
                assertEquals(pose[i], turns && product < 0 ? -found[i] : found[i], most, where);
            }
            // The reference continues from the same floats, because an error begins from what was really shown.
            System.arraycopy(found, 0, pose, 0, pose.length);
        }
    }
}
