package io.github.freestep.physics.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class UnpackedLibraryTest {
    @Test
    void aLibraryThatIsMissingIsNamedWithItsFolder() {
        IOException missing = assertThrows(IOException.class, () -> UnpackedLibrary.load("nothing", "no/such"));
        assertEquals("the class path has no no/such/" + System.mapLibraryName("nothing"), missing.getMessage());
    }
}
