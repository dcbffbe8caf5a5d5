package io.github.freestep.physics.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class EngineLibraryTest {
    @Test
    void aLibraryThatIsMissingIsNamedWithItsFolder() {
        Runnable call = () -> {
            throw new UnsatisfiedLinkError();
        };
        IOException missing = assertThrows(IOException.class, () -> EngineLibrary.unpack("nothing", "no/such", call));
        assertEquals("the class path has no no/such/" + System.mapLibraryName("nothing"), missing.getMessage());
    }
}
