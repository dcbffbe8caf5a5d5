package io.github.freestep.physics.engines;

import io.github.freestep.physics.Simulation;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The native library of an engine, which the first world loads. Thread-safe.
 *
 * <pre>{@code
 * static final EngineLibrary LIBRARY = new EngineLibrary(
 *         "Marbles", "add the artifact marbles-native", () -> System.loadLibrary("marbles"));
 *
 * protected void open() {
 *     LIBRARY.load(); // if it is missing, throws an exception with the remedy
 * }
 * }</pre>
 */
public final class EngineLibrary {
    private final String engine;
    private final String remedy;
    private final Loader loader;
    private boolean isLoaded;
    private UnsupportedOperationException missing;

    /** Loads a library by the means of the engine's binding. */
    @FunctionalInterface
    public interface Loader {
        /**
         * Loads the library.
         *
         * @throws UnsupportedOperationException if the library is there, and cannot be used
         * @throws Exception if there is no library for this platform, or if it cannot be unpacked, in which case this
         *     exception or one of its causes is an {@code IOException}
         */
        void load() throws Exception;
    }

    /**
     * Makes a library that is not loaded yet.
     *
     * @param engine the name of the engine
     * @param remedy the artifacts to add, if there is no library
     * @param loader loads the library; called once
     */
    public EngineLibrary(String engine, String remedy, Loader loader) {
        this.engine = Objects.requireNonNull(engine, "engine must not be null");
        this.remedy = Objects.requireNonNull(remedy, "remedy must not be null");
        this.loader = Objects.requireNonNull(loader, "loader must not be null");
    }

    /**
     * Adds the family of processors to the name of an engine. For {@link Simulation#computedBy}.
     *
     * @param engine what else its bits depend on: its name, its version and its precision
     * @return such as {@code "dyn4j 6.0.0 on x86-64"}
     */
    public static String computing(String engine) {
        Objects.requireNonNull(engine, "engine must not be null");
        String platform = platform("x86-64", "ARM64");
        return engine + " on " + platform.substring(platform.indexOf('/') + 1);
    }

    /**
     * Loads the library, unless that was done. A failure is remembered: the second call of a binding's loader may not
     * fail, and classes of the binding would fail later.
     *
     * @throws UnsupportedOperationException if there is no library for this platform, if it cannot be used, or if it
     *     cannot be unpacked to the folder for temporary files, which the message then names
     */
    public synchronized void load() {
        if (!isLoaded && missing == null) {
            try {
                loader.load();
                isLoaded = true;
            } catch (UnsupportedOperationException unusable) {
                missing = unusable;
            } catch (Exception | LinkageError e) {
                missing = new UnsupportedOperationException(
                        engine + why(e) + ", or use Dyn4jSimulation, which needs no native library", e);
            }
        }
        if (missing != null) {
            throw missing;
        }
    }

    /**
     * Returns what is wrong: either the library is missing or the folder cannot hold it. Some bindings report one of
     * these as the other.
     */
    private String why(Throwable failure) {
        String folder = System.getProperty("java.io.tmpdir");
        String option = "pass another folder by -Djava.io.tmpdir";
        Throwable unpacking = cause(failure, IOException.class);
        if (!(unpacking instanceof NotOnClassPath) && cause(failure, ClassNotFoundException.class) == null) {
            unpacking = unpacking == null ? unwritable() : unpacking;
            if (unpacking != null) {
                return " cannot unpack its native library to the folder for temporary files, " + folder + ": "
                        + unpacking + "; make that folder writable, " + option;
            }
            Throwable unloadable = cause(failure, UnsatisfiedLinkError.class);
            if (unloadable != null && String.valueOf(unloadable.getMessage()).contains(folder)) {
                return " cannot load its native library from the folder for temporary files: "
                        + unloadable.getMessage() + "; if that folder may not have programs, " + option
                        + "; if the library is for another platform, add " + remedy;
            }
        }
        return " has no native library for " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                + " on the class path; add " + remedy;
    }

    private static @Nullable Throwable cause(Throwable failure, Class<? extends Throwable> type) {
        Throwable each = failure;
        while (each != null && !type.isInstance(each)) {
            each = each.getCause();
        }
        return each;
    }

    /** Returns why no file can be made in the folder for temporary files; null if one can. */
    private static @Nullable IOException unwritable() {
        try {
            delete(Files.createTempFile("freestep", null));
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private static final class NotOnClassPath extends IOException {
        private static final long serialVersionUID = 1;

        NotOnClassPath(String resource) {
            super("the class path has no " + resource);
        }
    }

    /**
     * Unpacks a library from the class path to the folder for temporary files, loads it, and deletes the file, unless
     * the binding has loaded the library already.
     *
     * @param name the library's name, without the prefix and the suffix that the platform adds
     * @param folder the folder of the resource, without a slash at its ends
     * @param call any call of the binding that needs the library
     * @return whether the library was loaded now
     * @throws IOException if the class path lacks the resource, or it cannot be unpacked
     * @throws UnsupportedOperationException if the binding has another class loader, so that it does not find it
     * @throws UnsatisfiedLinkError if it is not for this platform
     */
    public static boolean unpack(String name, String folder, Runnable call) throws IOException {
        Objects.requireNonNull(name, "name must not be null");
        Objects.requireNonNull(folder, "folder must not be null");
        Objects.requireNonNull(call, "call must not be null");
        if (works(call)) {
            return false;
        }
        ClassLoader loader = EngineLibrary.class.getClassLoader();
        String library = System.mapLibraryName(name);
        URL found = loader.getResource(folder + "/" + library);
        if (found == null) {
            throw new NotOnClassPath(folder + "/" + library);
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
        if (!works(call)) {
            throw new UnsupportedOperationException(
                    "the binding of " + name + " must have the same class loader as Freestep, which is " + loader);
        }
        return true;
    }

    private static boolean works(Runnable call) {
        try {
            call.run();
            return true;
        } catch (UnsatisfiedLinkError notYet) {
            return false;
        }
    }

    /**
     * Returns the folder of this platform in a binding's jar.
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
