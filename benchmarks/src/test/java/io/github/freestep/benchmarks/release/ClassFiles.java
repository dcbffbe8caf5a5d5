package io.github.freestep.benchmarks.release;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds the class files of the modules, and reads which names they contain, and which methods they call. */
final class ClassFiles {
    private static final String ROOT = "io.github.freestep.";
    private static final Pattern OURS = Pattern.compile("io/github/freestep/([a-z0-9/]+/(?:[A-Z]\\w*|package-info))");
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;

    private ClassFiles() {}

    /** Returns the class files of our packages, relative to the folder with the classes of their module. */
    static List<Path> of(String module) {
        Path folder = folder(module);
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(folder::relativize)
                    .filter(file -> file.startsWith(Path.of("io", "github", "freestep")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the package of a class file, without our root. */
    static String packageOf(Path file) {
        return file.getParent()
                .toString()
                .replace(file.getFileSystem().getSeparator(), ".")
                .substring(ROOT.length());
    }

    /**
     * Returns which of our classes each class of some modules names, without our root. A nested class counts as a part
     * of the class around it.
     */
    static Map<String, Set<String>> needs(List<String> modules) {
        Map<String, Set<String>> needs = new TreeMap<>();
        for (String module : modules) {
            for (Path file : of(module)) {
                String name =
                        packageOf(file) + "." + file.getFileName().toString().split("[$.]")[0];
                Set<String> needed = needs.computeIfAbsent(name, n -> new TreeSet<>());
                for (String text : texts(module, file)) {
                    OURS.matcher(text)
                            .results()
                            .forEach(found -> needed.add(found.group(1).replace('/', '.')));
                }
                needed.remove(name);
            }
        }
        return needs;
    }

    /** Returns the package of a class. */
    static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** Returns all texts of a class file, among which are the names, descriptors and signatures that it refers to. */
    static List<String> texts(String module, Path file) {
        return Arrays.stream(new Constants(folder(module).resolve(file)).texts)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns the methods that a class file calls, each as {@code java/lang/Class.forName}. */
    static List<String> calls(Path file) {
        Constants constants = new Constants(file);
        return IntStream.range(0, constants.tags.length)
                .filter(i -> constants.tags[i] == METHOD || constants.tags[i] == INTERFACE_METHOD)
                .mapToObj(i -> constants.texts[constants.first[constants.first[i]]] + "."
                        + constants.texts[constants.first[constants.second[i]]])
                .toList();
    }

    /** The constant pool of a class file. An entry has a text, or refers to up to two others. */
    private static final class Constants {
        final int[] tags;
        final int[] first;
        final int[] second;
        final String[] texts;

        Constants(Path file) {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
                in.skipNBytes(8);
                int count = in.readUnsignedShort();
                tags = new int[count];
                first = new int[count];
                second = new int[count];
                texts = new String[count];
                for (int i = 1; i < count; i++) {
                    tags[i] = in.readUnsignedByte();
                    switch (tags[i]) {
                        case 1 -> texts[i] = in.readUTF();
                        case 7, 8, 16, 19, 20 -> first[i] = in.readUnsignedShort();
                        case 15 -> in.skipNBytes(3);
                        case 5, 6 -> {
                            in.skipNBytes(8);
                            i++; // a long and a double take two places
                        }
                        default -> {
                            first[i] = in.readUnsignedShort();
                            second[i] = in.readUnsignedShort();
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static Path folder(String module) {
        return Path.of("..", module, "target", "classes");
    }
}
