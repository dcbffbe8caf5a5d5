package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import org.junit.jupiter.api.Test;

class FollowerCountsTest {
    private final FollowerRig rig = new FollowerRig(1, PoseGrid.EXACT);
    private long seen;

    @Test
    void countsPublishedAndIncompleteStates() {
        rig.states = state -> seen++;
        rig.serve(ScriptedServer.LAYOUT.capacity());
        rig.run(3 * FollowerRig.SECOND);
        assertTrue(seen > 150, "states: " + seen);
        assertEquals(seen, rig.follower.publishedStates());
        assertEquals(0, rig.follower.incompleteStates());

        rig.link.loss = 0.1;
        rig.run(3 * FollowerRig.SECOND);
        assertEquals(seen, rig.follower.publishedStates());
        long incomplete = rig.follower.incompleteStates();
        assertTrue(incomplete > 10 && incomplete < 300, "incomplete: " + incomplete);
    }
}
