package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.time.Ratio;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When input may name bodies by what a receiver shows, after a sender was restarted. */
class LivesTest {
    private static final long MILLI = FollowerRig.MILLI;
    private static final long SECOND = FollowerRig.SECOND;
    private static final int BODIES = 60;

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
        rig.serve(BODIES).run(SECOND);
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
            assertTrue(rig.run(SECOND).reader.state(0).isAlive(0));
            assertTrue(epochs.add(rig.reader.state(0).epoch(0)), "run " + run);
            matters[0] = false;
            assertFalse(rig.run(SECOND).reader.state(0).isAlive(0));
            matters[0] = true;
        }
    }

    /** Lives begin again, also those that a receiver counts. */
    @Test
    void aRestartAfterTheLastLifeOfASlotIsSeen() {
        FollowerRig rig = new FollowerRig(4, PoseGrid.STANDARD);
        boolean[] matters = {false};
        // The receiver sees no other body, and this one with no other life.
        rig.choose((state, set, levels) -> set[0] = matters[0] ? 1 : 0);
        Set<Integer> lives = new HashSet<>();
        for (int run = 0; run < 4; run++) {
            matters[0] = false;
            rig.serve(BODIES);
            Inside.of(rig.server.publisher.bodies()).epochs[0] = Epochs.LIVES;
            // As many changes of a slot between two states keep its life.
            rig.server.respawn(0);
            rig.run(SECOND);
            matters[0] = true;
            State state = rig.run(SECOND).reader.state(0);
            assertTrue(state.isAlive(0));
            assertEquals(Epochs.LIVES, state.life(0));
            assertTrue(lives.add(Epochs.life(state.epoch(0))), "run " + run);
        }
    }
}
