import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.codehaus.mojo.animal_sniffer.ClassListBuilder;
import org.codehaus.mojo.animal_sniffer.SignatureChecker;
import org.codehaus.mojo.animal_sniffer.logging.PrintWriterLogger;

/** Lists what jars use of the JDK that an API level of Android lacks. Arguments: the signatures of that level, jars. */
class Android {
    public static void main(String[] arguments) throws Exception {
        PrintWriterLogger log = new PrintWriterLogger(System.out);
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
    }
}
