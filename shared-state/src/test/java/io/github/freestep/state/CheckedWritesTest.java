package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a simulation may not write. */
class CheckedWritesTest {
    private static final int BODIES = 100;

    private final StatePublisher publisher = StatePublisher.of(
                    StateLayout.of(BODIES).linear("fuel").stepped("gear"))
            .checkWrites();
    private final float[] values = new float[BODIES];
    private final StateWriter writer = publisher.begin(0, 0, new TimeAnchor(), 0);

    @Test
    void aWriteToASlotThatWasNeverSpawnedSaysSpawn() {
        publisher.bodies().spawn(0);
        String message =
                "slot 3 never had a body; spawn it with Bodies.spawn(3) in Simulation.setUp, a step or a command,"
                        + " or write only slots that are StateWriter.isAlive";
        assertEquals(message, refusal(() -> writer.position(3, 1, 2, 3)));
        assertEquals(message, refusal(() -> writer.orientation(3, 0, 0, 0, 1)));
        assertEquals(message, refusal(() -> writer.linear(0, 3, 1)));
        assertEquals(message, refusal(() -> writer.stepped(0, 3, 1)));
        publisher.bodies().spawn(3);
        writer.position(0, 0, 0, 0);
        writer.position(3, 1, 2, 3);
        publisher.publish(0);
    }

    @Test
    void aRangeMayHaveEmptySlotsBesideOnesThatHadABody() {
        assertEquals(
                "slots 0 to 99 never had a body; spawn one with Bodies.spawn(0) in Simulation.setUp, a step or a"
                        + " command, or write only slots that are StateWriter.isAlive",
                refusal(() -> writer.positions(values, values, values, 0, BODIES)));
        publisher.bodies().spawn(5);
        publisher.bodies().spawn(8);
        writer.positions(values, values, values, 0, BODIES);
        writer.linear(0, values, 0, 6);
        writer.linear(0, values, 6, 9);
        writer.linear(0, values, 6, 6);
        assertTrue(refusal(() -> writer.linear(0, values, 0, 5)).startsWith("slots 0 to 4 never had a body"));
        assertTrue(refusal(() -> writer.linear(0, values, 6, 8)).startsWith("slots 6 to 7 never had a body"));
        assertTrue(refusal(() -> writer.linear(0, values, 9, 12)).startsWith("slots 9 to 11 never had a body"));
        assertTrue(refusal(() -> writer.linear(0, values, 9, 10)).startsWith("slot 9 never had a body; spawn it"));
        publisher.bodies().remove(8);
        writer.linear(0, values, 6, 9);
        publisher.publish(0);
    }

    @Test
    void anOrientationThatIsNoUnitQuaternionIsRefused() {
        publisher.bodies().spawn(0);
        assertEquals(
                "the orientation of slot 0 must be a unit quaternion, of length 0.99 to 1.01, was (0.0, 0.0, 0.0, 0.0),"
                        + " of length 0.0; normalize it, or write (0, 0, 0, 1) for a body that is not turned",
                assertThrows(IllegalArgumentException.class, () -> writer.orientation(0, 0, 0, 0, 0))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> writer.orientation(0, 90, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> writer.orientation(0, 0, 0, 0, .98f));
        assertThrows(IllegalArgumentException.class, () -> writer.orientation(0, 0, 3, 0, 1e30f));
        assertThrows(IllegalArgumentException.class, () -> writer.orientation(0, 0, 1.02f, 0, 0));
        writer.orientation(0, 0, 0, 0, .995f);
        writer.orientation(0, .5f, .5f, -.5f, .5f);
        writer.position(0, 0, 0, 0);
        assertEquals(-1, publisher.firstNotFinite());
        writer.orientation(0, Float.NaN, 0, 0, 0);
        assertEquals(0, publisher.firstNotFinite(), "a NaN is found before the publication, as in a position");
    }

    @Test
    void aRangeIsCheckedForTheBodiesThatAreNew() {
        publisher.bodies().spawn(70);
        writer.positions(values, values, values, 0, BODIES);
        writer.orientations(values, values, values, values, 0, BODIES);
        assertTrue(assertThrows(IllegalArgumentException.class, publisher::firstNotFinite)
                .getMessage()
                .startsWith("the orientation of slot 70 must be a unit quaternion"));
        writer.orientation(70, 0, 0, 0, 1);
        publisher.publish(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachListedBodyIsChecked(boolean inDoubles) {
        publisher.bodies().spawn(0);
        publisher.bodies().spawn(70);
        HemisphereTest.Poses good = new HemisphereTest.Poses(BODIES, inDoubles);
        HemisphereTest.Poses bad = new HemisphereTest.Poses(BODIES, inDoubles);
        Arrays.fill(bad.values[6], 0);
        assertTrue(refusal(() -> good.write(writer, 0, 70, 71)).startsWith("slot 71 never had a body"));
        assertThrows(IllegalStateException.class, publisher::firstNotFinite, "nothing was written");
        assertThrows(IllegalArgumentException.class, () -> good.write(writer, 0, BODIES));
        for (int tick = 0; tick < 2; tick++) {
            publisher.begin(tick, 0, new TimeAnchor(), 0);
            assertTrue(assertThrows(IllegalArgumentException.class, () -> bad.write(writer, 0, 70))
                    .getMessage()
                    .startsWith("the orientation of slot 0 must be a unit quaternion"));
            good.write(writer, 0, 70);
            publisher.publish(0);
        }
    }

    private static String refusal(Executable write) {
        return assertThrows(IllegalStateException.class, write).getMessage();
    }
}
