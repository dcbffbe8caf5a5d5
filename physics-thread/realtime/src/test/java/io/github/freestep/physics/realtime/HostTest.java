package io.github.freestep.physics.realtime;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each refusal names the option, what is missing, and what to do. */
class HostTest {
    @TempDir
    Path root;

    private final FakeKernel kernel = new FakeKernel();

    @Test
    void aHostGivesItsKernelOrNamesWhatItLacks() {
        assertSame(kernel, host("Linux", 22, kernel).kernel("cpu"));
        assertRefused(
                "cpu must be used on Linux, was used on Windows 11;",
                () -> host("Windows 11", 25, kernel).kernel("cpu"));
        assertRefused(
                "realTime must be used on JDK 22 or newer, was used on JDK 21;",
                () -> host("Linux", 21, kernel).kernel("realTime"));
        assertRefused(
                "realTime must be used with a jar of Freestep that was built on JDK 22 or newer, but",
                () -> host("Linux", 25, null).kernel("realTime"));
        kernel.isAllowed = false;
        Module module = Host.class.getModule();
        assertRefused(
                "realTime must be allowed to call native code, but is not; start the JVM with --enable-native-access="
                        + (module.isNamed() ? "io.github.freestep.physics.realtime" : "ALL-UNNAMED"),
                () -> host("Linux", 25, kernel).kernel("realTime"));
    }

    /** The limit of the process; empty if it cannot be read. */
    @ParameterizedTest
    @CsvSource({
        "20, 21, 1, 'within the limit of this process, which is 20, was 21 (EPERM); raise the limit with \"ulimit -r 21'",
        "'', 50, 1, 'within the limit of this process, which is unknown, was 50 (EPERM); raise the limit with'",
        "20, 20, 1, 'allowed by the system, but 20 was refused (EPERM), although the limit of this process is 20; if a'",
        "unlimited, 20, 1, 'allowed by the system, but 20 was refused (EPERM), although the limit of this process is u'",
        "'', 50, 5, 'allowed by the system, but 50 was refused (error 5); if a container forbids the call or has no'",
        "'', 50, 38, 'used with a C library that can set priorities, but this one cannot (ENOSYS)'",
    })
    void aRefusedPriorityNamesTheLimitIfThatIsTheCause(String limit, int priority, int error, String message)
            throws IOException {
        if (!limit.isEmpty()) {
            write("proc/self/limits", "Max nice priority     0    0\nMax realtime priority     " + limit + "    30\n");
        }
        Host host = host("Linux", 25, kernel);
        host.requirePriority(priority, 0);
        assertRefused("realTime must be " + message, () -> host.requirePriority(priority, error));
    }

    @Test
    void aRefusedProcessorNamesThoseThatExist() throws IOException {
        Host host = host("Linux", 25, kernel);
        String has = "cpu must be a processor that this machine has (";
        assertRefused(
                has + "unknown) and this process may use (unknown), was 9 (error 38); choose",
                () -> host.requireProcessor(9, 38));
        write("sys/devices/system/cpu/online", "0-7\n");
        write("proc/self/status", "Cpus_allowed:\t13\nCpus_allowed_list:\t0-1,4\n");
        host.requireProcessor(9, 0);
        assertRefused(
                has + "0-7) and this process may use (0-1,4), was 9 (EINVAL); choose",
                () -> host.requireProcessor(9, Kernel.INVALID));
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
        refused(message, IllegalStateException.class, request);
    }
}
