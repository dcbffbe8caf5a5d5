package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.StateParts;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatePartsTest {
    private static final int BODIES = 5_003;

    private final StateLayout layout =
            StateLayout.of(BODIES).linear("heat").stepped("team").doublePositions();
    private final MatchRules rules = Rules.of(MatchSettings.of("parts", layout, 2));
    private final Random random = Seeds.random(5);

    private static StateRing.Copy some(StateLayout layout) {
        StateRing.Copy copy = new StateRing.Copy(layout);
        copy.slots = BODIES;
        for (int slot = 0; slot < BODIES; slot++) {
            copy.alive[slot] = slot % 7 != 0;
            copy.parents[slot] = -1;
            for (int i = 0; i < copy.values.length; i++) {
                if (i < copy.positions.length) {
                    copy.positions[i][slot] = slot + i / 10.0;
                } else {
                    copy.values[i][slot] = slot + i / 10f;
                }
            }
        }
        return copy;
    }

    /** Searches as the sequencer does. Returns what differs, in words. */
    private String difference(StateRing.Copy here, StateRing.Copy there) {
        int first = 0;
        int count = BODIES;
        for (int questions = 1; ; questions++) {
            long[] own = here.parts(rules, first, count);
            long[] other = there.parts(rules, first, count);
            assertEquals(StateParts.number(count, rules), own.length);
            assertTrue(own.length <= 64 && questions <= 4);
            int part = Arrays.mismatch(own, other);
            if (part < 0) {
                return "none";
            } else if (count == 1) {
                return StateParts.difference(first, rules, part, own[part], other[part], 4);
            }
            int size = StateParts.size(count);
            int end = first + count;
            first += part * size;
            count = Math.min(size, end - first);
        }
    }

    @Test
    void copiesOfLargeStatesAreKeptOnlyForDumps() {
        assertEquals(128, StateRing.copies(StateLayout.of(1_000), false));
        assertEquals(2, StateRing.copies(StateLayout.of(80_000), false));
        assertEquals(0, StateRing.copies(StateLayout.of(90_000), false));
        assertEquals(0, StateRing.copies(StateLayout.of(1_000_000), false));
        assertEquals(2, StateRing.copies(StateLayout.of(1_000_000), true));
    }

    @Test
    void findsTheBodyAndTheValue() {
        for (int i = 0; i < 50; i++) {
            StateRing.Copy here = some(layout);
            int slot = 1 + 7 * random.nextInt(BODIES / 7);
            here.positions[2][slot] = Math.nextUp(here.positions[2][slot]);
            assertEquals(
                    "z of body " + slot + " is " + Math.nextUp(slot + 0.2) + " here, and " + (slot + 0.2)
                            + " at player 4",
                    difference(here, some(layout)));
        }
    }

    @Test
    void namesWhatABodyIs() {
        StateRing.Copy here = some(layout);
        here.values[8][BODIES - 1] = 3;
        assertEquals("team of body 5002 is 3.0 here, and 5002.8 at player 4", difference(here, some(layout)));
        here.parents[50] = 3;
        assertEquals("body 50 is attached to body 3 here, and to none at player 4", difference(here, some(layout)));
        here.alive[44] = false;
        assertEquals("body 44 lives at player 4, but not here", difference(here, some(layout)));
        assertEquals("body 44 lives here, but not at player 4", difference(some(layout), here));
    }

    @Test
    void whatTheHashDoesNotCountDiffersNot() {
        StateRing.Copy here = some(layout);
        here.values[7][7] = 1; // A dead body.
        for (int column = 3; column < 7; column++) {
            here.values[column][8] = -here.values[column][8]; // The same orientation.
        }
        assertEquals("none", difference(here, some(layout)));
        assertEquals(0, here.parts(rules, -1, 2).length);
        assertEquals(0, here.parts(rules, BODIES - 1, 2).length);
        assertEquals(0, here.parts(rules, 1, Integer.MAX_VALUE).length);
        assertEquals(0, here.parts(rules, 1, 0).length);
    }
}
