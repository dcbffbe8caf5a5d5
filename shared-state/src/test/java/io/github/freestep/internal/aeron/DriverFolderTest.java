package io.github.freestep.internal.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverFolderTest {
    @TempDir
    Path parent;

    @Test
    void theNextIndexIsTakenWhileAFolderIsInUse() {
        try (DriverFolder first = DriverFolder.claim(parent, "sender", 20_121);
                DriverFolder second = DriverFolder.claim(parent, "sender", 20_121);
                DriverFolder otherPort = DriverFolder.claim(parent, "sender", 20_122)) {
            assertEquals(parent.resolve("sender-20121-0").resolve("aeron"), first.driver());
            assertEquals(parent.resolve("sender-20121-1").resolve("aeron"), second.driver());
            assertEquals(parent.resolve("sender-20122-0").resolve("aeron"), otherPort.driver());
        }
    }

    @Test
    void aFolderIsUsedAgain() throws Exception {
        Path driver;
        try (DriverFolder first = DriverFolder.claim(parent, "sender", 20_121)) {
            driver = first.driver();
            Files.createDirectory(driver); // as a killed process leaves it
        }
        try (DriverFolder again = DriverFolder.claim(parent, "sender", 20_121)) {
            assertEquals(driver, again.driver());
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.createFile(parent.resolve("file"));
        UncheckedIOException thrown =
                assertThrows(UncheckedIOException.class, () -> DriverFolder.claim(file, "sender", 20_121));
        assertTrue(thrown.getMessage().endsWith("was " + file), thrown.getMessage());
    }
}
