import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.codehaus.mojo.animal_sniffer.ClassListBuilder;
import org.codehaus.mojo.animal_sniffer.SignatureChecker;
import org.codehaus.mojo.animal_sniffer.logging.PrintWriterLogger;

/**
 * Fails if jars use something of the JDK that an API level of Android lacks. Arguments: the signatures of that level,
 * and the jars.
 */
class Android {
    /** The class of the core that may use something missing: System.Logger. A check that works reports it. */
    private static final Pattern LOG = Pattern.compile("ProblemDelivery\\$SystemLog\\.class");
    /**
     * The signatures have no generic calls of VarHandle, which that level has. The rest does not run on Android: two
     * handlers of Disruptor that the core does not use, and JOML's extensions for Kotlin and its calls of Unsafe, which
     * it makes only where they work.
     */
    private static final Pattern ALLOWED = Pattern.compile("VarHandle\\.(get|set|compareAnd|weakCompare)"
            + "|disruptor/(Fatal|Ignore)Exception|joml-.*(kotlin\\.jvm|misc\\.Unsafe)");

    public static void main(String[] arguments) throws Exception {
        List<String> missing = missing(arguments);
        if (missing.stream().noneMatch(LOG.asPredicate())) {
            System.out.println("System.Logger, which Android lacks, was not found, so nothing was compared");
            System.exit(1);
        }
        List<String> forbidden = missing.stream()
                .filter(LOG.asPredicate().or(ALLOWED.asPredicate()).negate())
                .toList();
        forbidden.forEach(System.out::println);
        System.exit(forbidden.isEmpty() ? 0 : 1);
    }

    private static List<String> missing(String[] arguments) throws Exception {
        ByteArrayOutputStream found = new ByteArrayOutputStream();
        PrintWriterLogger log = new PrintWriterLogger(new PrintStream(found, true));
        ClassListBuilder own = new ClassListBuilder(log);
        for (int i = 1; i < arguments.length; i++) {
            own.process(new File(arguments[i]));
        }
        Set<String> known = new HashSet<>(own.getPackages());
        try (InputStream level = new FileInputStream(arguments[0])) {
            SignatureChecker checker = new SignatureChecker(level, known, log);
            checker.setSourcePath(List.of());
            for (int i = 1; i < arguments.length; i++) {
                checker.process(new File(arguments[i]));
            }
        }
        return found.toString().lines().toList();
    }
}
