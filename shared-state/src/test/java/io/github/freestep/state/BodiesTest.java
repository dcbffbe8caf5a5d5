package io.github.freestep.state;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.content.Epochs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodiesTest {
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(3), 4);
    private final Bodies bodies = publisher.bodies();
    private final StateReader reader = publisher.states().reader();
    private int tick;

    @Test
    void misuseIsReportedAndChangesNothing() {
        refused("slot must be between 0 and 2, was 3", IllegalArgumentException.class, () -> bodies.spawn(3));
        refused("was -1", IllegalArgumentException.class, () -> bodies.spawn(-1));
        refused("was 3", IllegalArgumentException.class, () -> bodies.life(3));
        refused("was -1", IllegalArgumentException.class, () -> bodies.isSameLife(-1, 1));
        refused("slot 1 has no body", IllegalStateException.class, () -> bodies.remove(1));
        refused("slot 1 has no body", IllegalStateException.class, () -> bodies.teleport(1));
        bodies.spawn(1);
        int epoch = publish().epoch(1);
        refused("slot 1 already has a body", IllegalStateException.class, () -> bodies.spawn(1));
        assertEquals(epoch, publish().epoch(1));
        assertEquals(2, bodies.slots());
    }

    @Test
    void theLowestFreeSlotIsUsedUntilAllAreTaken() {
        assertEquals(0, bodies.spawn());
        bodies.spawn(1);
        assertEquals(2, bodies.spawn());
        refused("all 3 slots have a body", IllegalStateException.class, bodies::spawn);
        bodies.remove(2);
        bodies.remove(0);
        assertEquals(0, bodies.spawn());
        assertEquals(2, bodies.spawn());
        refused("declare a larger capacity", IllegalStateException.class, bodies::spawn);
        State state = publish();
        assertTrue(state.isAlive(0) && state.isAlive(1) && state.isAlive(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 256, 65_536, 1 << 20, 1 << 23})
    void severalBreaksBetweenTwoStatesNeverLookLikeNone(int breaks) {
        bodies.spawn(0);
        int before = publish().epoch(0);
        for (int i = 0; i < breaks; i++) {
            bodies.teleport(0);
        }
        State put = publish();
        assertNotEquals(before, put.epoch(0));
        assertTrue(put.isSameLife(0, before));
        before = put.epoch(0);
        for (int i = 0; i < breaks; i++) {
            bodies.remove(0);
            bodies.spawn(0);
        }
        assertFalse(publish().isSameLife(0, before));
    }

    /** For example after a day of shots, of which each takes the lowest free slot. */
    @Test
    void aSlotHasBodiesAlsoAfterItsLastLife() {
        publisher.checkWrites();
        Set<Integer> window = new HashSet<>();
        int bodiesPerState = 1 << 18;
        bodies.spawn(1);
        bodies.spawn(2);
        for (int body = 1; body <= Epochs.LIVES / 2 + 2 * bodiesPerState; body++) {
            bodies.spawn(0);
            bodies.remove(0);
            if (body % bodiesPerState == 0) {
                // Also writes the slot, as adapters do that learn of a removal late.
                publish();
                window.clear();
                for (int age = 0; age < reader.size(); age++) {
                    assertTrue(window.add(reader.state(age).life(0)), "a life is twice in a window");
                }
                assertFalse(window.contains(0), "the life of a slot that never had a body");
            }
        }
    }

    /** Compares with a reference that counts lives and teleports in longs, which never wrap. */
    @ParameterizedTest
    @MethodSource("seeds")
    void anyTwoStatesOfAWindowShowWhatHappenedToABody(long seed) {
        Random random = Seeds.random(seed);
        long[] lives = new long[3];
        long[] breaks = new long[3];
        List<long[][]> shown = new ArrayList<>();
        for (int state = 0; state < 3_000; state++) {
            for (int change = random.nextInt(6) * random.nextInt(100); change > 0; change--) {
                breakOne(random, lives, breaks);
            }
            if (state > 0 && random.nextInt(5) == 0) {
                // A state that was begun and discarded, or amended, adds no state to the window.
                publisher.begin(tick, 0, new TimeAnchor(), 0);
                publisher.amend(new TimeAnchor());
                if (random.nextBoolean()) {
                    publisher.publish(0);
                }
            }
            publish();
            shown.add(0, new long[][] {lives.clone(), breaks.clone()});
            for (int age = 1; age < reader.size(); age++) {
                for (int body = 0; body < 3; body++) {
                    assertShown(shown, age, body, "seed " + seed + ", state " + state + ", age " + age);
                }
            }
        }
    }

    private void breakOne(Random random, long[] lives, long[] breaks) {
        int body = random.nextInt(3);
        if (!bodies.isAlive(body)) {
            bodies.spawn(body);
            lives[body]++;
        } else if (random.nextBoolean()) {
            bodies.teleport(body);
        } else {
            bodies.remove(body);
        }
        breaks[body]++;
    }

    private void assertShown(List<long[][]> shown, int age, int body, String when) {
        State newest = reader.state(0);
        State older = reader.state(age);
        boolean bothAlive = newest.isAlive(body) && older.isAlive(body);
        if (bothAlive) {
            boolean sameLife = shown.get(0)[0][body] == shown.get(age)[0][body];
            boolean unbroken = shown.get(0)[1][body] == shown.get(age)[1][body];
            assertEquals(sameLife, newest.isSameLife(body, older.epoch(body)), when);
            assertEquals(unbroken, newest.epoch(body) == older.epoch(body), when);
        }
        assertEquals(bodies.isAlive(body), newest.isAlive(body), when);
    }

    static LongStream seeds() {
        return Seeds.first(4);
    }

    private State publish() {
        StateWriter writer = publisher.begin(tick++, 0, new TimeAnchor(), 0);
        for (int body = 0; body < 3; body++) {
            writer.position(body, 0, 0, 0);
        }
        publisher.publish(0);
        assertTrue(reader.acquire());
        return reader.state(0);
    }

    @Test
    void callsFromAnotherThreadAreRefusedAndNameTheOwner() {
        bodies.spawn(0);
        publish();
        for (Runnable use : List.<Runnable>of(
                () -> bodies.spawn(1),
                bodies::spawn,
                () -> bodies.remove(0),
                () -> bodies.teleport(0),
                () -> bodies.life(0),
                () -> bodies.isSameLife(0, 1),
                () -> bodies.isAlive(0))) {
            refused("these bodies belong to " + Thread.currentThread(), IllegalStateException.class, () -> {
                throw failureElsewhere(use);
            });
        }
        bodies.spawn(1);
        assertTrue(bodies.isAlive(0));
    }
}
