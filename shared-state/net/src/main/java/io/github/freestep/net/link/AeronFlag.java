package io.github.freestep.net.link;

import org.agrona.DirectBuffer;

/** Checks what Aeron needs to run, before any of its code fails with an error that does not name the remedy. */
public final class AeronFlag {
    private static final String PACKAGE = "jdk.internal.misc";

    private AeronFlag() {}

    /**
     * Checks that Aeron is on the class path or module path, and may use the JDK's internal memory access.
     *
     * @throws IllegalStateException if its classes or the JVM's flag are missing; the message says what to add
     */
    public static void require() {
        Module agrona = agrona();
        if (!Object.class.getModule().isOpen(PACKAGE, agrona)) {
            throw new IllegalStateException(message(agrona));
        }
    }

    private static Module agrona() {
        try {
            Class.forName("io.aeron.driver.MediaDriver", false, AeronFlag.class.getClassLoader());
            return DirectBuffer.class.getModule();
        } catch (ClassNotFoundException | NoClassDefFoundError missing) {
            throw new IllegalStateException(
                    "Aeron is not on the class path or module path; freestep-net brings it, so do not exclude"
                            + " io.aeron:aeron-client and io.aeron:aeron-driver",
                    missing);
        }
    }

    /** Names both forms of the flag, because the one that this JVM needs may not fit the user's other JVMs. */
    static String message(Module agrona) {
        String classPath = flag("ALL-UNNAMED");
        String modulePath = flag("org.agrona");
        return agrona.isNamed()
                ? "Aeron needs a JVM flag, add " + modulePath + " (or " + classPath + " if Aeron is on the class path)"
                : "Aeron needs a JVM flag, add " + classPath + " (or " + modulePath
                        + " if Aeron is on the module path; in a runnable jar, the line 'Add-Opens: java.base/"
                        + PACKAGE + "' of the manifest does the same)";
    }

    private static String flag(String module) {
        return "--add-opens java.base/" + PACKAGE + "=" + module;
    }
}
