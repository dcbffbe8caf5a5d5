package io.github.freestep.physics.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/** Loads a native library from the class path, by way of the folder for temporary files. Thread-safe. */
public final class UnpackedLibrary {
    private UnpackedLibrary() {}

    /**
     * Unpacks a library, loads it, and deletes the file, unless the binding has loaded the library already.
     *
     * @param name without the prefix and the suffix that the platform adds
     * @param folder of the resource, without a slash at its ends
     * @param call any call of the binding that needs the library
     * @return whether the library was loaded now
     * @throws IOException if the class path has no such resource, it cannot be unpacked, or the binding does not find
     * it
     * @throws UnsatisfiedLinkError if it is not for this platform
     */
    public static boolean load(String name, String folder, Runnable call) throws IOException {
        Objects.requireNonNull(name, "name must not be null");
        Objects.requireNonNull(folder, "folder must not be null");
        Objects.requireNonNull(call, "call must not be null");
        if (isLoaded(call)) {
            return false;
        }
        ClassLoader loader = UnpackedLibrary.class.getClassLoader();
        String library = System.mapLibraryName(name);
        URL found = loader.getResource(folder + "/" + library);
        if (found == null) {
            throw new IOException("the class path has no " + folder + "/" + library);
        }
        Path unpacked = Files.createTempDirectory("freestep");
        Path file = unpacked.resolve(library);
        try {
            try (InputStream in = found.openStream()) {
                Files.copy(in, file);
            }
            System.load(file.toString());
        } finally {
            delete(file);
            delete(unpacked);
        }
        if (!isLoaded(call)) {
            throw new IOException(
                    "the binding of " + name + " must have the same class loader as Freestep, which is " + loader);
        }
        return true;
    }

    private static boolean isLoaded(Runnable call) {
        try {
            call.run();
            return true;
        } catch (UnsatisfiedLinkError notYet) {
            return false;
        }
    }

    /**
     * Returns the folder of a platform in jars of bindings.
     *
     * @param amd64 how the binding names that processor
     * @param aarch64 how the binding names that processor
     * @return the operating system (linux, osx or windows; others as {@code os.name}, in lower case), a slash, and the
     *     processor; others as {@code os.arch}
     */
    public static String platform(String amd64, String aarch64) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return (system.startsWith("mac") ? "osx" : system.startsWith("windows") ? "windows" : system)
                + "/"
                + switch (processor) {
                    case "amd64", "x86_64" -> amd64;
                    case "aarch64" -> aarch64;
                    default -> processor;
                };
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException loaded) {
            // Windows keeps a loaded library.
            file.toFile().deleteOnExit();
        }
    }
}
