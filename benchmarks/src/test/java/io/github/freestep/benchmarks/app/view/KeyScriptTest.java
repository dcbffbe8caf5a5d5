package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyScriptTest {
    @Test
    void keysArePressedBeforeTheirFramesInTheOrderOfTheText() {
        KeyScript script = parse(" 60:T  120:Down 60:esc\t120:down ");
        assertEquals(List.of(Key.THROW, Key.QUIT), script.before(60));
        assertEquals(List.of(Key.SLOWER, Key.SLOWER), script.before(120));
        assertEquals(List.of(), script.before(0));
    }

    @Test
    void anEmptyScriptPressesNothing() {
        assertEquals(List.of(), parse("").before(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "60:", ":T", "-1:T", "60:Z", "60:T,70:T", "9999999999:T", "T:60"})
    void anythingElseIsRefusedWithAListOfKeys(String text) {
        Exception e = assertThrows(IllegalArgumentException.class, () -> parse("1:T " + text));
        assertTrue(e.getMessage().startsWith("must be FRAME:KEY"), e::getMessage);
        assertTrue(e.getMessage().endsWith("C, H, Esc, was \"" + text + "\""), e::getMessage);
    }

    private static KeyScript parse(String text) {
        return new KeyScript.Converter().convert(text);
    }
}
