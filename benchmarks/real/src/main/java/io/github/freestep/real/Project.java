package io.github.freestep.real;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The sources of a project of others, compiled as they are and with the change of their host. */
final class Project {
    final Host host;

    /** By name, why a class does not compile. */
    final Map<String, String> broken = new TreeMap<>();

    /** By name, why a class does not compile with the change, although it compiles without it. */
    final Map<String, String> refused = new TreeMap<>();

    private final Path sources;
    private final Path target;

    /** The sources by the names of their classes, and the same with the change. */
    private final Map<String, String> stock = new TreeMap<>();

    private final Map<String, String> ours = new TreeMap<>();

    private Project(Host host, Path sources, Path target) throws IOException {
        this.host = host;
        this.sources = sources;
        this.target = target;
        for (Path file : find(sources, ".java")) {
            String name = name(sources, file);
            stock.put(name, Files.readString(file).replace("\r\n", "\n"));
            ours.put(name, host.edited(stock.get(name), "change"));
        }
        stock.remove("module-info");
        if (!programs().isEmpty()) {
            compile(stock, classes(false), broken);
            compile(ours, classes(true), refused);
        }
    }

    /** Finds the projects in a folder: each folder of sources that a host has. */
    static List<Project> in(Path folder, Path target) throws IOException {
        List<Project> found = new ArrayList<>();
        for (Path sources : find(folder, "src/main/java")) {
            for (Host host : Host.values()) {
                Project project = new Project(host, sources, target.resolve(host + "-" + found.size()));
                if (!project.programs().isEmpty()) {
                    found.add(project);
                }
            }
        }
        return found;
    }

    /** Returns the names of the programs. */
    List<String> programs() {
        return stock.keySet().stream()
                .filter(each -> stock.get(each).contains("static void main(")
                        && stock.get(each).contains(host.sign)
                        && !broken.containsKey(each))
                .toList();
    }

    /** Returns whether the change finds something to change for a program. */
    boolean fits(String program) {
        return stock.get(program).contains(host.replaced);
    }

    /** Returns how many lines come and go: in a program, or in all files if programs share what is changed. */
    String lines(String program) {
        int[] sum = new int[2];
        stock.forEach((name, text) -> {
            if (host.replaced.isEmpty() || name.equals(program)) {
                List<String> gone = new ArrayList<>(text.lines().toList());
                for (String line : ours.get(name).lines().toList()) {
                    sum[0] += gone.remove(line) ? 0 : 1;
                }
                sum[1] += gone.size();
            }
        });
        return "+%-4d -%-4d".formatted(sum[0], sum[1]);
    }

    /** Returns the folder of the classes, with Freestep or without it. */
    Path classes(boolean isOurs) {
        return target.resolve(isOurs ? "freestep" : "stock");
    }

    /** Returns what programs need on their class path besides this program. */
    String resources() {
        return sources + File.pathSeparator + sources.resolveSibling("resources");
    }

    /** Leaves out the files that do not compile, such as one for a library that is not here. */
    private void compile(Map<String, String> texts, Path classes, Map<String, String> failed) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("-d", classes.toString(), "-nowarn", "-proc:none");
        for (boolean again = true; again; ) {
            List<Path> files = new ArrayList<>();
            for (String name : stock.keySet()) {
                if (!broken.containsKey(name) && !failed.containsKey(name)) {
                    Path file = classes.resolve(name.replace('.', '/') + ".java");
                    Files.createDirectories(file.getParent());
                    files.add(Files.writeString(file, host.edited(texts.get(name), "stage")));
                }
            }
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            StandardJavaFileManager manager = javac.getStandardFileManager(said, null, null);
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(files);
            again = !files.isEmpty()
                    && !javac.getTask(null, manager, said, options, null, units).call();
            for (Diagnostic<? extends JavaFileObject> each : said.getDiagnostics()) {
                if (each.getKind() == Diagnostic.Kind.ERROR) {
                    String name = name(classes, Path.of(each.getSource().toUri()));
                    failed.putIfAbsent(name, each.getMessage(null).replaceAll("\\s+", " "));
                    // Nobody plays the class of an earlier run instead.
                    Files.deleteIfExists(classes.resolve(name.replace('.', '/') + ".class"));
                }
            }
        }
    }

    private static String name(Path folder, Path file) {
        return folder.relativize(file)
                .toString()
                .replace(File.separatorChar, '.')
                .replaceAll("\\.java$", "");
    }

    private static List<Path> find(Path folder, String end) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(each ->
                            each.toString().replace(File.separatorChar, '/').endsWith(end))
                    .sorted()
                    .toList();
        }
    }
}
