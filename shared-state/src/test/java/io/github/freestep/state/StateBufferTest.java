package io.github.freestep.state;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.content.HasStateInside;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.state.handoff.Windows;
import io.github.freestep.testing.Fields;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateBufferTest {
    private final TimeAnchor anchor = new TimeAnchor();
    private StatePublisher publisher = StatePublisher.of(StateLayout.of(2));
    private StateBuffer buffer = publisher.states();
    private final Set<State> written = new HashSet<>();

    @Test
    void anAmendedStateReplacesTheNewestAndKeepsItsContent() {
        StateReader reader = buffer.reader();
        publisher.bodies().spawn(0);
        for (int tick = 0; tick < 9; tick++) {
            publish(tick);
        }
        publisher.bodies().spawn(1);
        Timeline timeline = new Timeline(Ratio.of(100), 0);
        timeline.pause(77);
        for (int i = 0; i < 20; i++) {
            publisher.amend(timeline.anchor());
            publisher.publish(80 + i);
            assertTrue(reader.acquire());
            assertTicks(reader, 8, 7, 6, 5);
            State state = reader.state(0);
            state.anchor(anchor);
            assertTrue(anchor.isPaused());
            assertEquals(80 + i, StateInside.publishedNanos(state));
            assertEquals(7, StateInside.predecessorTick(state));
            assertEquals(8, state.simulationNanos());
            assertEquals(58, StateInside.startedNanos(state));
            assertTrue(state.isAlive(0));
            assertEquals(8, state.x()[0]);
            assertEquals(1, state.slots(), "a body that was spawned without a pose is not in the amended state");
        }
        StateWriter writer = publisher.begin(9, 9, anchor, 59);
        writer.position(0, 9, 9, 9);
        writer.position(1, 9, 9, 9);
        publisher.publish(0);
        assertTrue(reader.acquire());
        assertTicks(reader, 9, 8, 7, 6);
        assertEquals(2, reader.state(0).slots());
    }

    @Test
    void aCopyForgetsNoFieldOfAState() throws Exception {
        StateLayout layout = StateLayout.of(2);
        State from = State.listing(layout);
        State into = State.listing(layout);
        Field arrival = HasStateInside.class.getDeclaredField("arrival");
        arrival.setAccessible(true);
        Fields.fill(from);
        Fields.fill(from.anchor);
        Fields.fill(arrival.get(from));
        from.slots = 2;
        from.number = into.number; // A copy outside of the buffer has no history.
        new StateCopies(layout).copy(from, into);
        assertEquals(Fields.of(from), Fields.of(into));
        assertEquals(Fields.of(from.anchor), Fields.of(into.anchor));
        assertEquals(Fields.of(arrival.get(from)), Fields.of(arrival.get(into)));
    }

    @ParameterizedTest
    @CsvSource({"1, 253", "2, 126", "3, 83", "4, 62", "5, 49", "6, 41", "7, 35", "8, 30"})
    void servesExactlyTheDocumentedNumberOfReaders(int windowSize, int readers) {
        publisher = StatePublisher.of(StateLayout.of(2), windowSize);
        buffer = publisher.states();
        List<StateReader> all = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            all.add(buffer.reader());
        }
        refused("serves at most " + readers + " readers", buffer::reader);
        for (int tick = 0; tick < 3 * readers; tick++) {
            publish(tick);
            assertTrue(all.get(tick % readers).acquire());
        }
        assertEquals(readers + windowSize + 1, written.size(), "states that were written");
        for (int round = 0; round < 3; round++) {
            all.forEach(StateReader::close);
            all.replaceAll(closed -> buffer.reader());
            publish(3 * readers + round);
            all.forEach(reader -> assertTrue(reader.acquire()));
        }
    }

    /** Compares the limits with the table that each of these documents has. */
    @Test
    void theNumberOfReadersIsDocumented() throws IOException {
        String numbers = IntStream.rangeClosed(1, Windows.MAX_WINDOW)
                .mapToObj(windowSize -> Integer.toString((255 - 1) / windowSize - 1))
                .collect(Collectors.joining(" "));
        for (String file : List.of(
                "shared-state/README.md",
                "shared-state/src/main/java/io/github/freestep/state/StateBuffer.java",
                "physics-thread/src/main/java/io/github/freestep/physics/PhysicsBuilder.java")) {
            String words = Files.readString(Path.of("..", file)).replaceAll("<[^>]*>|[^0-9a-z]+", " ");
            assertTrue(words.replaceAll(" +", " ").contains(numbers), file + " does not have " + numbers);
        }
    }

    /** Uses the real garbage collector. The test only ends if dropped readers are found. */
    @Test
    @Timeout(60)
    void theGarbageCollectorFindsDroppedReaders() {
        for (int i = 0; i < 200; i++) {
            publish(i);
            while (true) {
                try {
                    assertTrue(buffer.reader().acquire());
                    break;
                } catch (IllegalStateException full) {
                    System.gc();
                }
            }
        }
    }

    @Test
    void aClosedReaderReturnsItsSlots() {
        for (int tick = 0; tick < 50; tick++) {
            StateReader first = buffer.reader();
            StateReader second = buffer.reader();
            publish(2 * tick);
            assertTrue(first.acquire());
            assertTrue(second.acquire());
            assertEquals(4 * 3 + 1, slots());
            for (ReaderSeat seat : buffer.seats()) {
                assertTrue(seat.isAdopted(), "a reader that has left keeps slots besides the pool");
            }
            second.close();
            first.close();
            publish(2 * tick + 1);
            assertEquals(4 * 2 + 1, slots());
        }
        // The states that leave with a reader were never written, so little must be copied forward to the others.
        assertEquals(4 + 1, written.size());
    }

    @Test
    void aClosedReaderRefusesCalls() {
        StateReader reader = buffer.reader();
        publish(0);
        assertTrue(reader.acquire());
        reader.close();
        reader.close();
        assertEquals(0, reader.size());
        refused("reader is closed", reader::acquire);
        refused("reader is closed", () -> reader.state(0));
    }

    @Test
    void aTickThatDoesNotIncreaseIsRefused() {
        refused("publish one first", () -> publisher.amend(anchor));
        publish(5);
        refused("tick must not be negative, was -1", () -> publisher.begin(-1, 0, anchor, 0));
        refused("above 5, the newest, was 5", () -> publisher.begin(5, 0, anchor, 0));
        refused("above 5, the newest, was 4", () -> publisher.begin(4, 0, anchor, 0));
        publish(6);
    }

    private long slots() {
        return Arrays.stream(publisher.table).filter(Objects::nonNull).count();
    }

    private void publish(int tick) {
        publisher.begin(tick, tick, anchor, tick + 50).position(0, tick, tick, tick);
        publisher.publish(0);
        written.add(publisher.newestState());
    }

    private static void assertTicks(StateReader reader, long... ticks) {
        assertEquals(ticks.length, reader.size());
        for (int age = 0; age < ticks.length; age++) {
            assertEquals(ticks[age], reader.state(age).tick());
            assertEquals(ticks[age], reader.state(age).x()[0]);
        }
    }
}
