package io.github.freestep.testing;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/**
 * Reads from class files which accesses a package makes that order others, so that a test can compare them with those
 * of a model: {@code Mailbox.take MAIL.getAndSet} for a call of a {@code VarHandle} or of an atomic object, and {@code
 * StateBuffer.seats volatile} for a field.
 */
public final class OrderedAccesses {
    private static final Pattern LINES = Pattern.compile(
            "(?m)^\\S.*\\b(?:class|enum|record) (?:\\w+\\.)*(?<type>[\\w$]+)|^  (?:\\S.* )?(?<method>[\\w$]+)\\(.*\\)"
                    + "|^  .*\\bvolatile .* (?<field>\\w+);$|// Field (?:.*\\.)?(?<handle>\\w+):Ljava/lang/invoke/Var"
                    + "|// (?:Interface)?Method java/(?:lang/invoke/(?=Var)|util/concurrent/atomic/)"
                    + "(?<call>[A-Z]\\w+\\.[a-z]\\w+):");

    private OrderedAccesses() {}

    /** Reads the named classes of a package of the module under test; all, if none is named. */
    public static SortedSet<String> of(String name, String... types) {
        File[] files = new File("target/classes", name.replace('.', '/'))
                .listFiles((folder, file) -> file.endsWith(".class")
                        && (types.length == 0 || Arrays.asList(types).contains(file.split("[.$]")[0])));
        StringWriter listing = new StringWriter();
        PrintWriter out = new PrintWriter(listing);
        List<String> arguments = new ArrayList<>(List.of("-p", "-c"));
        Arrays.stream(files).map(File::getPath).forEach(arguments::add);
        ToolProvider.findFirst("javap").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        SortedSet<String> accesses = new TreeSet<>();
        Matcher line = LINES.matcher(listing.toString());
        String type = "";
        String method = "";
        String handle = "";
        while (line.find()) {
            type = line.group("type") == null ? type : line.group("type");
            method = line.group("method") == null ? method : line.group("method");
            handle = line.group("handle") == null ? handle : line.group("handle");
            if (line.group("field") != null) {
                accesses.add(type + "." + line.group("field") + " volatile");
            } else if (line.group("call") != null) {
                String call = line.group("call");
                boolean byHandle = call.startsWith("VarHandle") && !call.endsWith("Fence");
                accesses.add(type + "." + method + " " + (byHandle ? call.replace("VarHandle", handle) : call));
            }
        }
        return accesses;
    }
}
