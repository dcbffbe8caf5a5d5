package io.github.freestep.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Says which lines a test, or the tests of a class, make in the log. They are not printed, because a reader of a build
 * takes a failure that is caused on purpose for one of the build. A line that no running test has named fails a test.
 *
 * <pre>{@code
 * @Test
 * @Logs("RUN_FAILED: the step of tick 3 failed")
 * void aStepThatThrowsEndsTheRun() {
 * }</pre>
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(ExpectedLog.class)
public @interface Logs {
    /** Parts of lines. Each must be in a line that comes before the test, or the last test of the class, has ended. */
    String[] value() default {};

    /** Parts of lines that come only with some seeds, or only on a busy machine. */
    String[] perhaps() default {};
}
