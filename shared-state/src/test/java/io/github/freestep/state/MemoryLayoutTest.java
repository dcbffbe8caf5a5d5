package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.handoff.Mailbox;
import io.github.freestep.testing.Printed;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.vm.VM;

/**
 * Checks that the shared words of the handoff share no cache line, and no pair of adjacent lines, with other data. The
 * private fields of the publisher follow them and have padding in front. No padding is needed behind, because objects
 * that the publisher allocates next also belong to it.
 */
class MemoryLayoutTest {
    private static final int DISTANCE = 128;

    /** JOL prints which of the ways to measure it lacks. */
    @BeforeAll
    static void findTheWayToMeasure() throws Exception {
        Printed.by(VM::current);
    }

    @ParameterizedTest
    @ValueSource(classes = {ReaderSeat.class, StatePublisher.class, Reader.class})
    void hotFieldsArePaddedOnBothSides(Class<?> type) {
        ClassLayout layout = ClassLayout.parseClass(type);
        List<FieldLayout> hot = layout.fields().stream()
                .filter(field ->
                        field.hostClass().equals(Mailbox.class.getSuperclass().getName())
                                || field.hostClass().equals(HandleFields.class.getName()))
                .toList();
        long begin = hot.stream().mapToLong(FieldLayout::offset).min().orElseThrow();
        long end = hot.stream().mapToLong(f -> f.offset() + f.size()).max().orElseThrow();
        long paddedFrom = edge(layout, begin, -1);
        long paddedTo = edge(layout, end, 1);
        assertTrue(begin - paddedFrom >= DISTANCE, type + " has " + (begin - paddedFrom) + " bytes of padding before");
        assertTrue(paddedTo - end >= DISTANCE, type + " has " + (paddedTo - end) + " bytes of padding behind");
    }

    /** Returns where the padding that begins at an offset ends. */
    private static long edge(ClassLayout layout, long from, int direction) {
        long at = from;
        while (isPadding(layout, direction < 0 ? at - 1 : at)) {
            at += direction;
        }
        return at;
    }

    private static boolean isPadding(ClassLayout layout, long offset) {
        return layout.fields().stream()
                .filter(field -> field.name().matches("a\\d\\d"))
                .anyMatch(field -> field.offset() <= offset && offset < field.offset() + field.size());
    }
}
