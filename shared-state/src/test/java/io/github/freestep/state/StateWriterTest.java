package io.github.freestep.state;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

class StateWriterTest {
    private final StateLayout layout = StateLayout.of(3).linear("wheel", "fuel").stepped("gear");
    private final StatePublisher publisher = StatePublisher.of(layout);
    private final StateReader reader = publisher.states().reader();
    private final TimeAnchor anchor = new TimeAnchor();

    @Test
    void aStateHasItsTimesAndItsPredecessor() {
        Timeline timeline = new Timeline(Ratio.of(100), 1_000);
        timeline.scale(1_000, 1, 2);
        publisher.begin(3, 30_000_000, anchor, 0);
        publish();
        publisher.begin(7, 70_000_000, timeline.anchor(), 500);
        publisher.input(12, 450);
        timeline.scale(2_000, 3, 1);
        publisher.publish(600);
        assertTrue(reader.acquire());
        State state = reader.state(0);

        assertEquals(7, state.tick());
        assertEquals(3, StateInside.predecessorTick(state));
        assertEquals(State.NO_TICK, StateInside.predecessorTick(reader.state(1)));
        assertEquals(70_000_000, state.simulationNanos());
        assertEquals(500, StateInside.startedNanos(state));
        assertEquals(600, StateInside.publishedNanos(state));
        assertEquals(12, state.inputSequence());
        assertEquals(450, state.inputNanos());
        TimeAnchor seen = new TimeAnchor();
        state.anchor(seen);
        assertEquals(1, seen.scaleNumerator());
        assertEquals(2, seen.scaleDenominator());
        assertEquals(1_000, seen.wallNanos());
        assertEquals("state of tick 7 at 70000000 ns, published at 600 ns, slots in use: 0", state.toString());
    }

    @Test
    void aReaderThatAsksForWhatIsNotThereLearnsWhatThereIs() {
        publisher.begin(0, 0, anchor, 0);
        publish();
        reader.acquire();
        State state = reader.state(0);
        String slot = "slot must be from 0 and below the capacity, which is 3, was ";
        refused(slot + 7, IndexOutOfBoundsException.class, () -> state.isAlive(7));
        refused(slot + -1, IndexOutOfBoundsException.class, () -> state.life(-1));
        refused("the number of a linear channel must be at least 0 and below 2, was 2;", () -> state.linear(2));
        State none = State.listing(StateLayout.of(3));
        refused(
                "the layout must declare a stepped channel before it is used, has none, was asked for number 0; declare"
                        + " it with StateLayout.stepped(name)",
                () -> none.stepped(0));
    }

    @Test
    void misuseIsReportedAndChangesNothing() {
        StateWriter writer = publisher.begin(0, 0, anchor, 0);
        float[] full = new float[3];
        float[] shorter = new float[2];
        refused("must be within 0 to 2, was 0 to 3", () -> writer.positions(full, full, shorter, 0, 3));
        refused("must be within 0 to 2, was 0 to 3", () -> writer.orientations(full, shorter, full, full, 0, 3));
        refused(
                "must be within 0 to 3, was 0 to 4",
                () -> writer.positions(new float[9], new float[9], new float[9], 0, 4));
        refused("slot must be between 0 and 2, was 3", () -> writer.position(3, 0, 0, 0));
        refused("between 0 and 2, was -1", () -> writer.orientation(-1, 0, 0, 0, 1));
        refused("was 2 to 1", () -> writer.positions(full, full, full, 2, 1));
        int[] listed = {0, 1, 2};
        refused(
                "count must be between 0 and 3 slots, the length of their array, was 4",
                () -> writer.poses(listed, 4, full, full, full, full, full, full, full));
        refused(
                "slots[2] must be between 0 and 1, was 2; the limit is the layout's capacity of 3 or the length of the"
                        + " shortest array",
                () -> writer.poses(listed, 3, full, full, shorter, full, full, full, full));
        refused(
                "slots[1] must be between 0 and 2, was -1",
                () -> writer.poses(new int[] {0, -1}, 2, full, full, full, full, full, full, full));
        publish();
        refused("begin() first", () -> writer.poses(listed, 0, full, full, full, full, full, full, full));
        refused("begin() first", () -> writer.position(0, 1, 1, 1));
        refused("begin() first", () -> writer.linear(0, 0, 1));
        refused("in Simulation.write only", () -> writer.linear(0, 0, 1));
        refused("begin() first", () -> publisher.publish(0));
        assertEquals(0, reader.state(0).x()[0]);
    }

    @Test
    void channelsAreFoundByNameAndMisuseIsReported() {
        assertEquals(0, layout.linearChannel("wheel"));
        refused("[wheel, fuel]", () -> layout.linearChannel("gear"));
        refused("\"gear\" already", () -> layout.linear("gear"));
        refused("\"x\" already", () -> StateLayout.of(1).stepped("x", "x"));
        refused("must not be empty", () -> layout.linear(""));
        refused(
                "was 7",
                () -> StatePublisher.of(layout).begin(0, 0, new TimeAnchor(), 0).linear(7, 0, 0));
        refused("between 1 and 16777216 bodies, was 0", () -> StateLayout.of(0));
        refused("was 16777217", () -> StateLayout.of(StateLayout.MAX_CAPACITY + 1));
    }

    private State publish() {
        publisher.publish(0);
        assertTrue(reader.acquire());
        return reader.state(0);
    }
}
