package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * native-image cannot always know what is looked up by a name. Each class that does so is the condition of an entry in
 * the metadata of its jar, no other class is one, and each type that the metadata names is in a jar.
 */
class NativeImageTest {
    private static final Pattern BY_NAME = Pattern.compile("""
            java/lang/Class\\.(forName|newInstance|getResource.*|getRecordComponents)
            |java/lang/Class\\.get(Declared)?(Method|Constructor|Field)s?
            |java/lang/ClassLoader\\.(loadClass|getResource.*|getSystemResource.*)
            |java/lang/Module\\.getResource.*
            |java/lang/reflect/Proxy\\.newProxyInstance
            |java/lang/invoke/MethodHandles\\$Lookup\\.(find|unreflect).*
            |java/util/ServiceLoader\\.load.*
            |java/util/ResourceBundle\\.getBundle
            |java/util/concurrent/atomic/.*FieldUpdater\\.newUpdater
            |java/io/ObjectInputStream\\.readObject""".replace("\n", ""));
    private static final String CALL_OF_C = "java/lang/foreign/Linker.downcallHandle";
    private static final Pattern CONDITION = Pattern.compile("\"typeReached\": \"([^\"]*)\"");
    private static final Pattern OUR_TYPE = Pattern.compile("\"(io\\.github\\.freestep\\.[\\w.$]+)\"");
    private static final Pattern VERSION = Pattern.compile("META-INF/versions/\\d+/");

    /** An older JDK leaves out the classes for newer ones. */
    private static final boolean HAS_NEWER_CLASSES = Runtime.version().feature() >= 22;

    /** A list or an object whose values are all scalars, of which 0 stands for such a list or object. */
    private static final Pattern INNERMOST = Pattern.compile("""
            \\{(\\s*"\\w+":\\s?V(,\\s*"\\w+":\\s?V)*)?\\s*}|\\[(\\s*V(,\\s*V)*)?\\s*]""".replace("V", "(\"[^\"]*\"|true|0)"));

    @ParameterizedTest
    @FieldSource("io.github.freestep.benchmarks.release.PackagesTest#LIBRARIES")
    void theMetadataHaveEachClassThatLooksUpAName(String library) {
        assertEquals(callers(library, BY_NAME), found(CONDITION, metadata(library)));
        if (HAS_NEWER_CLASSES) {
            assertEquals(
                    !callers(library, Pattern.compile(CALL_OF_C)).isEmpty(),
                    metadata(library).contains("\"downcalls\""));
        }
    }

    @ParameterizedTest
    @FieldSource("io.github.freestep.benchmarks.release.PackagesTest#LIBRARIES")
    void theMetadataAreJson(String library) {
        String json = metadata(library);
        for (String before = ""; !json.equals(before); ) {
            before = json;
            json = INNERMOST.matcher(json).replaceAll("0");
        }
        assertTrue(json.isEmpty() || json.strip().equals("0"), json);
    }

    @Test
    void eachTypeThatTheMetadataNameIsInALibrary() {
        Set<String> named = new TreeSet<>();
        PackagesTest.LIBRARIES.forEach(library -> named.addAll(found(OUR_TYPE, metadata(library))));
        assertTrue(named.size() > 5, named::toString);
        PackagesTest.LIBRARIES.forEach(
                library -> classes(library).map(NativeImageTest::name).forEach(named::remove));
        named.removeIf(each -> !HAS_NEWER_CLASSES && each.startsWith("io.github.freestep.physics.realtime."));
        assertEquals(Set.of(), named);
    }

    private static Set<String> callers(String library, Pattern methods) {
        return classes(library)
                .filter(file -> ClassFiles.calls(ClassFiles.folder(library).resolve(file)).stream()
                        .anyMatch(call -> methods.matcher(call).matches()))
                .map(NativeImageTest::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the class files of a library, also those for newer JDKs, relative to their folder. */
    private static Stream<Path> classes(String library) {
        return files(library).filter(file -> file.toString().endsWith(".class"));
    }

    private static String name(Path file) {
        return VERSION.matcher(file.toString().replace('\\', '/'))
                .replaceFirst("")
                .replace(".class", "")
                .replace('/', '.');
    }

    /** Returns the metadata of a library, which must be in its own folder, or an empty text. */
    private static String metadata(String library) {
        String name = "freestep-" + Path.of(library).getFileName();
        List<Path> all = files(library)
                .filter(file -> file.endsWith("reachability-metadata.json"))
                .toList();
        if (all.isEmpty()) {
            return "";
        }
        assertEquals(
                List.of(Path.of("META-INF/native-image/io.github.freestep", name, "reachability-metadata.json")), all);
        try {
            return Files.readString(ClassFiles.folder(library).resolve(all.get(0)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> files(String library) {
        Path folder = ClassFiles.folder(library);
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).map(folder::relativize).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
