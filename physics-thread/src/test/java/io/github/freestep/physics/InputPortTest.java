package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputPortTest {
    private final InputCollector inputs = new InputCollector(2, 4, List.of(), 0);
    private final InputPort port = inputs.port();

    @Test
    void saysHowManyAxesThereAre() {
        assertEquals(2, port.axes());
        assertEquals(0, new InputCollector(0, 4, List.of(), 0).port().axes());
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 4", "4, 4", "5, 8", "1000, 1024"})
    void inputWithoutRoomIsRefusedAndCounted(int capacity, int places) {
        InputCollector small = new InputCollector(1, capacity, List.of(), 0);
        for (int i = 0; i < places; i++) {
            assertTrue(small.port().action(i, 0, 0));
        }
        assertFalse(small.port().action(1, 0, 0));
        assertFalse(small.port().axis(0, 0, 0));
        assertEquals(2, small.refused());
        small.drain(0);
        assertTrue(small.port().action(1, 0, 0));
        assertEquals(2, small.refused());
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void valuesThatAreNotFiniteAreRefused(float value) {
        assertMisuse(Float.toString(value), () -> port.action(1, value, 0));
        assertMisuse("where the device is read", () -> port.axis(1, value, 0));
        assertNoInput();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void undeclaredAxesAreRefused(int axis) {
        assertMisuse(
                "axis must be between 0 and 1, was " + axis + "; declare more with axes(n)",
                () -> port.axis(axis, 0, 0));
        assertNoInput();
    }

    @Test
    void afterTheEndAllInputIsRefusedAndCounted() {
        inputs.close();
        inputs.close();
        assertFalse(port.action(1, 0, 0));
        assertFalse(port.axis(1, 0, 0));
        assertEquals(2, inputs.refused());
        assertMisuse("was 2", () -> port.axis(2, 0, 0));
        assertEquals(2, inputs.refused());
    }

    @Test
    void aPortThatWasClosedWhileItWasSealedStaysClosed() {
        inputs.seal();
        assertFalse(port.action(1, 0, 0));
        inputs.unseal();
        assertTrue(port.action(1, 0, 0));
        inputs.seal();
        inputs.close();
        inputs.unseal();
        assertFalse(port.action(1, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, InputCollector.MAX_CAPACITY + 1})
    void capacitiesOutOfRangeAreRefused(int capacity) {
        assertMisuse(
                "inputCapacity must be between 1 and 1048576", () -> new InputCollector(0, capacity, List.of(), 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_537, Integer.MAX_VALUE})
    void numbersOfAxesOutOfRangeAreRefused(int axes) {
        assertMisuse("axes must be between 0 and 65536, was " + axes, () -> new InputCollector(axes, 1, List.of(), 0));
    }

    @Test
    void theExceptionSaysIfNoAxisIsDeclared() {
        InputPort without = new InputCollector(0, 1, List.of(), 0).port();
        assertMisuse("no axis is declared, axis was 0; declare more with axes(n)", () -> without.axis(0, 0, 0));
    }

    private void assertNoInput() {
        inputs.drain(0);
        assertEquals(0, inputs.take(new Timeline(Ratio.of(100), 0), -1, 0).size());
        assertEquals(0, inputs.refused());
    }

    private static void assertMisuse(String part, Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.contains(part), message);
    }
}
