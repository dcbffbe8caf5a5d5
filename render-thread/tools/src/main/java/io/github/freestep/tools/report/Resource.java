package io.github.freestep.tools.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads text files of the class path. Stateless. */
public final class Resource {
    private Resource() {}

    /**
     * Returns the text of a file in the folder of a class or, if its name begins with a slash, of the class path.
     *
     * @throws IllegalStateException if there is no such file
     */
    public static String text(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + file + "; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " could not be read from the class path", e);
        }
    }
}
