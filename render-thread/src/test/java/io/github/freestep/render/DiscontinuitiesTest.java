package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.state.State;
import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscontinuitiesTest {
    private static final int BODIES = 301;
    private static final float INTERPOLATED = 77;

    private final StatePair pair = new StatePair(BODIES);
    private final Poses out = new Poses(pair.layout);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyTeleportedBodiesAreSnappedToAState(boolean older) {
        assertSnapped(older, 0, BODIES, Set.of());
        assertSnapped(older, 0, BODIES, Set.of(0));
        assertSnapped(older, 0, BODIES, Set.of(BODIES - 1));
        assertSnapped(older, 0, BODIES, Set.of(7, 8, 9, 64, 130, 132));
        assertSnapped(older, 8, 132, Set.of(7, 8, 9, 64, 130, 131, 132));
        Set<Integer> all = new TreeSet<>();
        for (int body = 0; body < BODIES; body++) {
            all.add(body);
        }
        assertSnapped(older, 0, BODIES, all);
        assertSnapped(older, 3, BODIES - 3, all);
    }

    private void assertSnapped(boolean older, int from, int to, Set<Integer> teleported) {
        pair.randomise(Seeds.random(teleported.size()), 180);
        pair.write(pair.older);
        teleported.forEach(pair::teleport);
        pair.write(pair.newer);
        for (float[] component : StatePair.arrays(out)) {
            Arrays.fill(component, INTERPOLATED);
        }
        State shown = older ? pair.olderState() : pair.newerState();
        Discontinuities.apply(pair.olderState(), pair.newerState(), shown, out, from, to);
        for (int component = 0; component < pair.older.length; component++) {
            for (int body = 0; body < BODIES; body++) {
                boolean snaps = teleported.contains(body) && body >= from && body < to;
                float wanted = snaps ? StatePair.arrays(shown)[component][body] : INTERPOLATED;
                assertEquals(wanted, StatePair.arrays(out)[component][body], "body " + body + " of " + teleported);
            }
        }
    }
}
