package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.seal.Sealer;
import io.github.freestep.state.InputSink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sink hears who comes and who goes, and whether somebody who has gone may come back. */
class PresenceTest {
    private static final long SECOND = 1_000_000_000;

    private final List<String> heard = new ArrayList<>();
    private final LinkRig rig = new LinkRig(3);
    private int passes;

    private final InputSink sink = new InputSink() {
        @Override
        public int axes() {
            return 1;
        }

        @Override
        public void joined(long client) {
            heard.add("joined " + (client == rig.keys.player));
        }

        @Override
        public void left(long client, boolean isClosed) {
            heard.add((isClosed ? "closed " : "silent ") + (client == rig.keys.player));
        }

        @Override
        public void passed() {
            passes++;
        }

        @Override
        public boolean axis(int axis, float value, long nanos) {
            return heard.add("axis");
        }

        @Override
        public boolean action(int code, float value, long nanos) {
            return true;
        }
    };

    {
        rig.server = new ServerLink(7, LinkRig.KEY, 0, sink, ServerLink.Limits.NONE, Sealer.ofRun(), rig.tickets);
    }

    private List<String> take() {
        rig.server.expire(rig.nowNanos + LinkRig.OFFSET);
        List<String> taken = List.copyOf(heard);
        heard.clear();
        return taken;
    }

    private void join() {
        rig.run(300);
        assertEquals(List.of("joined true"), take());
        assertEquals(List.of(), take(), "once");
    }

    @Test
    void theSinkHearsWhoComesAndGoes() {
        join();

        rig.nowNanos += 5 * SECOND;
        assertEquals(List.of("silent true"), take());

        join();
        rig.server.receive(rig.client.leave(), rig.address, rig.nowNanos + LinkRig.OFFSET);
        assertEquals(List.of("closed true"), take());
    }

    @Test
    void aClientThatIsDroppedDoesNotComeBack() {
        join();
        rig.server.drop(rig.keys.player);
        assertEquals(List.of("closed true"), take());
    }

    /** Otherwise its body would stand there until it cannot come back any more. */
    @Test
    void aSilentClientThatIsDroppedDoesNotComeBack() {
        join();
        rig.nowNanos += 5 * SECOND;
        assertEquals(List.of("silent true"), take());
        rig.server.drop(rig.keys.player);
        assertEquals(List.of("closed true"), take());
    }

    @Test
    void aSilentClientThatClosesDoesNotComeBack() {
        join();
        rig.nowNanos += 5 * SECOND;
        assertEquals(List.of("silent true"), take());
        rig.server.receive(rig.client.leave(), rig.address, rig.nowNanos + LinkRig.OFFSET);
        assertEquals(List.of("closed true"), take());
    }

    @Test
    void aClientThatReturnsWithInputHasJoinedBefore() {
        join();
        rig.nowNanos += 5 * SECOND;
        assertEquals(List.of("silent true"), take());
        rig.client.input.axis(0, 1);
        rig.run(100);
        assertEquals(List.of("joined true", "axis"), take());
    }

    @Test
    void theSinkIsCalledInEachPass() {
        rig.run(10);
        assertEquals(10, passes);
    }

    /** It has forgotten all messages, so it must hear them again. */
    @Test
    void aClientThatWasStartedAgainJoinsAgain() {
        join();
        rig.join(rig.newClient(rig.keys), LinkRig.address(7));
        assertEquals(List.of("joined true"), take());
        rig.nowNanos += 5 * SECOND;
        assertEquals(List.of("silent true"), take(), "once");
    }
}
