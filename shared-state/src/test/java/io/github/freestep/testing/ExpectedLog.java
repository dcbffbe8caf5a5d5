package io.github.freestep.testing;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Takes the lines that tests name by {@link Logs}. Any other line of a failure fails the test that ends next, because
 * one line is easily missed among those of a build. Tests may run beside one another, so a line is that of each test
 * that has named it. The modules that have this class in a jar use it for all of their tests.
 */
public final class ExpectedLog implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    /** What a busy machine causes, which is not a mistake. These lines are printed. */
    private static final List<String> OF_THE_MACHINE = List.of("OVERLOAD", "HUNG_STEP");

    /** A service reports a kind of problem at most once a second, so a line may come after the test that causes it. */
    private static final long LATE_NANOS = 10_000_000_000L;

    /** The logger of all lines, which is kept here because the JDK keeps no logger. */
    private static final Logger ALL = Logger.getLogger("");

    private static final Pattern KIND = Pattern.compile("[A-Z_]+: ");

    private static final Set<Expectation> EXPECTATIONS = ConcurrentHashMap.newKeySet();
    private static final List<LogRecord> UNEXPECTED = new ArrayList<>();

    static {
        Handler[] printing = ALL.getHandlers();
        Stream.of(printing).forEach(ALL::removeHandler);
        ALL.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                take(line, printing);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }

    /** What a test or a class has named, and which of that has come. */
    private static final class Expectation {
        private final Logs logs;
        private final Set<String> come = ConcurrentHashMap.newKeySet();

        /** When it ended, or null while it has not. */
        private volatile @Nullable Long endNanos;

        Expectation(Logs logs) {
            this.logs = logs;
        }

        /** Whether no line of it can come any more. */
        boolean isOver() {
            Long end = endNanos;
            return end != null && System.nanoTime() - end > LATE_NANOS;
        }

        boolean takes(String line) {
            if (isOver()) {
                return false;
            }
            Stream.of(logs.value()).filter(part -> isIn(part, line)).forEach(come::add);
            return Stream.of(logs.value(), logs.perhaps()).flatMap(Stream::of).anyMatch(part -> isIn(part, line));
        }

        /** If several services report at once, their texts are one line, with a number after the kind. */
        private static boolean isIn(String part, String line) {
            int text = KIND.matcher(part).lookingAt() ? part.indexOf(": ") + 2 : 0;
            return line.contains(part.substring(0, text)) && line.contains(part.substring(text));
        }

        List<String> missing() {
            return Stream.of(logs.value()).filter(part -> !come.contains(part)).toList();
        }
    }

    private static void take(LogRecord line, Handler[] printing) {
        String text = String.valueOf(line.getMessage());
        // All of them, and not only the first that takes the line.
        long takers = EXPECTATIONS.stream().filter(each -> each.takes(text)).count();
        if (takers > 0) {
            return;
        }
        if (line.getLevel().intValue() < Level.WARNING.intValue()
                || OF_THE_MACHINE.stream().anyMatch(text::startsWith)) {
            Stream.of(printing).forEach(each -> each.publish(line));
            return;
        }
        synchronized (UNEXPECTED) {
            UNEXPECTED.add(line);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        begin(context, context.getRequiredTestClass());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin(context, context.getRequiredTestMethod());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end(context);
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(ExtensionContext.Namespace.create(ExpectedLog.class, context.getUniqueId()));
    }

    private static void begin(ExtensionContext context, AnnotatedElement test) {
        AnnotationSupport.findAnnotation(test, Logs.class).ifPresent(logs -> {
            EXPECTATIONS.removeIf(Expectation::isOver);
            Expectation expectation = new Expectation(logs);
            EXPECTATIONS.add(expectation);
            store(context).put(Expectation.class, expectation);
        });
    }

    private static void end(ExtensionContext context) {
        Expectation expectation = store(context).remove(Expectation.class, Expectation.class);
        if (expectation != null) {
            try {
                // A test that has failed may have made no line.
                if (context.getExecutionException().isEmpty()) {
                    Await.until(
                            () -> expectation.missing().isEmpty(), () -> "not in the log: " + expectation.missing());
                }
            } finally {
                expectation.endNanos = System.nanoTime();
            }
        }
        failIfUnexpected();
    }

    private static void failIfUnexpected() {
        List<LogRecord> lines;
        synchronized (UNEXPECTED) {
            lines = List.copyOf(UNEXPECTED);
            UNEXPECTED.clear();
        }
        if (!lines.isEmpty()) {
            AssertionError error =
                    new AssertionError("no test expects these lines of the log; if they are right, name them by @Logs: "
                            + lines.stream().map(LogRecord::getMessage).toList());
            lines.stream()
                    .map(LogRecord::getThrown)
                    .filter(each -> each != null)
                    .forEach(error::addSuppressed);
            throw error;
        }
    }
}
