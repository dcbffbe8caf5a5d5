package io.github.freestep.problem;

import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.SeveralFailures;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A failure that a person should know of, such as an exception in a step. Immutable.
 *
 * <p>By default, each problem is a line of the {@link System.Logger} named {@code io.github.freestep}. To take the
 * problems yourself instead, pass a handler to {@code onProblem} of a builder. A daemon thread calls the handler with
 * one problem at a time, so the handler may block, but a {@code close()} waits for it only up to a second:
 *
 * <pre>{@code
 * PhysicsService.builder(world).onProblem(problem -> alarm(problem.message())).start();
 * }</pre>
 *
 * <p>Every service that ends with a failure is reported. Of each other kind, a service reports at most one problem per
 * second, so a program that must not miss a single failure looks at {@code failure()} or subscribes to events instead.
 * If several services report the same kind within a tenth of a second, this becomes one problem. Its message has at
 * most 4,000 characters: ten different texts, and the names of the other services.
 */
public final class Problem {
    /**
     * The kinds of problems, by what broke. Later versions may add kinds, so a {@code switch} needs a default branch.
     */
    public enum Kind {
        /**
         * A run has ended with a failure, so its status is {@code FAILED}. A stepper throws its failure to its owner
         * instead.
         */
        RUN_FAILED("the run has ended, and failure() has the exception"),
        /** A run has had a fault, such as a step that has thrown, and continues. */
        FAULT("the run continues, because its FaultPolicy says so"),
        /**
         * The game's code has thrown an exception while it served one player, or a client has sent so much that its
         * player was dropped.
         */
        PLAYER_FAULT("the game continues for all others"),
        /** A call of the user's code, such as a step or a callback, does not return in time. */
        HUNG_STEP(""),
        /**
         * A command, or a stage that was attached to its future, has thrown, and no code could see it: a second later,
         * none of the futures that failed with it had been read, or had a stage that handles failures. {@code thenRun}
         * and {@code thenAccept} do not handle them.
         */
        COMMAND_FAILED("what it had changed stays; to handle the failure, attach whenComplete or exceptionally, or read"
                + " the future"),
        /** A handler of events has thrown. */
        HANDLER_FAILED("the handler gets the next events; failure() of the subscription has the newest exception"),
        /** A recording has ended early, lacks keyframes, or cannot be replayed to its end. */
        RECORDING_FAILED("the run continues without it; see failure() of the recorder"),
        /** A sender, a receiver or a match has ended, because its transport or a callback of the user has failed. */
        TRANSPORT_ENDED("its failure() is set; close it, and start another"),
        /**
         * For 5 seconds, every call of a transport has thrown an {@code IOException}. The sender, the receiver or the
         * match that uses the transport continues, but a player's session ends after 10 seconds or more of silence.
         */
        TRANSPORT_FAILING("it continues, and recovers by itself once the network does"),
        /**
         * For 3 seconds, no sender has answered a receiver. While that remains so, there is another such problem every
         * 10 seconds. The receiver continues to ask, and connects by itself.
         */
        NO_ANSWER(""),
        /** A loop that draws frames has ended, because its handler has thrown. */
        FRAMES_ENDED("the picture stands still; close the loop, and start another"),
        /**
         * A call that is allowed, but is nearly always a mistake, such as drawing a service that was never started.
         * Each is told at most once, as soon as it is noticed.
         */
        LIKELY_MISTAKE(""),
        /**
         * For 3 seconds, simulation time has run at less than 95 % of its speed, because steps take too long or because
         * other services or programs need the processor.
         */
        OVERLOAD(""),
        /** For 3 seconds, simulation time has kept up again after an {@link #OVERLOAD}. */
        OVERLOAD_ENDED("");

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
     * Creates a problem, as Freestep does, and as the test of a handler may do.
     *
     * @param kind what broke
     * @param what which part has failed, which the message puts before the text of the cause; empty if that text says
     *     so itself
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
     * The exception or error, with its stack trace. For a call that hangs, the trace of its own cause shows where the
     * call is. If the problem stands for several services, this exception has the exceptions of at most 16 of them as
     * suppressed exceptions. The log gets the exception, too, except for an overload and a sender that does not answer.
     *
     * @return the newest of those that this problem stands for
     */
    public Throwable cause() {
        return cause;
    }

    /**
     * The number of problems of this kind since the last report of the same service, this one included. If the problem
     * stands for several services, this is the sum of their numbers.
     *
     * @return at least 1
     */
    public long count() {
        return count;
    }

    /**
     * Says in one line what broke, where, and what to do. Each call makes the text again.
     *
     * @return one line of text
     */
    public String message() {
        if (cause instanceof SeveralFailures) {
            return Objects.requireNonNull(cause.getMessage());
        }
        String own = what.isEmpty() ? cause.getMessage() : null;
        String named = what.isEmpty() ? "" : what + ": ";
        StringBuilder text = new StringBuilder(own != null ? own : named + SafeText.of(cause));
        // The text of a kind without a remedy ends with what to do, which comes after the place.
        int remedy = kind.remedy.isEmpty() ? text.lastIndexOf("; ") : -1;
        text.insert(remedy < 0 ? text.length() : remedy, place());
        if (!kind.remedy.isEmpty()) {
            text.append("; ").append(kind.remedy);
        }
        if (count > 1) {
            text.append(" (the newest of ").append(count).append(" since the last report of this kind)");
        }
        // The text of an exception may come from a peer or a file, so it must not be able to look like another line of
        // the log.
        return SafeText.line(text.toString());
    }

    /** Returns the innermost line of the user's code as a text, as far as it is known; empty if it is not. */
    private String place() {
        Throwable root = rootCause();
        StackTraceElement[] trace = root.getStackTrace();
        // An exception of Freestep's own that has no cause was made in Freestep's code, not where the mistake is.
        if (trace.length == 0 || root == cause && root.getClass().getName().startsWith("io.github.freestep.")) {
            return "";
        }
        StackTraceElement place = Arrays.stream(trace)
                .filter(each -> JDK.stream().noneMatch(each.getClassName()::startsWith))
                .findFirst()
                .orElse(trace[0]);
        // Without the names of modules and loaders, which toString() of the element has.
        return ", at " + place.getClassName() + "." + place.getMethodName() + "(" + place.getFileName() + ":"
                + place.getLineNumber() + ")";
    }

    private Throwable rootCause() {
        Throwable root = cause;
        try {
            // Bounded, because causes can form a circle.
            for (int i = 0; i < MOST_CAUSES && root.getCause() != null; i++) {
                root = root.getCause();
            }
        } catch (RuntimeException thrown) {
            // The exception is the user's, and overrides getCause().
        }
        return root;
    }

    /** Returns the kind and the message. */
    @Override
    public String toString() {
        return kind + ": " + message();
    }
}
