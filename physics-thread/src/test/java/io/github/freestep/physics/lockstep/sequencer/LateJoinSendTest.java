package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.sequencer.LateJoin.Sent;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LateJoinSendTest {
    private final MatchRules rules =
            Rules.of(MatchSettings.of("t", StateLayout.of(1), 2).history(1 << 17));
    private final FrameLog log = new FrameLog(rules.history());
    private final Peer peer = Places.peer(0);
    private final LateJoin join = new LateJoin(rules);
    private final ByteBuffer message = ByteBuffer.allocate(1_024);

    private void append(int frames) {
        for (int i = 0; i < frames; i++) {
            log.append(ByteBuffer.allocate(500));
        }
    }

    @Test
    void sendsAllFramesSoFar() {
        join.begin(log.from(1));
        append(10);
        assertEquals(Sent.ALL, join.send(peer, message));
        append(5);
        assertEquals(Sent.ALL, join.send(peer, message));
    }

    @Test
    void stopsWhileTheQueueOfThePeerIsFull() {
        append(200);
        join.begin(log.from(1));
        peer.send(ByteBuffer.allocate(200_000));
        assertEquals(Sent.PART, join.send(peer, message));
    }

    @Test
    void saysWhichFramesAreNoLongerKept() {
        join.begin(log.from(1));
        append(10);
        join.send(peer, message);
        append(600);
        assertEquals(Sent.LOST, join.send(peer, message));
        assertEquals(
                "joined too slowly: the frame of tick 11 is no longer kept, because the match keeps only 131072 bytes"
                        + " of frames; raise the history of the match settings",
                join.lostProblem());
    }
}
