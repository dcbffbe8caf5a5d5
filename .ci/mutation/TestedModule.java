import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the newest build has left of a module: its classes, and the reports of its tests. */
final class TestedModule {
    /**
     * The nearest tests of a class that together take as long run for each mutant. More tests would find few more, and
     * a mutant that survives costs all of them.
     */
    private static final double TEST_SECONDS = 6;

    private static final Pattern TYPE = Pattern.compile("io/github/freestep/[\\w/$]+");

    final Path folder;

    /** Null if no test has run. */
    private String classPath;

    private String java;

    /** How long each test class takes. */
    private final Map<String, Double> seconds = new HashMap<>();

    /** The classes of the module that name a class. */
    private final Map<String, Set<String>> users = new HashMap<>();

    TestedModule(Path folder) throws IOException {
        this.folder = folder;
        for (Path report : files(folder.resolve("target/surefire-reports"), ".xml")) {
            String text = Files.readString(report);
            Matcher suite = Pattern.compile("<testsuite [^>]*?name=\"([^\"]+)\" time=\"([^\"]+)\"").matcher(text);
            if (suite.find()) {
                seconds.put(suite.group(1), Double.parseDouble(suite.group(2).replace(",", "")));
                classPath = property(text, "surefire.test.class.path") + File.pathSeparator
                        + property(text, "jdk.module.path");
                java = property(text, "java.home") + "/bin/java";
            }
        }
        for (String classes : List.of("target/classes", "target/test-classes")) {
            Path root = folder.resolve(classes);
            for (Path file : files(root, ".class")) {
                String user = root.relativize(file).toString().replace(".class", "");
                // Names of classes are plain text in a class file.
                Matcher used = TYPE.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
                while (used.find()) {
                    users.computeIfAbsent(used.group(), key -> new HashSet<>()).add(user);
                }
            }
        }
    }

    private static String property(String report, String name) {
        Matcher property = Pattern.compile("name=\"" + name + "\" value=\"([^\"]*)\"").matcher(report);
        return property.find() ? property.group(1) : "";
    }

    private static List<Path> files(Path folder, String end) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(end)).sorted().toList();
        }
    }

    String classPath() {
        return classPath;
    }

    String java() {
        return java;
    }

    double seconds(List<String> tests) {
        return tests.stream().mapToDouble(test -> seconds.getOrDefault(test, TEST_SECONDS)).sum();
    }

    /**
     * Returns the tests that are nearest to a class, in the order in which to run them: its own, then those that name
     * it, then those that name a class that does, and so on, of which the shortest come first.
     */
    List<String> nearest(String type) {
        Map<String, Integer> distances = new HashMap<>(Map.of(type, 0));
        ArrayDeque<String> next = new ArrayDeque<>(List.of(type));
        while (!next.isEmpty()) {
            String at = next.poll();
            // A nested class belongs to the one around it.
            for (String user : users.getOrDefault(at, Set.of())) {
                for (String each : List.of(user, outer(user))) {
                    if (distances.putIfAbsent(each, distances.get(at) + (outer(at).equals(outer(each)) ? 0 : 1)) == null) {
                        next.add(each);
                    }
                }
            }
        }
        List<String> all = new ArrayList<>(distances.keySet());
        all.removeIf(each -> !seconds.containsKey(each.replace('/', '.')));
        all.sort(Comparator.comparing((String each) -> !each.startsWith(type))
                .thenComparing(distances::get)
                .thenComparingDouble(each -> seconds.get(each.replace('/', '.')))
                .thenComparing(each -> each));
        List<String> chosen = new ArrayList<>();
        for (String each : all) {
            String test = each.replace('/', '.');
            if (chosen.isEmpty() || seconds(chosen) + seconds.get(test) <= TEST_SECONDS) {
                chosen.add(test);
            }
        }
        return chosen;
    }

    private static String outer(String type) {
        return type.replaceAll("\\$.*", "");
    }
}
