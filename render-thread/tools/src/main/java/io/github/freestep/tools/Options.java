package io.github.freestep.tools;

import io.github.freestep.time.Ratio;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the options of all commands. For a wrong value it prints one line that names the option, what the value must
 * be, and what it was. Stateless.
 *
 * <p>To refuse a value, a converter (or a constructor that it calls) throws an {@link IllegalArgumentException} whose
 * message follows the option's name: {@code must be ..., was ...}.
 */
public final class Options {
    private static final int MAX_RATE = 100_000;
    private static final Pattern RATIO = Pattern.compile("(\\d{1,9})(?:/(\\d{1,9}))?");

    private Options() {}

    /** Limits a numeric option, or each number of a list. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    public @interface Range {
        /** Returns the smallest allowed value. */
        long min() default 1;

        /** Returns the greatest allowed value. */
        long max();
    }

    /** Makes a command line of an annotated object, with the converters, checks and messages of all commands. */
    public static CommandLine commandLine(Object command) {
        return new CommandLine(command)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Ratio.class, Options::rate)
                .setParameterExceptionHandler(Options::refuse)
                .setExecutionStrategy(Options::checkAndRun);
    }

    /** Returns an exception that says what the value of an option must be and what it was, for the caller to throw. */
    public static IllegalArgumentException wrong(String option, String allowed, Object value) {
        return new IllegalArgumentException(option + " must be " + allowed + ", was " + value);
    }

    /** Parses ticks per second: a whole number or a fraction. */
    private static Ratio rate(String text) {
        Matcher ratio = RATIO.matcher(text);
        long numerator = ratio.matches() ? Long.parseLong(ratio.group(1)) : 0;
        long denominator = ratio.matches() && ratio.group(2) != null ? Long.parseLong(ratio.group(2)) : 1;
        if (denominator == 0 || numerator < denominator || numerator > MAX_RATE * denominator) {
            throw new TypeConversionException(
                    "must be from 1 to " + MAX_RATE + " ticks per second, such as 100 or 60000/1001, was " + text);
        }
        return Ratio.of(numerator, denominator);
    }

    /** Prints the message without the whole help, which would hide it. */
    private static int refuse(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println(message(wrong));
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
        command.getErr().println("See " + command.getCommandSpec().qualifiedName() + " --help");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String message(ParameterException wrong) {
        ArgSpec option = wrong.getArgSpec();
        if (option == null || wrong.getValue() == null) {
            return wrong.getMessage();
        }
        boolean ours = wrong.getCause() instanceof IllegalArgumentException
                || wrong.getCause() instanceof TypeConversionException
                        && allowed(option).isEmpty();
        return ours && !(wrong.getCause() instanceof NumberFormatException)
                ? name(option) + " " + wrong.getCause().getMessage()
                : wrong(name(option), allowed(option), wrong.getValue()).getMessage();
    }

    private static String name(ArgSpec option) {
        return option instanceof OptionSpec named ? named.longestName() : option.paramLabel();
    }

    /** Returns what the value of a whole-number option can be; empty for other types. */
    private static String allowed(ArgSpec option) {
        Class<?> type = option.auxiliaryTypes()[0];
        if (type != int.class && type != Integer.class && type != long.class) {
            return "";
        }
        Range range = range(option);
        return "a whole number from " + (range == null ? Long.MIN_VALUE : range.min()) + " to "
                + (range == null ? Long.MAX_VALUE : range.max());
    }

    private static Range range(ArgSpec option) {
        return option.userObject() instanceof Field field ? field.getAnnotation(Range.class) : null;
    }

    private static int checkAndRun(ParseResult parsed) {
        for (ParseResult each = parsed; each != null; each = each.subcommand()) {
            CommandLine command = each.commandSpec().commandLine();
            each.matchedArgs().forEach(option -> check(command, option));
        }
        return new RunLast().execute(parsed);
    }

    private static void check(CommandLine command, ArgSpec option) {
        Range range = range(option);
        for (Object value : range == null ? List.of() : option.typedValues()) {
            for (Object each : value instanceof Collection<?> several ? several : List.of(value)) {
                long number = ((Number) each).longValue();
                if (number < range.min() || number > range.max()) {
                    String message = wrong(name(option), allowed(option), each).getMessage();
                    throw new ParameterException(command, message);
                }
            }
        }
    }
}
