package io.github.freestep.physics.recording;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The base of tests that need a file for a recording, in a folder that is deleted after the test. */
abstract class TempFile {
    @TempDir
    Path folder;

    final Path file() {
        return folder.resolve("run");
    }
}
