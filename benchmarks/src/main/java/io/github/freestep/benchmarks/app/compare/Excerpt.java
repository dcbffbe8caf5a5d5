package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Film;
import io.github.freestep.benchmarks.app.compare.loops.WalkingBody;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A short piece of a film and an even motion of the same mean speed, to draw side by side. */
final class Excerpt {
    private static final double NANOS = 1e9;
    private static final int REFERENCE_POINTS = 300;

    private final Film film;
    private final int first;
    private final int last;
    private final long fromNanos;
    private final double seconds;
    private final double meanDisplayed;
    private final double meanShown;
    private final double pace;

    Excerpt(Film film, long fromNanos, double seconds) {
        this.film = film;
        this.fromNanos = fromNanos;
        this.seconds = seconds;
        first = film.frameAt(fromNanos);
        last = Math.max(first + 1, film.frameAt(fromNanos + Math.round(seconds * NANOS)));
        meanDisplayed = frames().mapToLong(film::displayedNanos).average().orElseThrow();
        meanShown = frames().mapToLong(film::shownNanos).average().orElseThrow();
        // By least squares: a line through the two ends alone would spread their errors over all frames.
        double both = frames().mapToDouble(
                        i -> (film.displayedNanos(i) - meanDisplayed) * (film.shownNanos(i) - meanShown))
                .sum();
        double squares = frames().mapToDouble(i -> Math.pow(film.displayedNanos(i) - meanDisplayed, 2))
                .sum();
        pace = both / squares;
    }

    private IntStream frames() {
        return IntStream.rangeClosed(first, last);
    }

    /** Returns when frames were displayed, in milliseconds since the start of the excerpt. */
    double[] millis() {
        return frames().mapToDouble(i -> (film.displayedNanos(i) - fromNanos) / 1e6)
                .toArray();
    }

    /** Returns the simulation time that an even motion would show at the start, in milliseconds. */
    double evenMillis() {
        return (meanShown + pace * (fromNanos - meanDisplayed)) / 1e6;
    }

    /** Returns the mean speed: simulated per displayed time. */
    double pace() {
        return pace;
    }

    /** Returns where the body was shown, in millimetres. */
    double[] shownMillimetres() {
        return frames().mapToDouble(i -> 1e3 * film.position(i)).toArray();
    }

    /** Returns how far the shown body is from the even motion, in millimetres. */
    double[] errorMillimetres() {
        return frames().mapToDouble(i -> 1e3 * (film.position(i) - even(film.displayedNanos(i))))
                .toArray();
    }

    double[] referenceMillis() {
        return points().map(i -> 1e3 * seconds * i / REFERENCE_POINTS).toArray();
    }

    double[] referenceMillimetres() {
        return points().map(i -> 1e3 * even(fromNanos + seconds * NANOS * i / REFERENCE_POINTS))
                .toArray();
    }

    private static DoubleStream points() {
        return IntStream.rangeClosed(0, REFERENCE_POINTS).asDoubleStream();
    }

    private double even(double displayedNanos) {
        return WalkingBody.at(Math.round(meanShown + pace * (displayedNanos - meanDisplayed)));
    }
}
