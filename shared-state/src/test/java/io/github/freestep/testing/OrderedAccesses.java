package io.github.freestep.testing;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Reads from class files which accesses a package and those below it make that order others, and in which order each
 * method makes them, so that a test can compare both with what a model or a proof relies on. Two accesses that have
 * changed places compile, pass every other test on most processors, and fail once in millions of runs.
 */
public final class OrderedAccesses {
    private static final Pattern LINES =
            Pattern.compile("(?m)^(?:\\S.* )?(?:class|enum|record|interface) (?:\\w+\\.)*(?<type>[\\w$]+)"
                    + "(?:.* extends (?:\\w+\\.)*(?<parent>[\\w$]+))?.* \\{$"
                    + "|^  (?:\\S.* )?(?<method>[\\w$.]+)\\(.*\\).*;$|^  (?<begin>static \\{\\});$"
                    + "|^  .*\\bvolatile .* (?<declared>\\w+);$"
                    + "|(?<access>get|put)(?:field|static) .*// Field (?:(?:\\w+/)*(?<of>[\\w$]+)\\.)?(?<field>\\w+):"
                    + "(?<handle>Ljava/(?:lang/invoke/Var|util/concurrent/atomic/))?"
                    // The other exits of a lock are those for exceptions, which the compiler adds.
                    + "|\\bmonitor(?<lock>enter|exit(?=\\n.*(?:goto|return)))"
                    + "|// (?:Interface)?Method (?<in>(?:\\w+/)*)(?:(?<receiver>[\\w$]+)\\.)?(?<call>\\w+):");

    private final Map<String, String> parents = new HashMap<>();
    private final Set<String> volatiles = new HashSet<>();

    /** What each method does that may be listed, in the order of the class file. */
    private final SortedMap<String, List<Step>> methods = new TreeMap<>();

    /** An access or a call. The kind of one that orders others by itself is {@link Kind#ORDERS}. */
    private record Step(Kind kind, String verb, String what) {
        String text(String type) {
            return verb + (what.startsWith(type + ".") ? what.substring(type.length() + 1) : what);
        }
    }

    private enum Kind {
        ORDERS,
        FIELD,
        CALL
    }

    private OrderedAccesses(String name, String... types) {
        StringWriter listing = new StringWriter();
        PrintWriter out = new PrintWriter(listing);
        List<String> arguments = new ArrayList<>(List.of("-p", "-c"));
        Path folder = Path.of("target", "classes", name.replace('.', '/'));
        try (Stream<Path> files = Files.walk(folder)) {
            files.map(Path::toString)
                    .filter(file -> file.endsWith(".class")
                            && (types.length == 0
                                    || Arrays.asList(types)
                                            .contains(new File(file).getName().split("[.$]")[0])))
                    .sorted()
                    .forEach(arguments::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ToolProvider.findFirst("javap").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        read(listing.toString());
    }

    private void read(String listing) {
        Matcher line = LINES.matcher(listing);
        String type = "";
        String handle = "";
        List<Step> steps = new ArrayList<>();
        while (line.find()) {
            String method = line.group("method") == null ? line.group("begin") : line.group("method");
            if (line.group("type") != null) {
                type = line.group("type");
                parents.put(type, line.group("parent"));
            } else if (method != null) {
                // Compilers number lambdas in different orders.
                steps = methods.computeIfAbsent(
                        type + "." + method.replaceAll("lambda\\$(\\w+)\\$\\d+", "$1 lambda"),
                        key -> new ArrayList<>());
            } else if (line.group("declared") != null) {
                volatiles.add(type + "." + line.group("declared"));
            } else if (line.group("access") != null) {
                handle = line.group("handle") == null ? handle : line.group("field");
                String of = line.group("of") == null ? type : line.group("of");
                steps.add(new Step(Kind.FIELD, line.group("access") + " ", of + "." + line.group("field")));
            } else if (line.group("lock") != null) {
                steps.add(new Step(Kind.ORDERS, line.group("lock").equals("enter") ? "lock" : "unlock", ""));
            } else if (line.group("call") != null) {
                steps.add(call(line, type, handle));
            }
        }
    }

    private static Step call(Matcher line, String type, String handle) {
        String call = line.group("call");
        boolean isFence = call.endsWith("Fence");
        if (line.group("in").equals("java/util/concurrent/atomic/")
                || !isFence && "VarHandle".equals(line.group("receiver"))) {
            return new Step(Kind.ORDERS, handle + "." + call, "");
        }
        String receiver = line.group("receiver") == null ? type : line.group("receiver");
        return new Step(isFence ? Kind.ORDERS : Kind.CALL, "", receiver + "." + call);
    }

    /**
     * Reads which accesses the named classes of a package of the module under test make; all classes, if none is named:
     * {@code Mailbox.take MAIL.getAndSet} for a call of a {@code VarHandle} or of an atomic object, and {@code
     * StateBuffer.seats volatile} for a field.
     */
    public static SortedSet<String> of(String name, String... types) {
        OrderedAccesses read = new OrderedAccesses(name, types);
        SortedSet<String> accesses = new TreeSet<>();
        read.volatiles.forEach(field -> accesses.add(field + " volatile"));
        read.methods.forEach((method, steps) -> steps.stream()
                // The models know neither locks nor the garbage collector, for which the fences of references are.
                .filter(step ->
                        step.kind == Kind.ORDERS && !step.verb.endsWith("lock") && !step.what.startsWith("Reference."))
                .forEach(step -> accesses.add(method + " " + step.verb + step.what)));
        return accesses;
    }

    /**
     * Requires that each method makes its accesses in the order in which {@code expected} has them. A method has an
     * entry if it does at least two of the following, and one of the first:
     *
     * <ul>
     *   <li>an access of a volatile field, a {@code VarHandle}, an atomic object or a lock, a fence, or a call of a
     *       method of these classes that makes one of these accesses itself or has an entry
     *   <li>an access of one of the plain fields, or a call of one of the methods, that {@code also} names
     * </ul>
     *
     * <p>So a change of anything else needs no change of the lists.
     *
     * @param expected a paragraph for each method, such as {@code Reader.acquire: ReaderSeat.hasWindow,
     * ReaderSeat.take}
     * @param also plain fields that other threads read because of the order, and methods outside the named classes
     */
    public static void requireOrder(String expected, Set<String> also, String name, String... types) {
        SortedMap<String, String> is = new OrderedAccesses(name, types).inOrder(also);
        SortedMap<String, String> wanted = new TreeMap<>();
        Stream.of(expected.strip().replaceAll("\\s*\\n\\s+", " ").split("\\n"))
                .map(line -> line.split(": ", 2))
                .forEach(line -> wanted.put(line[0], line[1]));
        StringBuilder changes = new StringBuilder();
        Set<String> all = new TreeSet<>(is.keySet());
        all.addAll(wanted.keySet());
        for (String method : all) {
            String before = wanted.getOrDefault(method, "no entry");
            String now = is.getOrDefault(method, "no entry");
            if (!before.equals(now)) {
                changes.append("\n\n  " + method + "\n    expected: " + before + "\n    is:       " + now);
            }
        }
        if (!changes.isEmpty()) {
            throw new AssertionError("memory accesses have come, gone or changed places. What a thread does before one"
                    + " of them is what another thread can rely on when it sees that access, so two that change places"
                    + " are a bug that other tests do not find. If the new order is meant, first show by the model that"
                    + " it holds, then put the line after \"is\" into the list of this test:" + changes);
        }
    }

    private SortedMap<String, String> inOrder(Set<String> also) {
        Set<String> listed = new HashSet<>();
        int before;
        do {
            before = listed.size();
            methods.forEach((method, steps) -> {
                if (steps.stream().filter(step -> isEntry(step, listed, also)).count() > 1
                        && steps.stream().anyMatch(step -> orders(step, listed))) {
                    listed.add(method);
                }
            });
        } while (listed.size() > before);
        SortedMap<String, String> lists = new TreeMap<>();
        for (String method : listed) {
            // Before a constructor has returned, no other thread has the object.
            if (!method.matches("(\\w|\\.)*\\.freestep\\..*|.*static \\{\\}")) {
                String type = method.substring(0, method.indexOf('.'));
                List<String> texts = methods.get(method).stream()
                        .filter(step -> isEntry(step, listed, also))
                        .map(step -> step.text(type))
                        .toList();
                lists.put(method, String.join(", ", texts));
            }
        }
        return lists;
    }

    private boolean isEntry(Step step, Set<String> listed, Set<String> also) {
        return orders(step, listed) || also.contains(declared(step.what, also));
    }

    private boolean orders(Step step, Set<String> listed) {
        return switch (step.kind) {
            case ORDERS -> true;
            case FIELD -> volatiles.contains(declared(step.what, volatiles));
            case CALL -> {
                String called = declared(step.what, methods.keySet());
                yield listed.contains(called)
                        || methods.getOrDefault(called, List.of()).stream()
                                .anyMatch(inner -> inner.kind != Kind.CALL && orders(inner, listed));
            }
        };
    }

    /** Returns the member of the nearest superclass that is in a set. */
    private String declared(String member, Set<String> among) {
        String name = member.substring(member.indexOf('.'));
        String type = member.substring(0, member.length() - name.length());
        while (type != null && !among.contains(type + name)) {
            type = parents.get(type);
        }
        return type + name;
    }
}
