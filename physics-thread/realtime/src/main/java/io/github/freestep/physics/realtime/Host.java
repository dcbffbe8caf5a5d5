package io.github.freestep.physics.realtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the system and the JVM offer. Explains a refusal. Immutable; tests replace it.
 *
 * @param system the name of the operating system
 * @param jdk the version of the JDK
 * @param kernel null if this jar has none for this JDK
 * @param root the folder with the files of the system
 */
record Host(String system, int jdk, @Nullable Kernel kernel, Path root) {
    /** The first JDK in which native calls need no preview. The jar has the kernel for this one and newer ones. */
    private static final int FIRST_JDK = 22;

    private static final Pattern PRIORITY_LIMIT = Pattern.compile("(?m)^Max realtime priority +(\\S+)");
    private static final Pattern ALLOWED_PROCESSORS = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S+)");
    private static final Pattern PROCESSORS = Pattern.compile("(\\S+)");
    private static final String UNKNOWN = "unknown";

    static Host here() {
        return new Host(System.getProperty("os.name", ""), Runtime.version().feature(), linuxKernel(), Path.of("/"));
    }

    /** Returns null if this jar has no part for this JDK: native calls are in that for JDK 22 and newer. */
    private static @Nullable Kernel linuxKernel() {
        try {
            Class<?> found = Class.forName(Host.class.getPackageName() + ".LinuxKernel");
            return (Kernel) found.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError notInThisJar) {
            return null;
        }
    }

    /**
     * Returns the kernel.
     *
     * @param option the option that needs it, for the message
     * @throws IllegalStateException if it cannot be called here; says why and what to do
     */
    Kernel kernel(String option) {
        if (!system.equals("Linux")) {
            throw new IllegalStateException(
                    option + " must be used on Linux, was used on " + system + "; do not set it on this system");
        }
        if (jdk < FIRST_JDK) {
            throw new IllegalStateException(option + " must be used on JDK " + FIRST_JDK + " or newer, was used on JDK "
                    + jdk + "; use a newer JDK, or leave " + option + " out");
        }
        if (kernel == null) {
            throw new IllegalStateException(option + " must be used with a jar of Freestep that was built on JDK "
                    + FIRST_JDK + " or newer, but this one has no classes for them; use the published jar, or build it"
                    + " on a newer JDK; in a shaded jar, set Multi-Release: true in its manifest");
        }
        if (!kernel.isAllowed()) {
            Module module = Host.class.getModule();
            throw new IllegalStateException(option + " must be allowed to call native code, but is not; start the JVM"
                    + " with --enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
        }
        return kernel;
    }

    /** Throws if the system has refused a priority. */
    void requirePriority(int priority, int error) {
        if (error != 0) {
            throw new IllegalStateException(
                    error == Kernel.NO_SUCH_CALL
                            ? "realTime must be used with a C library that can set priorities, but this one cannot"
                                    + " (ENOSYS), for example musl on Alpine Linux; use an image with glibc, or leave"
                                    + " realTime out"
                            : refusedPriority(priority, error));
        }
    }

    private String refusedPriority(int priority, int error) {
        String limit = find(PRIORITY_LIMIT, "proc/self/limits");
        boolean isWithin = isWithin(priority, limit);
        if (isWithin || error != Kernel.NOT_PERMITTED) {
            return "realTime must be allowed by the system, but " + priority + " was refused (" + name(error) + ")"
                    + (isWithin ? ", although the limit of this process is " + limit : "")
                    + "; if a container forbids the call or has no real-time budget, change its settings, or leave"
                    + " realTime out";
        }
        return "realTime must be within the limit of this process, which is " + limit + ", was " + priority + " ("
                + name(error) + "); raise the limit with \"ulimit -r " + priority
                + "\" before the start of the JVM, or give the process the capability CAP_SYS_NICE;"
                + " a container or its control group may forbid it, too";
    }

    private static boolean isWithin(int priority, String limit) {
        return limit.equals("unlimited") || limit.matches("\\d{1,9}") && Integer.parseInt(limit) >= priority;
    }

    /** Throws if the system has refused a processor. */
    void requireProcessor(int number, int error) {
        if (error != 0) {
            throw new IllegalStateException("cpu must be a processor that this machine has ("
                    + find(PROCESSORS, "sys/devices/system/cpu/online") + ") and this process may use ("
                    + find(ALLOWED_PROCESSORS, "proc/self/status") + "), was " + number + " (" + name(error)
                    + "); choose one of them, or leave cpu out");
        }
    }

    private String find(Pattern value, String file) {
        try {
            Matcher found = value.matcher(Files.readString(root.resolve(file)));
            return found.find() ? found.group(1) : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static String name(int error) {
        return switch (error) {
            case Kernel.NOT_PERMITTED -> "EPERM";
            case Kernel.INVALID -> "EINVAL";
            default -> "error " + error;
        };
    }
}
