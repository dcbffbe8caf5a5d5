package io.github.freestep.benchmarks.release;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the class files of the modules, and reads which names they contain. */
final class ClassFiles {
    private static final String ROOT = "io.github.freestep.";

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

    /** Returns all texts of a class file, among which are the names, descriptors and signatures that it refers to. */
    static List<String> texts(String module, Path file) {
        List<String> texts = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(
                new BufferedInputStream(Files.newInputStream(folder(module).resolve(file))))) {
            in.skipNBytes(8);
            for (int left = in.readUnsignedShort() - 1; left > 0; left--) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> texts.add(in.readUTF());
                    case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        left--; // a long and a double take two places
                    }
                    default -> in.skipNBytes(4);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    private static Path folder(String module) {
        return Path.of("..", module, "target", "classes");
    }
}
