package io.github.freestep.physics.engine;

import io.github.freestep.physics.Simulation;
import java.util.Objects;

/** The native library of an engine, which the first world loads. Thread-safe. */
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
         * @throws Exception if there is no library for this platform
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
        String platform = UnpackedLibrary.platform("x86-64", "ARM64");
        return engine + " on " + platform.substring(platform.indexOf('/') + 1);
    }

    /**
     * Loads the library, unless that was done. A failure is remembered: the second call of a binding's loader may not
     * fail, and classes of the binding would fail later.
     *
     * @throws UnsupportedOperationException if there is none for this platform, or it cannot be used
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
                        engine + " has no native library for " + System.getProperty("os.name") + " "
                                + System.getProperty("os.arch") + " on the class path; add " + remedy
                                + ", or use Dyn4jSimulation, which needs no native library",
                        e);
            }
        }
        if (missing != null) {
            throw missing;
        }
    }
}
