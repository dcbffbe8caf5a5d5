package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every name of the API between backticks exists, and so does every method that a page calls there. */
class ReadmePhrasesTest {
    static final List<Path> PAGES = Readmes.ALL;

    /** Methods of hosts and of the JDK that pages call. */
    private static final Set<String> OF_OTHERS =
            Set.of("glfwGetVideoMode", "refreshRate", "getFrequency", "getDisplayMode", "getRefreshRate", "dump");

    private static final Pattern CALL = Pattern.compile("(?<![\\w-])([A-Za-z]\\w*)\\(");
    private static final Pattern PUBLIC_SOURCE = Pattern.compile(
            "(?:[^/]+/)+src/main/java/(io/github/freestep/(state|time|net|physics|render)\\b.*)\\.java");

    /** Packages whose names a page may use without them. */
    private static final List<String> OF_THE_JDK = List.of(
            "java.lang.",
            "java.io.",
            "java.util.",
            "java.util.concurrent.",
            "java.time.",
            "java.util.concurrent.atomic.",
            "java.util.concurrent.locks.");

    /**
     * Neither of the API nor of the JDK: keys of the viewer, names of events, of a method of all atomics, and of what
     * readers have in loops of their own.
     */
    private static final Set<String> WORDS = Set.of(
            "Space",
            "Down",
            "Up",
            "Left",
            "Right",
            "Esc",
            "Overrun",
            "Slip",
            "Fault",
            "LateInput",
            "Stutter",
            "getAndSet",
            "record",
            "MAX_LOOPS",
            "MAX_CYCLES");

    private static final String FILES =
            Readmes.files().stream().map(Path::toString).collect(Collectors.joining("\n", "\n", "\n"));
    private static final Map<String, Set<String>> MEMBERS = members();

    @ParameterizedTest
    @FieldSource("PAGES")
    void everyCalledMethodExists(Path page) {
        Readmes.spans(page).flatMap(ReadmePhrasesTest::calls).forEach(name -> {
            if (!isMethod(name)) {
                fail(page + ": `" + name + "(` is no public method or type");
            }
        });
    }

    private static Stream<String> calls(String span) {
        return CALL.matcher(span).results().map(call -> call.group(1));
    }

    private static boolean isMethod(String name) {
        return OF_OTHERS.contains(name)
                || WORDS.contains(name)
                || exists(name)
                || members(Duration.class).contains(name)
                || MEMBERS.values().stream().anyMatch(members -> members.contains(name));
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void everyNameExists(Path page) {
        Readmes.spans(page).filter(span -> span.matches("[A-Z]\\w*(\\.\\w+)*")).forEach(name -> {
            if (!exists(name)) {
                fail(page + ": `" + name + "` is no public type, constant or source file");
            }
        });
        Readmes.spans(page)
                .filter(span -> span.matches("[a-z]\\w*[A-Z]\\w*") && !WORDS.contains(span))
                .forEach(name -> assertTrue(
                        MEMBERS.values().stream().anyMatch(members -> members.contains(name)),
                        () -> page + ": `" + name + "` is no public method"));
    }

    @Test
    void anUnknownNameIsFound() {
        assertTrue(exists("PhysicsService") && exists("PhysicsService.start") && exists("SmoothnessTest"));
        assertTrue(!exists("PhysicsServer") && !exists("PhysicsService.begin") && !exists("NO_SUCH_KIND"));
        assertTrue(calls("physics.submit(c -> c.spawn())").toList().equals(List.of("submit", "spawn")));
        assertTrue(isMethod("spinBudgetPerMille") && !isMethod("spinBudgetPerCent"));
    }

    private static boolean exists(String name) {
        if (WORDS.contains(name) || FILES.contains("/" + name + ".java\n")) {
            return true;
        }
        if (name.matches("[A-Z_]+")) {
            return name.length() == 1 || MEMBERS.values().stream().anyMatch(members -> members.contains(name));
        }
        int dot = name.indexOf('.');
        String type = dot < 0 ? name : name.substring(0, dot);
        Set<String> members = MEMBERS.containsKey(type) ? MEMBERS.get(type) : ofTheJdk(type);
        return members != null && (dot < 0 || members.contains(name.substring(dot + 1)));
    }

    private static Set<String> ofTheJdk(String type) {
        for (String prefix : OF_THE_JDK) {
            try {
                return members(Class.forName(prefix + type));
            } catch (ClassNotFoundException e) {
                // Then of another package.
            }
        }
        return null;
    }

    /** Of all public types of the modules, by their names without a package. */
    private static Map<String, Set<String>> members() {
        Map<String, Set<String>> members = new HashMap<>();
        for (Path file : Readmes.files()) {
            var source = PUBLIC_SOURCE.matcher(file.toString());
            if (source.matches() && !source.group(1).endsWith("-info")) {
                try {
                    put(Class.forName(source.group(1).replace('/', '.')), members);
                } catch (ClassNotFoundException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return members;
    }

    private static void put(Class<?> type, Map<String, Set<String>> into) {
        if (Modifier.isPublic(type.getModifiers())) {
            // Nested types of different types may have the same name.
            into.computeIfAbsent(type.getSimpleName(), name -> new HashSet<>()).addAll(members(type));
            for (Class<?> nested : type.getDeclaredClasses()) {
                put(nested, into);
            }
        }
    }

    private static Set<String> members(Class<?> type) {
        Stream<Method> methods = Stream.concat(
                Arrays.stream(type.getMethods()),
                Arrays.stream(type.getDeclaredMethods()).filter(method -> Modifier.isProtected(method.getModifiers())));
        Stream<Field> fields = Arrays.stream(type.getFields());
        return Stream.concat(methods, fields).map(Member::getName).collect(Collectors.toCollection(HashSet::new));
    }
}
