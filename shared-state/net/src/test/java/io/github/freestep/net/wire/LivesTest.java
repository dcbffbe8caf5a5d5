package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Epochs;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The lives and ticks that a receiver shows are the sender's, so that a click on a body can be sent back. */
class LivesTest {
    private static final long MILLI = FollowerRig.MILLI;
    private static final long SECOND = FollowerRig.SECOND;
    private static final int BODIES = 60;

    private int compared;

    /** Whether every piece of every state comes, so that each body has the life of its tick. */
    private boolean isWhole = true;

    /** A rig whose server replaces bodies often, so that slots have had different numbers of lives. */
    private static FollowerRig rig(long seed, double loss) {
        FollowerRig rig = new FollowerRig(seed, PoseGrid.STANDARD);
        rig.link.loss = loss;
        serve(rig);
        return rig;
    }

    private static void serve(FollowerRig rig) {
        rig.serve(BODIES);
        rig.server.changes = 0.5;
    }

    /** Compares a state with the one that the server has published in that tick. */
    private void compare(FollowerRig rig, State state, String context) {
        long tick = rig.follower.senderTick(state.tick());
        Snapshot sent = rig.server.states.get(tick);
        if (sent == null) {
            // Of a former run, and still under way when the server was restarted.
            assertEquals(State.NO_TICK, tick, context);
            return;
        }
        compared++;
        for (int slot = 0; slot < state.slots(); slot++) {
            if (state.isAlive(slot)) {
                int is = state.life(slot);
                int was = slot < sent.epochs.length ? Epochs.life(sent.epochs[slot]) : 0;
                boolean fits = is == was || !isWhole && hadLife(rig, tick, slot, is);
                assertTrue(fits, context + ", tick " + tick + ", slot " + slot + ": " + is + " and not " + was);
            }
        }
    }

    /** Whether a state up to a tick had this life in a slot. */
    private static boolean hadLife(FollowerRig rig, long tick, int slot, int life) {
        for (long at = tick; at >= 0; at--) {
            Snapshot sent = rig.server.states.get(at);
            if (sent != null && sent.isAlive(slot) && Epochs.life(sent.epochs[slot]) == life) {
                return true;
            }
        }
        return false;
    }

    /** The server accepts a click on a body of the newest state if, and only if, it still has that body. */
    private static void click(FollowerRig rig, String context) {
        State shown = rig.reader.state(0);
        Bodies bodies = rig.server.publisher.bodies();
        Snapshot sent = rig.server.states.get(rig.follower.senderTick(shown.tick()));
        for (int slot = 0; slot < shown.slots(); slot++) {
            if (shown.isAlive(slot)) {
                boolean isStill = sent.isAlive(slot) && Epochs.life(sent.epochs[slot]) == bodies.life(slot);
                boolean right = isStill && bodies.isAlive(slot);
                assertEquals(right, bodies.isSameLife(slot, shown.life(slot)), context + ", slot " + slot);
            }
        }
    }

    @Test
    void everyStateHasTheLivesAndTicksOfTheSender() {
        Seeds.first(Thorough.of(2, 20)).forEach(seed -> {
            FollowerRig rig = rig(seed, 0);
            rig.states = state -> {
                assertEquals(state.tick(), rig.follower.senderTick(state.tick()));
                compare(rig, state, "seed " + seed);
            };
            rig.run(SECOND);
            click(rig, "seed " + seed);
        });
        assertTrue(compared > 100, () -> compared + " states");
    }

    @Test
    void aReceiverThatJoinsLateHasThemToo() {
        Seeds.first(Thorough.of(2, 20)).forEach(seed -> {
            FollowerRig rig = rig(seed, 0);
            rig.run(3 * SECOND);
            rig.join();
            compared = 0;
            rig.states = state -> compare(rig, state, "seed " + seed);
            rig.run(3 * SECOND / 2);
            assertTrue(compared > 50, () -> compared + " states");
            click(rig, "seed " + seed);
        });
    }

    /** A body of which nothing has come since its respawn keeps its old life, which the server refuses. */
    @Test
    void lossNeverInventsALife() {
        isWhole = false;
        Seeds.first(Thorough.of(1, 20)).forEach(seed -> {
            FollowerRig rig = rig(seed, 0.2);
            rig.states = state -> compare(rig, state, "seed " + seed);
            rig.run(SECOND);
            rig.runStopped(2 * SECOND);
            rig.link.cut();
            rig.run(SECOND);
            rig.link.loss = 0;
            rig.run(SECOND);
            click(rig, "seed " + seed);
        });
        assertTrue(compared > 100, () -> compared + " states");
    }

    @Test
    void afterARestartTheLivesAreThoseOfTheNewRunAndTicksAreConverted() {
        Seeds.first(Thorough.of(2, 20)).forEach(seed -> {
            FollowerRig rig = rig(seed, 0);
            rig.run(2 * SECOND);
            for (int restart = 0; restart < 2; restart++) {
                State before = rig.reader.state(0);
                long tick = before.tick();
                int[] epochs = new int[before.slots()];
                for (int slot = 0; slot < epochs.length; slot++) {
                    epochs[slot] = before.epoch(slot);
                }
                serve(rig);
                // Until the new run is followed, states of the former one may still come.
                while (!rig.follower.follows(rig.run)) {
                    rig.run(MILLI);
                }
                String context = "seed " + seed + ", restart " + restart;
                compared = 0;
                rig.states = state -> {
                    compare(rig, state, context);
                    for (int slot = 0; slot < Math.min(epochs.length, state.slots()); slot++) {
                        assertFalse(state.isAlive(slot) && state.isSameLife(slot, epochs[slot]), context);
                    }
                };
                rig.run(SECOND);
                assertTrue(compared > 50, () -> compared + " states");
                assertEquals(State.NO_TICK, rig.follower.senderTick(tick), context);
                assertEquals(
                        rig.server.tick(),
                        rig.follower.senderTick(rig.reader.state(0).tick()),
                        5,
                        context);
                click(rig, context);
                rig.states = state -> {};
            }
        });
    }

    /** The first bodies of two runs have equal lives. So what a user does to one must not reach the other. */
    @Test
    void inputWaitsUntilNoPictureShowsTheFormerRun() {
        FollowerRig rig = new FollowerRig(1, PoseGrid.STANDARD);
        rig.serve(BODIES);
        while (!rig.follower.follows(rig.run)) {
            assertFalse(rig.follower.takesInput(rig.run));
            rig.run(MILLI);
        }
        assertTrue(rig.follower.takesInput(rig.run), "at once in the first run");
        rig.run(SECOND);
        int life = rig.reader.state(0).life(0);
        long former = rig.run;
        rig.serve(BODIES);
        assertTrue(rig.follower.takesInput(former));
        while (!rig.follower.follows(rig.run)) {
            assertFalse(rig.follower.takesInput(rig.run));
            rig.run(MILLI);
        }
        assertTrue(rig.server.publisher.bodies().isSameLife(0, life), "the server cannot know which one was meant");
        for (int millis = 0; millis < 499; millis++) {
            assertFalse(rig.follower.takesInput(rig.run), "after " + millis + " ms");
            rig.run(MILLI);
        }
        for (int age = 0; age < rig.reader.size(); age++) {
            assertTrue(rig.follower.senderTick(rig.reader.state(age).tick()) >= 0, "a state of the former run");
        }
        rig.run(2 * MILLI);
        assertTrue(rig.follower.takesInput(rig.run));
        assertFalse(rig.follower.takesInput(former));
    }

    /** Eight states in slow motion, or of a slow server, last longer than half a second. */
    @Test
    void inputWaitsUntilTheWindowHasNoStateOfTheFormerRun() {
        FollowerRig rig = new FollowerRig(3, PoseGrid.STANDARD);
        for (int run = 0; run < 2; run++) {
            rig.serve(BODIES);
            rig.server.scale(rig.senderNanos(), Ratio.of(1, 10));
            while (!rig.follower.takesInput(rig.run)) {
                rig.run(MILLI);
            }
            for (int age = 0; age < rig.reader.size(); age++) {
                assertTrue(rig.follower.senderTick(rig.reader.state(age).tick()) >= 0, "run " + run + ", age " + age);
            }
            rig.run(3 * SECOND);
        }
    }

    /** A restarted server may be paused, so that no states follow the first one. */
    @Test
    void inputDoesNotWaitLongerInAPause() {
        FollowerRig rig = new FollowerRig(2, PoseGrid.STANDARD);
        rig.serve(BODIES);
        rig.run(SECOND);
        rig.serve(BODIES);
        rig.server.pause(rig.senderNanos());
        rig.run(2 * SECOND);
        assertTrue(rig.follower.takesInput(rig.run));
    }

    /** Also if the body of the former run had left before the restart, because it mattered no more. */
    @Test
    void aBodyOfAFormerRunIsNoBodyOfALaterOne() {
        FollowerRig rig = new FollowerRig(1, PoseGrid.STANDARD);
        boolean[] matters = {true};
        rig.choose((state, set, levels) -> set[0] = matters[0] ? 1 : 0);
        Set<Integer> epochs = new HashSet<>();
        for (int run = 0; run < 3; run++) {
            rig.serve(BODIES);
            for (int life = 0; life < 3; life++) {
                rig.server.respawn(0);
            }
            rig.runUntilKnown();
            rig.run(SECOND);
            assertTrue(rig.reader.state(0).isAlive(0));
            assertTrue(epochs.add(rig.reader.state(0).epoch(0)), "run " + run);
            matters[0] = false;
            rig.run(SECOND);
            assertFalse(rig.reader.state(0).isAlive(0));
            matters[0] = true;
        }
    }
}
