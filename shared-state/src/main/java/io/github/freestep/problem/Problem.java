package io.github.freestep.problem;

import io.github.freestep.internal.SafeText;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that broke and that a person should know of, such as an exception in a step. Immutable.
 *
 * <p>By default, each problem is a line of the {@link System.Logger} named {@code io.github.freestep}. To get the
 * problems instead, pass a handler to {@code onProblem} of a builder. A daemon thread calls the handler for one problem
 * at a time, so it may block, but a close waits for it for up to a second:
 *
 * <pre>{@code
 * PhysicsService.builder(world).onProblem(problem -> alarm(problem.message())).start();
 * }</pre>
 *
 * <p>A program that must not miss a single failure looks at {@code failure()} or subscribes to events, because at most
 * one problem of each kind is reported in a second.
 */
public final class Problem {
    /** What broke. Later versions may add more, so a {@code switch} needs a default branch. */
    public enum Kind {
        /**
         * A run has ended with a failure, or has had a fault after which its policy lets it continue. A stepper throws
         * its failure to its owner instead.
         */
        FAULT("failure() has the stack trace, and the FaultPolicy decides whether a run continues after a fault"),
        /** A call of the user's code does not return. */
        HUNG_STEP(""),
        /** A command has thrown, and a second later nothing had read its future or was attached to it. */
        COMMAND_FAILED("its changes up to then stay; read the future that submit or call returns"),
        /** A handler of events has thrown. */
        HANDLER_FAILED("the handler gets the next events; failure() of the subscription has the stack trace"),
        /** A recording has ended early, lacks keyframes, or cannot be replayed to its end. */
        RECORDING_FAILED("the run continues; failure() of the recorder says the same"),
        /** A sender, a receiver or a match has ended, because its transport or a callback of the user has failed. */
        TRANSPORT_ENDED("its failure() has the stack trace; close it, and start another");

        private final String remedy;

        Kind(String remedy) {
            this.remedy = remedy;
        }
    }

    private static final int MOST_CAUSES = 32;
    private static final List<String> JDK = List.of("java.", "jdk.", "sun.");

    private final Kind kind;
    private final String what;
    private final Throwable cause;
    private final long count;

    /**
     * Creates a problem. Freestep does so; the test of a handler may, too.
     *
     * @param kind what broke
     * @param what which part it was, followed by the text of the cause in the message; empty if the cause says it
     * @param cause the exception or error
     * @param count how many problems of this kind this one stands for, at least 1
     */
    public Problem(Kind kind, String what, Throwable cause, long count) {
        this.kind = Objects.requireNonNull(kind, "kind must not be null");
        this.what = Objects.requireNonNull(what, "what must not be null; pass an empty text");
        this.cause = Objects.requireNonNull(cause, "cause must not be null");
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, was " + count);
        }
        this.count = count;
    }

    /**
     * What broke.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The exception or error, with its stack trace. That of a call that hangs shows where the call is.
     *
     * @return the newest of those that this problem stands for
     */
    public Throwable cause() {
        return cause;
    }

    /**
     * The number of problems of this kind since the last report, this one included.
     *
     * @return at least 1
     */
    public long count() {
        return count;
    }

    /**
     * Says what broke, where, and what to do. Made anew by each call.
     *
     * @return one line of text
     */
    public String message() {
        String own = what.isEmpty() ? cause.getMessage() : null;
        String named = what.isEmpty() ? "" : what + ": ";
        StringBuilder text = new StringBuilder(own != null ? own : named + SafeText.of(cause));
        StackTraceElement place = place();
        if (place != null) {
            // Without the names of modules and loaders, which toString() of the element has.
            text.append(", at ").append(place.getClassName()).append('.').append(place.getMethodName());
            text.append('(')
                    .append(place.getFileName())
                    .append(':')
                    .append(place.getLineNumber())
                    .append(')');
        }
        if (!kind.remedy.isEmpty()) {
            text.append("; ").append(kind.remedy);
        }
        if (count > 1) {
            text.append(" (the newest of ").append(count).append(')');
        }
        // The text of an exception may come from a peer or a file, and must not look like another line of the log.
        return text.toString().replaceAll("\\p{Cntrl}+", " ");
    }

    /** Returns the innermost line of the user's code, as far as that can be known; null without a stack trace. */
    private @Nullable StackTraceElement place() {
        StackTraceElement[] trace = rootCause().getStackTrace();
        for (StackTraceElement each : trace) {
            if (JDK.stream().noneMatch(each.getClassName()::startsWith)) {
                return each;
            }
        }
        return trace.length == 0 ? null : trace[0];
    }

    private Throwable rootCause() {
        Throwable root = cause;
        try {
            // Bounded, because causes can form a circle.
            for (int i = 0; i < MOST_CAUSES && root.getCause() != null; i++) {
                root = root.getCause();
            }
        } catch (RuntimeException thrown) {
            // The user's exception has a getCause() of its own.
        }
        return root;
    }

    /** Returns the kind and the message. */
    @Override
    public String toString() {
        return kind + ": " + message();
    }
}
