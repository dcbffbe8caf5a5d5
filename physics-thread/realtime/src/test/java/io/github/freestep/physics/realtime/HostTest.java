package io.github.freestep.physics.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Each refusal names the option, what is missing, and what to do. */
class HostTest {
    @TempDir
    Path root;

    private final FakeKernel kernel = new FakeKernel();

    @Test
    void aHostThatHasAllGivesItsKernel() {
        assertSame(kernel, host("Linux", 22, kernel).kernel("cpu"));
    }

    @Test
    void otherSystemsAreRefused() {
        assertRefused(
                "cpu must be used on Linux, was used on Windows 11; do not set it on this system",
                () -> host("Windows 11", 25, kernel).kernel("cpu"));
    }

    @Test
    void olderJdksAreRefused() {
        assertRefused(
                "realTime must be used on JDK 22 or newer, was used on JDK 21; use a newer JDK, or leave realTime out",
                () -> host("Linux", 21, kernel).kernel("realTime"));
    }

    @Test
    void aJarWithoutTheClassesIsRefused() {
        assertRefused(
                "realTime must be used with a jar of Freestep that was built on JDK 22 or newer, but this one has no"
                        + " classes for them; use the published jar, or build it on a newer JDK; in a shaded jar, set"
                        + " Multi-Release: true in its manifest",
                () -> host("Linux", 25, null).kernel("realTime"));
    }

    @Test
    void nativeAccessThatIsNotEnabledIsRefused() {
        kernel.isAllowed = false;
        Module module = Host.class.getModule();
        assertRefused(
                "realTime must be allowed to call native code, but is not; start the JVM with --enable-native-access="
                        + (module.isNamed() ? "io.github.freestep.physics.realtime" : "ALL-UNNAMED"),
                () -> host("Linux", 25, kernel).kernel("realTime"));
    }

    @Test
    void aPriorityAboveTheLimitIsRefused() throws IOException {
        write("proc/self/limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max nice priority         0                    0
                Max realtime priority     20                   30
                """);
        Host host = host("Linux", 25, kernel);
        host.requirePriority(21, 0);
        assertRefused(
                "realTime must be within the limit of this process, which is 20, was 21 (EPERM); raise the limit with"
                        + " \"ulimit -r 21\" before the start of the JVM, or give the process the capability"
                        + " CAP_SYS_NICE; a container or its control group may forbid it, too",
                () -> host.requirePriority(21, Kernel.NOT_PERMITTED));
    }

    @Test
    void aPriorityWithinTheLimitThatIsRefusedNamesNoLimitToRaise() throws IOException {
        for (String limit : List.of("20", "unlimited")) {
            write("proc/self/limits", "Max realtime priority     " + limit + "    0\n");
            assertRefused(
                    "realTime must be allowed by the system, but 20 was refused (EPERM), although the limit of this"
                            + " process is " + limit + "; if a container forbids the call or has no real-time budget,"
                            + " change its settings, or leave realTime out",
                    () -> host("Linux", 25, kernel).requirePriority(20, Kernel.NOT_PERMITTED));
        }
    }

    @Test
    void aLibraryThatCannotSetPrioritiesIsNamed() {
        assertRefused(
                "realTime must be used with a C library that can set priorities, but this one cannot (ENOSYS), for"
                        + " example musl on Alpine Linux; use an image with glibc, or leave realTime out",
                () -> host("Linux", 25, kernel).requirePriority(50, Kernel.NO_SUCH_CALL));
    }

    @Test
    void aProcessorThatDoesNotExistIsRefused() throws IOException {
        write("sys/devices/system/cpu/online", "0-7\n");
        write("proc/self/status", "Cpus_allowed:\t13\nCpus_allowed_list:\t0-1,4\n");
        Host host = host("Linux", 25, kernel);
        host.requireProcessor(9, 0);
        assertRefused(
                "cpu must be a processor that this machine has (0-7) and this process may use (0-1,4), was 9 (EINVAL);"
                        + " choose one of them, or leave cpu out",
                () -> host.requireProcessor(9, Kernel.INVALID));
    }

    @Test
    void whatCannotBeReadIsUnknown() {
        assertRefused(
                "cpu must be a processor that this machine has (unknown) and this process may use (unknown), was 9"
                        + " (error 38); choose one of them, or leave cpu out",
                () -> host("Linux", 25, kernel).requireProcessor(9, 38));
        assertRefused(
                "realTime must be within the limit of this process, which is unknown, was 50 (EPERM); raise the limit"
                        + " with \"ulimit -r 50\" before the start of the JVM, or give the process the capability"
                        + " CAP_SYS_NICE; a container or its control group may forbid it, too",
                () -> host("Linux", 25, kernel).requirePriority(50, Kernel.NOT_PERMITTED));
    }

    @Test
    void errorsThatAreNotAboutPermissionNameNoLimit() {
        assertRefused(
                "realTime must be allowed by the system, but 50 was refused (error 5); if a container forbids the call"
                        + " or has no real-time budget, change its settings, or leave realTime out",
                () -> host("Linux", 25, kernel).requirePriority(50, 5));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Host host(String system, int jdk, Kernel with) {
        return new Host(system, jdk, with, root);
    }

    private static void assertRefused(String message, Executable request) {
        assertEquals(message, assertThrows(IllegalStateException.class, request).getMessage());
    }
}
