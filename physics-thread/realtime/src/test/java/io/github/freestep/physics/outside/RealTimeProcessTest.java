package io.github.freestep.physics.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.OtherProcess;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs each case in a new JVM, from a jar, because only a jar can be multi-release. No case may write to stderr. What
 * the system must grant is skipped where it refuses.
 */
@Timeout(240)
@EnabledOnOs(OS.LINUX)
class RealTimeProcessTest {
    /** Our own classes in a folder, which the jar replaces. */
    private static final String OWN = "(.*realtime/)?target/classes";

    private static final Pattern MODULES = Pattern.compile(
            "target/classes$|freestep-(shared-state|physics-thread)-[^/]*(?<!tests)\\.jar$|disruptor-|jctools-core");

    private static final boolean IS_NATIVE = Runtime.version().feature() >= 22;

    @TempDir
    static Path folder;

    private static Path jar;

    /** Packs the classes as the build does. */
    @BeforeAll
    static void packTheModule() throws IOException {
        jar = folder.resolve("realtime.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
        Path classes = Path.of("target", "classes");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, out);
            }
        }
    }

    @Test
    void withoutNativeAccessTheStartIsRefused() throws Exception {
        String missing = IS_NATIVE
                ? "must be allowed to call native code, but is not; start the JVM with --enable-native-access="
                : "must be used on JDK 22 or newer, was used on JDK "
                        + Runtime.version().feature() + ";";
        for (String out : List.of(onClassPath(), onModulePath())) {
            assertTrue(out.startsWith("realTime " + missing), out);
        }
    }

    @Test
    void theThreadHasTheRequestsUntilTheEnd() throws Exception {
        assumeTrue(IS_NATIVE);
        String on = " physics thread policy 1 priority 50 on one processor, child policy 0 priority 0\n";
        String expected = "runs:" + on + "ended: 0 raised\nagain:" + on + "ended: 0 raised\n";
        assertGranted(expected, onModulePath("--enable-native-access=io.github.freestep.physics.realtime"));
    }

    private static void assertGranted(String expected, String out) {
        assumeTrue(!out.contains("(EPERM)"), out);
        assertEquals(expected, out);
    }

    private static String onClassPath(String... options) throws Exception {
        return run(List.of("-cp", OtherProcess.classPath(OWN) + File.pathSeparator + jar), options);
    }

    private static String onModulePath(String... options) throws Exception {
        String modules = Stream.of(OtherProcess.classPath(OWN).split(File.pathSeparator))
                .filter(MODULES.asPredicate())
                .collect(Collectors.joining(File.pathSeparator));
        return run(
                List.of(
                        "-p",
                        modules + File.pathSeparator + jar,
                        "--add-modules",
                        "io.github.freestep.physics",
                        "-cp",
                        "target/test-classes"),
                options);
    }

    private static String run(List<String> paths, String... options) throws Exception {
        List<String> command = new ArrayList<>(OtherProcess.java());
        command.addAll(List.of(options));
        command.addAll(paths);
        command.add(Program.class.getName());
        return OtherProcess.output(new ProcessBuilder(command), line -> false);
    }

    /** Uses the public API only, and reads back from the system what its threads have. */
    static final class Program {
        private static final long LONGEST_NANOS = 30_000_000_000L;
        private static final int POLICY = 41;
        private static final int PRIORITY = 40;
        private static final Path PROCESS = Path.of("/proc/self");

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            try {
                plain("runs");
                plain("again");
            } catch (IllegalStateException refused) {
                System.out.println(refused.getMessage());
            }
        }

        private static void plain(String name) throws Exception {
            World world = new World();
            PhysicsService physics = PhysicsService.builder(world)
                    .realTime(50)
                    .cpu(firstProcessor())
                    .build();
            world.physics = physics;
            try (physics) {
                physics.start();
                await(() -> world.child != null);
                world.starts.join();
                System.out.println(name + ": physics thread " + world.own + ", child " + world.child);
            }
            System.out.println("ended: " + raised() + " raised");
        }

        /** Returns a processor that this process may use; a container may have no processor 0. */
        private static int firstProcessor() throws IOException {
            return Integer.parseInt(processors(PROCESS).split("[-,]")[0]);
        }

        /** Returns how many threads of this process have a real-time priority. */
        private static long raised() throws IOException {
            try (Stream<Path> threads = Files.list(PROCESS.resolve("task"))) {
                return threads.filter(each -> !stat(each, POLICY).equals("0")).count();
            }
        }

        private static Path thread() {
            try {
                return Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns a field by its number in the manual; that of a thread without a special policy if it has ended. */
        private static String stat(Path thread, int field) {
            try {
                String stat = Files.readString(thread.resolve("stat"));
                // The second field is the name, which may have blanks.
                return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[field - 3];
            } catch (IOException ended) {
                return "0";
            }
        }

        private static void await(BooleanSupplier condition) {
            long since = System.nanoTime();
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - since > LONGEST_NANOS) {
                    throw new AssertionError("not within 30 s");
                }
                LockSupport.parkNanos(200_000);
            }
        }

        /** Returns the processors that a thread may use; none if it has ended. */
        private static String processors(Path thread) {
            try (Stream<String> lines = Files.lines(thread.resolve("status"))) {
                return lines.filter(line -> line.startsWith("Cpus_allowed_list:"))
                        .map(line -> line.replaceFirst(".*\\s", ""))
                        .findFirst()
                        .orElseThrow();
            } catch (IOException | UncheckedIOException ended) {
                return "";
            }
        }

        private static String rights(Path thread) {
            return "policy " + stat(thread, POLICY) + " priority " + stat(thread, PRIORITY);
        }

        private static final class World implements Simulation {
            private volatile Path thread;
            private volatile String own;
            private volatile String child;
            private volatile Thread starts;
            private volatile PhysicsService physics;

            @Override
            public StateLayout layout() {
                return StateLayout.of(1);
            }

            @Override
            public void setUp(PhysicsContext context) {
                context.bodies().spawn(0);
            }

            @Override
            public void step(Tick tick) {
                thread = thread();
                if (own == null && physics != null) {
                    own = rights(thread)
                            + (processors(thread).matches("\\d+") ? " on one processor" : " on " + processors(thread));
                    starts = new Thread(() -> child = rights(thread()));
                    starts.start();
                }
            }

            @Override
            public void write(StateWriter state) {
                state.position(0, 0, 0, 0);
                state.orientation(0, 0, 0, 0, 1);
            }
        }
    }
}
