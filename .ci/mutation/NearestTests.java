import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes in order, and ends the JVM at the first failure. Prints in which class it was. */
public final class NearestTests implements TestExecutionListener {
    private final AtomicInteger passed = new AtomicInteger();

    /** For the last line alone, because a mutant may print without end. */
    private static final PrintStream OUT = System.out;

    public static void main(String[] classes) {
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        NearestTests listener = new NearestTests();
        Launcher launcher = LauncherFactory.create();
        for (String each : classes) {
            launcher.execute(
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(DiscoverySelectors.selectClass(each))
                            .build(),
                    listener);
        }
        end("PASSED " + listener.passed);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            String name = test.getSource()
                    .map(source -> source instanceof MethodSource method
                            ? method.getClassName()
                            : source instanceof ClassSource type ? type.getClassName() : "?")
                    .orElse("?");
            end("FAILED " + name.replaceAll("\\$.*", ""));
        } else if (test.isTest()) {
            passed.incrementAndGet();
        }
    }

    /** Halts, because a mutant may have left threads that never end. */
    private static void end(String line) {
        OUT.println("\n" + line);
        OUT.flush();
        Runtime.getRuntime().halt(0);
    }
}
