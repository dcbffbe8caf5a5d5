package io.github.freestep.physics.recording;

import java.io.IOException;

/**
 * A file is no recording, or no longer one, or what was to be recorded is beyond what a recording can hold. It is an {@code
 * IOException} because whoever opens a file has to expect both, the disk that fails and the file that is not what it should
 * be, and mostly does the same about them.
 */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1;

    RecordingException(String message) {
        super(message);
    }
}
