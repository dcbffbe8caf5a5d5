package io.github.freestep.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.problem.Problem.Kind;
import org.junit.jupiter.api.Test;

class ProblemTest {
    /** An exception of the user's, thrown by a method of the JDK that the user has called. */
    private static RuntimeException thrown(String message) {
        RuntimeException thrown = new IllegalArgumentException(message);
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("java.util.Objects", "checkIndex", "Objects.java", 361),
            new StackTraceElement("com.example.Mine", "step", "Mine.java", 37),
            new StackTraceElement("com.example.Main", "main", "Main.java", 5)
        });
        return thrown;
    }

    @Test
    void theMessageSaysWhatBrokeWhereAndWhatToDo() {
        Throwable failure = new IllegalStateException("room-7: the step of tick 100 failed", thrown("99"));
        String ended = new Problem(Kind.RUN_FAILED, "", failure, 1).message();
        assertEquals(
                "room-7: the step of tick 100 failed, at com.example.Mine.step(Mine.java:37);"
                        + " the run has ended, and failure() has the exception",
                ended);
        String continues = new Problem(Kind.FAULT, "", failure, 1).message();
        assertTrue(continues.endsWith("; the run continues, because its FaultPolicy says so"), continues);
    }

    @Test
    void thePlaceOfACallThatHangsComesBeforeWhatToDo() {
        Throwable hang = new IllegalStateException("the step of tick 5 has not returned; let it return", thrown(""));
        assertEquals(
                "the step of tick 5 has not returned, at com.example.Mine.step(Mine.java:37); let it return",
                new Problem(Kind.HUNG_STEP, "", hang, 1).message());
    }

    @Test
    void theMessageNamesThePartAndHowManyItStandsFor() {
        String message =
                new Problem(Kind.HANDLER_FAILED, "the handler of subscription hits", thrown("99"), 12).message();
        assertTrue(
                message.startsWith("the handler of subscription hits: java.lang.IllegalArgumentException: 99, at "),
                message);
        assertTrue(message.endsWith(" (the newest of 12 since the last report of this kind)"), message);
    }

    @Test
    void anExceptionWithoutMessageOrTraceIsNamed() {
        Error full = new OutOfMemoryError();
        full.setStackTrace(new StackTraceElement[0]);
        assertEquals("java.lang.OutOfMemoryError", new Problem(Kind.HUNG_STEP, "", full, 1).message());
    }

    /** Otherwise, a peer whose text is in an exception could write lines of its own into a log. */
    @Test
    void theMessageIsOneLine() {
        String message = new Problem(
                        Kind.TRANSPORT_ENDED, "the sender", thrown("a\r\n\u001b\u0085[2Jroot logged in"), 1)
                .message();
        assertFalse(message.chars().anyMatch(Character::isISOControl), message);
    }

    @Test
    void causesInACircleEndNothing() {
        Throwable first = new Throwable("first");
        first.initCause(new Throwable("second", first));
        assertTrue(new Problem(Kind.FAULT, "", first, 1).message().startsWith("first, at "));
    }

    @Test
    void aProblemStandsForOneAtLeast() {
        Throwable cause = new Throwable();
        assertThrows(IllegalArgumentException.class, () -> new Problem(Kind.FAULT, "", cause, 0));
    }
}
