package io.github.freestep.net;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.Published;
import io.github.freestep.net.session.ClientChoice;
import io.github.freestep.net.wire.ClientBodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** What a game sets with {@link StateSender.Builder#interest}, on a virtual clock. */
class InterestTest {
    private static final long SECOND = SenderRig.SECOND;
    private static final int BODIES = 500;

    /** How far a body moves between two choices. */
    private static final double MOVES = 0.4;

    private static void assertShown(SenderRig rig, IntPredicate isShown, IntPredicate mayBeShown, double error) {
        try (StateReader reader = rig.follower.states().reader()) {
            assertTrue(reader.acquire());
            State newest = reader.state(0);
            for (int body = 0; body < BODIES; body++) {
                boolean shown = body < newest.slots() && newest.isAlive(body);
                assertTrue(shown || !isShown.test(body), "body " + body);
                assertTrue(!shown || mayBeShown.test(body), "body " + body);
                if (shown) {
                    assertEquals(rig.x(body, newest.tick()), newest.x()[body], error, "body " + body);
                }
            }
        }
    }

    @Test
    void aReceiverShowsTheChosenBodiesAndNoOthers() {
        SenderRig rig = new SenderRig(BODIES, 200, 100, (client, state, chosen) -> {
            chosen.add(499);
            chosen.within(-500, 0, 0, 800);
        });
        rig.run(3 * SECOND);
        State newest = rig.newest();
        assertShown(
                rig,
                body -> body == 499 || away(newest, body) < 800 - MOVES,
                body -> body == 499 || away(newest, body) <= 800 + MOVES,
                0.001);
        int bodies = rig.work.clients().get(0).bodies();
        assertTrue(bodies > 20 && bodies < BODIES / 2, () -> bodies + " bodies");
        assertNull(rig.reported);
        assertEquals(0, rig.follower.incompleteStates());
    }

    private static double away(State state, int body) {
        return Math.hypot(Math.hypot(state.x()[body] + 500, state.y()[body]), state.z()[body]);
    }

    @Test
    void aReceiverOfNothingHasNoBodiesAndGoodStates() {
        SenderRig rig = new SenderRig(BODIES, 200, 100, (client, state, chosen) -> {}).run(2 * SECOND);
        long published = rig.follower.publishedStates();
        rig.run(SECOND);
        assertEquals(100, rig.follower.publishedStates() - published, 1);
        assertShown(rig, body -> false, body -> false, 0);
        assertEquals(0, rig.work.clients().get(0).bodies());
    }

    /** First states are left out, and then, because ten per second are still too many, the bodies that matter least. */
    @Test
    void aBudgetLeavesOutWhatMattersLeast() {
        SenderRig rig = new SenderRig(
                BODIES,
                BODIES,
                20,
                (client, state, chosen) -> {
                    for (int body = 0; body < BODIES; body++) {
                        chosen.add(body, body < 50 ? 1 : body < 100 ? 2 : 8);
                    }
                },
                2_800);
        rig.run(10 * SECOND);
        long before = rig.work.clients().get(0).sentBytes();
        long published = rig.follower.publishedStates();
        rig.run(10 * SECOND);
        long bytes = rig.work.clients().get(0).sentBytes() - before;
        assertTrue(bytes < 28_000, () -> bytes + " bytes");
        assertTrue(rig.follower.publishedStates() - published >= 98);
        assertShown(rig, body -> body < 50, body -> body < 100, 0.45);
        assertFalse(rig.work.clients().get(0).isOverloaded());
        StateReader shown = rig.follower.states().reader();
        shown.acquire();
        assertTrue(StateInside.isThinned(shown.state(0)), "the receiver knows that states are left out");
    }

    /** In its first states, each body takes three times as many bytes as later. */
    @Test
    void newBodiesDoNotPushOutOthers() {
        int[] bodies = {20};
        SenderRig rig = new SenderRig(
                BODIES,
                BODIES,
                20,
                (client, state, chosen) -> {
                    for (int body = 0; body < bodies[0]; body++) {
                        chosen.add(body, body < 50 ? 1 : 4);
                    }
                },
                30_000);
        rig.run(5 * SECOND);
        bodies[0] = 200;
        rig.run(SECOND / 4);
        for (int i = 0; i < 100; i++) {
            assertEquals(200, rig.work.clients().get(0).bodies());
            rig.run(SECOND / 10);
        }
        assertEquals(20, rig.work.clients().get(0).statesPerSecond());
    }

    /** The choice changes every 200 ms. Once everything is made, only the ciphers allocate for it. */
    @Test
    void choosingAllocatesNothing() {
        SenderRig rig = new SenderRig(
                BODIES,
                200,
                100,
                (client, state, chosen) -> chosen.within(
                        state.tick() / 10 % 20 * 100 - 1_000, 0, 0, 800, state.tick() / 20 % 2 == 0 ? 4 : 1));
        rig.run(5 * SECOND);
        // The interest repeats itself after so long.
        rig.assertAllocatesOnlyInCiphers(() -> rig.run(2 * SECOND));
    }

    private static final StateLayout LAYOUT = StateLayout.of(100);

    private final ChosenBodies chosen = new ChosenBodies(LAYOUT);

    /** Four bodies along x, at 0, 10, 20 and 30; and riders 4 on 3, 5 on 4, whose places are relative. */
    private State ship() {
        Published published = new Published(LAYOUT, 6);
        published.bodies.attach(4, 3);
        published.bodies.attach(5, 4);
        StateWriter writer = published.begin(0, 0);
        for (int i = 0; i < 6; i++) {
            writer.position(i, i < 4 ? 10 * i : 1, 0, 0);
            writer.orientation(i, 0, 0, 0, 1);
        }
        return published.publish();
    }

    private final ClientBodies client = new ClientBodies(0);

    private int chosen() {
        chosen.end(client, new ClientChoice(0));
        return client.size();
    }

    @Test
    void aRiderIsWhereItsShipIsAndBringsIt() {
        State state = ship();
        chosen.begin(state);
        chosen.within(1, 0, 0, 5);
        assertEquals(1, chosen(), "the riders are not at 1");
        chosen.begin(state);
        chosen.within(30, 0, 0, 5);
        assertEquals(3, chosen(), "the ship and both riders");
        chosen.begin(state);
        chosen.add(5);
        assertEquals(3, chosen(), "a rider with what it rides on");
    }

    @Test
    void theNearestAreChosenWithoutThoseThatAreGone() {
        Published published = new Published(LAYOUT, 6);
        StateWriter writer = published.begin(0, 0);
        for (int i = 0; i < 6; i++) {
            writer.position(i, 10 * i, 0, 0);
            writer.orientation(i, 0, 0, 0, 1);
        }
        published.publish();
        published.bodies.remove(2);
        published.begin(1, 10);
        State state = published.publish();
        for (int count : new int[] {1, 3, 5, 6, Integer.MAX_VALUE}) {
            chosen.begin(state);
            chosen.nearest(19, 0, 0, count);
            assertEquals(Math.min(5, count), chosen());
        }
        chosen.begin(ship());
        chosen.nearest(26, 0, 0, 1, 2);
        assertEquals(3, chosen(), "the ship and both riders, of which only the ship counts");
    }

    /** Bodies that are as far away as the last of the nearest are chosen as well. */
    @Test
    void theNearestAreNoFurtherAwayThanTheOthers() {
        SplittableRandom random = Seeds.splittable(5);
        for (int bodies : new int[] {0, 1, 20, 100}) {
            double[] away = new double[bodies];
            Published published = new Published(LAYOUT, bodies);
            StateWriter writer = published.begin(0, 0);
            for (int slot = 0; slot < bodies; slot++) {
                int x = random.nextInt(-20, 20);
                writer.position(slot, x, 0, 0);
                away[slot] = Math.abs(x - 3);
            }
            State state = published.publish();
            Arrays.sort(away);
            for (int count = 1; count <= bodies + 1; count++) {
                double farthest = count > bodies ? Double.POSITIVE_INFINITY : away[count - 1];
                chosen.begin(state);
                chosen.nearest(3, 0, 0, count);
                assertEquals(Arrays.stream(away).filter(by -> by <= farthest).count(), chosen());
            }
        }
    }

    /** The ship is as frequent as its riders, so that no level that is left out has the ship of one that is not. */
    @Test
    void levelsThatTheLinkDoesNotCarryAreLeftOut() {
        State state = ship();
        ClientChoice choice = new ClientChoice(0);
        for (int sent : new int[] {6, 4}) {
            chosen.begin(state);
            chosen.all(4);
            chosen.add(5);
            chosen.add(0, 2);
            chosen.end(client, choice);
            assertEquals(sent, client.size());
            choice.adapt(0.5, 0);
        }
    }

    @Test
    void wrongChoicesAreRefused() {
        chosen.begin(ship());
        assertMessage("slot must be from 0 to 99, was 100", () -> chosen.add(100));
        assertMessage("slot must be from 0 to 99, was -1", () -> chosen.add(-1));
        for (int every : new int[] {0, 3, 129, 256, -128, Integer.MIN_VALUE}) {
            String message = "every must be 1, 2, 4, 8, 16, 32, 64 or 128, was " + every;
            assertMessage(message, () -> chosen.add(1, every));
            assertMessage(message, () -> chosen.within(0, 0, 0, 1, every));
            assertMessage(message, () -> chosen.all(every));
            assertMessage(message, () -> chosen.nearest(0, 0, 0, 1, every));
        }
        assertMessage("count must be at least 1, was 0; for none, do not call this", () -> chosen.nearest(0, 0, 0, 0));
        assertMessage("radius must be at least 0, was -1.0", () -> chosen.within(0, 0, 0, -1));
        assertMessage("radius must be at least 0, was NaN", () -> chosen.within(0, 0, 0, Double.NaN));
        assertMessage(
                "the place must not be NaN, was 1.0, NaN, 2.0; look whether the body that it comes from exists",
                () -> chosen.within(1, Double.NaN, 2, 1));
        assertFalse(chosen() > 0);
    }

    /** Kept by mistake, it would choose for the next receiver. */
    @Test
    void aChoiceIsRefusedAfterTheCall() {
        chosen.begin(ship());
        chosen.add(1);
        assertEquals(1, chosen());
        String message = "chosen must not be used after the call of the interest; use the argument of the current call";
        for (Runnable use : new Runnable[] {() -> chosen.add(1), chosen::all, () -> chosen.within(0, 0, 0, 1)}) {
            refusedWith(message, IllegalStateException.class, use::run);
        }
    }

    private static void assertMessage(String expected, Runnable call) {
        refusedWith(expected, IllegalArgumentException.class, call::run);
    }
}
