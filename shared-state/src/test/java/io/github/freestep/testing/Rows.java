package io.github.freestep.testing;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The rows of a parameterised test, as in a {@code CsvSource}, of which a usual build runs the first ones, and the
 * {@link Thorough long version} runs all. So the rows begin with those that find most.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@ArgumentsSource(Rows.Provider.class)
public @interface Rows {
    int usually();

    /** The rows, whose cells have a comma between them. */
    String[] value();

    /** Splits the rows. */
    final class Provider implements ArgumentsProvider, AnnotationConsumer<Rows> {
        private Rows rows;

        @Override
        public void accept(Rows annotation) {
            rows = annotation;
        }

        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            return Stream.of(rows.value())
                    .limit(Thorough.of(rows.usually(), rows.value().length))
                    .map(row -> arguments((Object[]) row.split(", *")));
        }
    }
}
