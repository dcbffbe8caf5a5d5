package io.github.freestep.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Takes what the code of a test prints, because a person reads all that a build prints: a line among it must be one of
 * a failure.
 */
public final class Printed {
    private Printed() {}

    /** Code that prints, and may throw. */
    public interface Code {
        void run() throws Exception;
    }

    /** Returns what this JVM prints on both streams while some code runs. */
    public static String by(Code code) throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream taken = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        System.setOut(taken);
        System.setErr(taken);
        try {
            code.run();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
