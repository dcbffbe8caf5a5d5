import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Compiles each mutant of given lines, and runs the nearest tests of its module, in a JVM of their own, until one fails.
 * Prints the mutants that no test has noticed. The modules must have been built and tested, because the class path, the
 * JDK and the times of the tests are those of their reports.
 *
 * <p>Usage: {@code Mutants FOLDER LAUNCHER SECONDS MOST SEED}, with a folder for what it makes and the class path of
 * JUnit's launcher. On standard input, lines as {@code path/File.java:12}.
 */
public final class Mutants {
    /** A mutant that never ends is found by the time: three times that of its tests, and this. */
    private static final int HANG_SECONDS = 15;

    /** Each JVM of tests keeps about one processor busy. */
    private static final int AT_ONCE = 2;

    private static final Path ROOT = Path.of("").toAbsolutePath();

    private enum Outcome {
        KILLED,
        SURVIVED,
        NOT_COMPILED,
        /** All of its tests fail without it, too. */
        WITHOUT_TEST
    }

    private final Path work;
    private final String launcher;
    private final Map<Path, TestedModule> modules = new HashMap<>();

    /** Whether a test passes without a mutant, of those that have failed with one. */
    private final Map<String, Boolean> passes = new ConcurrentHashMap<>();

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    private Mutants(Path work, String launcher) {
        this.work = work;
        this.launcher = launcher;
    }

    public static void main(String[] arguments) throws Exception {
        Mutants all = new Mutants(Path.of(arguments[0]).toAbsolutePath(), arguments[1]);
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[2]));
        all.requireThatTestsDecide();
        List<Mutant> found = all.find(System.in.readAllBytes(), new Random(Long.parseLong(arguments[4])));
        List<Mutant> most = found.subList(0, Math.min(Integer.parseInt(arguments[3]), found.size()));
        all.print(found, all.run(most, endNanos));
    }

    /** Plants a bug that the tests must find, and then nothing, which they must not. */
    private void requireThatTestsDecide() throws Exception {
        Path file = ROOT.resolve("shared-state/src/main/java/io/github/freestep/state/Windows.java");
        long line = 1 + Files.readAllLines(file).indexOf("        return window << 8 | slot | beyond;");
        Mutant known = Mutant.of(file, Set.of(line)).get(0);
        Outcome bug = run(known, work.resolve("known"));
        Outcome none = run(new Mutant(file, line, 0, 0, ""), work.resolve("known"));
        if (bug != Outcome.KILLED || none != Outcome.SURVIVED) {
            throw new AssertionError("a known bug was " + bug + ", and a file without one " + none);
        }
        System.out.println("line " + line + " of Windows: killed with " + known.what() + ", survives unchanged");
    }

    /** Returns the mutants in the order in which to try them: one of each line comes before the second of any. */
    private List<Mutant> find(byte[] input, Random random) throws IOException {
        Map<Path, Set<Long>> lines = new TreeMap<>();
        for (String line : new String(input).lines().toList()) {
            int colon = line.lastIndexOf(':');
            lines.computeIfAbsent(ROOT.resolve(line.substring(0, colon)), key -> new HashSet<>())
                    .add(Long.parseLong(line.substring(colon + 1)));
        }
        List<Mutant> found = new ArrayList<>();
        for (Path file : lines.keySet()) {
            if (module(file).classPath() == null) {
                throw new AssertionError("no test has run in " + module(file).folder);
            }
            if (module(file).nearest(type(file)).isEmpty()) {
                System.out.println("no test of its module reaches " + ROOT.relativize(file));
            } else {
                found.addAll(Mutant.of(file, lines.get(file)));
            }
        }
        Collections.shuffle(found, random);
        Map<String, Integer> ofLine = new HashMap<>();
        Map<Mutant, Integer> rounds = new HashMap<>();
        found.forEach(each -> rounds.put(each, ofLine.merge(each.file() + ":" + each.line(), 1, Integer::sum)));
        found.sort(Comparator.comparing(rounds::get));
        return found;
    }

    private Map<Mutant, Outcome> run(List<Mutant> mutants, long endNanos) throws Exception {
        Map<Mutant, Outcome> outcomes = new ConcurrentHashMap<>();
        ArrayDeque<Mutant> queue = new ArrayDeque<>(mutants);
        List<Callable<Void>> workers = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            Path planted = work.resolve("planted-" + i);
            workers.add(() -> {
                while (true) {
                    Mutant mutant;
                    synchronized (queue) {
                        mutant = System.nanoTime() - endNanos < 0 ? queue.poll() : null;
                    }
                    if (mutant == null) {
                        return null;
                    }
                    outcomes.put(mutant, run(mutant, planted));
                }
            });
        }
        for (Future<Void> worker : threads.invokeAll(workers)) {
            worker.get();
        }
        return outcomes;
    }

    private void print(List<Mutant> found, Map<Mutant, Outcome> outcomes) throws IOException {
        List<Mutant> tried = outcomes.keySet().stream()
                .sorted(Comparator.comparing(Mutant::file).thenComparing(Mutant::line))
                .toList();
        Map<Outcome, Integer> counts = new TreeMap<>();
        for (Mutant each : tried) {
            counts.merge(outcomes.get(each), 1, Integer::sum);
            if (outcomes.get(each) == Outcome.SURVIVED) {
                System.out.println("survives: " + ROOT.relativize(each.file()) + ":" + each.line() + ": " + each.what());
            }
        }
        passes.values().removeIf(passed -> passed);
        System.out.println(tried.size() + " of " + found.size() + " mutants: " + counts
                + (passes.isEmpty() ? "" : "; tests that fail here without one, too: " + passes.keySet()));
        if (!found.isEmpty() && !counts.containsKey(Outcome.KILLED) && !counts.containsKey(Outcome.SURVIVED)) {
            throw new AssertionError("there are mutants, and none was tested");
        }
    }

    private synchronized TestedModule module(Path file) throws IOException {
        Path folder = Path.of(file.toString().replaceAll("/src/main/java/.*", ""));
        TestedModule module = modules.get(folder);
        if (module == null) {
            module = new TestedModule(folder);
            modules.put(folder, module);
        }
        return module;
    }

    private static String type(Path file) {
        return file.toString().replaceAll(".*/src/main/java/", "").replace(".java", "");
    }

    private Outcome run(Mutant mutant, Path planted) throws Exception {
        TestedModule module = module(mutant.file());
        if (!compile(module, mutant, planted)) {
            return Outcome.NOT_COMPILED;
        }
        while (true) {
            List<String> tests = module.nearest(type(mutant.file())).stream()
                    .filter(test -> passes.getOrDefault(test, true))
                    .toList();
            String failed = tests.isEmpty() ? "" : failing(module, tests, planted);
            if (failed.isEmpty()) {
                return tests.isEmpty() ? Outcome.WITHOUT_TEST : Outcome.SURVIVED;
            }
            // A test that fails here without a mutant, such as one that needs the module path, has not found it.
            boolean isSound = true;
            for (String suspect : tests.contains(failed) ? List.of(failed) : tests) {
                if (!passes.containsKey(suspect)) {
                    passes.put(suspect, failing(module, List.of(suspect), work.resolve("none")).isEmpty());
                }
                isSound &= passes.get(suspect);
            }
            if (isSound) {
                return Outcome.KILLED;
            }
        }
    }

    private static boolean compile(TestedModule module, Mutant mutant, Path planted) throws IOException {
        if (Files.exists(planted)) {
            try (Stream<Path> all = Files.walk(planted)) {
                all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
        Files.createDirectories(planted);
        List<String> options = List.of(
                "-proc:none", "-nowarn", "--release", "17", "-d", planted.toString(), "-cp", module.classPath());
        return ToolProvider.getSystemJavaCompiler()
                .getTask(Writer.nullWriter(), null, diagnostic -> {}, options, null, List.of(
                        Mutant.unit(mutant.file(), mutant.source())))
                .call();
    }

    /** Runs tests. Returns the first class that fails, another word if the JVM hangs or ends, or an empty text. */
    private String failing(TestedModule module, List<String> tests, Path planted) throws Exception {
        String classPath = String.join(
                File.pathSeparator,
                planted.toString(),
                work.resolve("classes").toString(),
                module.classPath(),
                launcher);
        List<String> command = new ArrayList<>(
                List.of(module.java(), "-ea", "-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp", classPath, "NearestTests"));
        command.addAll(tests);
        Process process = new ProcessBuilder(command)
                .directory(module.folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Future<String> output = threads.submit(() -> new String(process.getInputStream().readAllBytes()));
            if (!process.waitFor((long) (3 * module.seconds(tests)) + HANG_SECONDS, TimeUnit.SECONDS)) {
                return "hangs";
            }
            Matcher end = Pattern.compile("(?m)^(FAILED|PASSED) (\\S+)$").matcher(output.get());
            return !end.find() || end.group(2).equals("0") ? "ends" : end.group(1).equals("PASSED") ? "" : end.group(2);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
