import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Checks that jars say to native-image what their classes look up by name. Each class that makes such a call must be
 * the condition of an entry in the metadata of its jar, no other class may be one, and each type of ours that the
 * metadata names must be in a jar. Arguments: the jars.
 */
class Metadata {
    /** Calls that find something by a name, which native-image cannot always know. */
    private static final Pattern LOOK_UPS = Pattern.compile("java/lang/Class\\.(forName|newInstance|getResource.*"
            + "|get(Declared)?(Method|Constructor|Field)s?|getRecordComponents)|java/lang/ClassLoader\\.(loadClass"
            + "|getResource.*|getSystemResource.*)|java/lang/Module\\.getResource.*"
            + "|java/lang/invoke/MethodHandles\\$Lookup\\.(find|unreflect).*|java/lang/reflect/Proxy\\.newProxyInstance"
            + "|java/util/ServiceLoader\\.load.*|java/util/ResourceBundle\\.getBundle"
            + "|java/util/concurrent/atomic/.*FieldUpdater\\.newUpdater|java/io/ObjectInputStream\\.readObject");
    private static final Pattern FOREIGN = Pattern.compile("java/lang/foreign/Linker\\.downcallHandle");
    private static final Pattern FILE =
            Pattern.compile("META-INF/native-image/io\\.github\\.freestep/[\\w-]+/reachability-metadata\\.json");
    private static final Pattern CONDITION = Pattern.compile("\"typeReached\": \"([^\"]+)\"");
    private static final Pattern TYPE = Pattern.compile("\"(io\\.github\\.freestep\\.[\\w.$]+)\"");
    private static final String VALUE = "(\"[^\"]*\"|true|0)";
    private static final Pattern JSON = Pattern.compile("\\{\\s*(\"\\w+\":\\s*" + VALUE + "(,\\s*\"\\w+\":\\s*" + VALUE
            + ")*)?\\s*}|\\[\\s*(" + VALUE + "(,\\s*" + VALUE + ")*)?\\s*]");

    private static boolean failed;

    /** Older JDKs leave out the classes for newer ones. */
    private static boolean hasVersions;

    public static void main(String[] jars) throws IOException {
        Set<String> classes = new TreeSet<>();
        Set<String> named = new TreeSet<>();
        int found = 0;
        for (String each : jars) {
            Set<String> callers = new TreeSet<>();
            Set<String> conditions = new TreeSet<>();
            boolean foreign = false;
            boolean downcalls = false;
            try (JarFile jar = new JarFile(each)) {
                for (JarEntry entry : jar.stream().toList()) {
                    String name = entry.getName();
                    if (name.endsWith(".class")) {
                        String type = name.replaceAll("^META-INF/versions/\\d+/|\\.class$", "").replace('/', '.');
                        classes.add(type);
                        hasVersions |= name.startsWith("META-INF/versions/");
                        try (InputStream in = jar.getInputStream(entry)) {
                            Set<String> calls = calls(new DataInputStream(in));
                            if (calls.stream().anyMatch(call -> LOOK_UPS.matcher(call).matches())) {
                                callers.add(type);
                            }
                            foreign |= calls.stream().anyMatch(call -> FOREIGN.matcher(call).matches());
                        }
                    } else if (FILE.matcher(name).matches()) {
                        String json = new String(jar.getInputStream(entry).readAllBytes());
                        require(each.contains("/" + name.split("/")[3] + "-"), each + " has metadata of another");
                        downcalls = json.contains("\"downcalls\"");
                        require(isJson(json), each + " has metadata that is not JSON");
                        CONDITION.matcher(json).results().forEach(it -> conditions.add(it.group(1)));
                        TYPE.matcher(json).results().forEach(it -> named.add(it.group(1)));
                    }
                }
            }
            for (String caller : callers) {
                require(conditions.contains(caller), each + " has no metadata for look-ups of " + caller);
            }
            for (String condition : conditions) {
                require(callers.contains(condition), each + " has metadata for " + condition + " without a look-up");
            }
            require(downcalls || !foreign, each + " has no metadata for its calls of C");
            found += callers.size();
        }
        for (String type : named) {
            boolean isForNewer = type.startsWith("io.github.freestep.physics.realtime.") && !hasVersions;
            require(isForNewer || classes.contains(type), "no jar has " + type);
        }
        require(found > 5, "only " + found + " classes look up anything by name");
        System.out.println(found + " classes look up something by name, and native-image is told what");
        System.exit(failed ? 1 : 0);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            System.out.println(what);
            failed = true;
        }
    }

    /** Replaces objects and lists of values by values, from the inside, until one is left. */
    private static boolean isJson(String text) {
        String left = text.strip();
        for (String before = ""; !left.equals(before); ) {
            before = left;
            left = JSON.matcher(left).replaceAll("0");
        }
        return left.equals("0");
    }

    /** Returns the methods that a class file refers to. */
    private static Set<String> calls(DataInputStream in) throws IOException {
        in.readInt();
        in.readInt();
        int n = in.readUnsignedShort();
        String[] texts = new String[n];
        int[] first = new int[n];
        int[] second = new int[n];
        int[] tags = new int[n];
        for (int i = 1; i < n; i++) {
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
        Set<String> calls = new TreeSet<>();
        for (int i = 1; i < n; i++) {
            if (tags[i] == 10 || tags[i] == 11) {
                calls.add(texts[first[first[i]]] + "." + texts[first[second[i]]]);
            }
        }
        return calls;
    }
}
