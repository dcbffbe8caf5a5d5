package io.github.freestep.physics.recording;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a file is not a recording, or was damaged or changed, or if a value is beyond the limits of a recording. It
 * is an {@code IOException} because code that opens a file must handle both a failing disk and a wrong file, and
 * usually handles them in the same way.
 *
 * <pre>{@code
 * try (Replay replay = Replay.open(file, World::new, CommandReader.NONE)) {
 *     ...
 * } catch (RecordingException wrong) {
 *     show(wrong.getMessage()); // the file may be damaged
 * }
 * }</pre>
 */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1;

    RecordingException(String message) {
        super(message);
    }

    RecordingException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
